import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { readStored, writeStored } from "../stored.ts";

/** The widths of a panel in pixels. */
export interface PanelWidths {
  usual: number;
  min: number;
  max: number;
}

/** Returns the width of a panel and a function that changes it; this browser stores it under `name`. */
export function useStoredWidth(name: string, widths: PanelWidths): [number, (width: number) => void] {
  const key = `${name}.width`;
  const [width, setWidth] = useState(() => clampWidth(Number(readStored(key) ?? widths.usual), widths));
  const change = useCallback((next: number) => {
    setWidth(clampWidth(next, widths));
    writeStored(key, clampWidth(next, widths));
  }, [key, widths]);
  return [width, change];
}

/** Clamps a width to its limits; returns the default for anything that is not a number. */
function clampWidth(width: number, { usual, min, max }: PanelWidths): number {
  if (!Number.isFinite(width)) return usual;
  return Math.round(Math.min(Math.max(width, min), max));
}

const step = 16;

interface ResizeEdgeProps {
  /** The accessible name of the panel. */
  label: string;
  width: number;
  widths: PanelWidths;
  onWidth: (width: number) => void;
  side?: "start" | "end";
}

/** Renders the edge of a panel, which changes its width by pointer and by keyboard. */
export function ResizeEdge({ label, width, widths, onWidth, side = "end" }: ResizeEdgeProps) {
  const { t } = useMessages();
  const start = useRef<{ x: number; width: number } | null>(null);
  const grows = side === "end" ? 1 : -1;
  const move = (event: PointerEvent) => {
    if (!start.current) return;
    const way = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    onWidth(start.current.width + grows * way * (event.clientX - start.current.x));
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") onWidth(width + grows * step);
    if (key === "ArrowLeft") onWidth(width - grows * step);
    if (key === "Home") onWidth(widths.usual);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("controls.treeWidth", { name: label })}
      aria-valuenow={width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => onWidth(widths.usual)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={move}
      onPointerUp={() => start.current = null}
      onPointerCancel={() => start.current = null}
      className="relative z-1 w-px shrink-0 cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-start-1 after:w-2.5 hover:bg-accent focus-visible:bg-accent focus-visible:shadow-[0_0_0_1.5px_var(--accent)] focus-visible:outline-none"
    />
  );
}
