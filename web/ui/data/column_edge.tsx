import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { resizeColumn, widthRange } from "./columns.ts";
import type { ColumnsHandle } from "./use_columns.ts";

const step = 16;

/** Renders the edge of a column header: drag it or press the arrow keys to resize, double-click to restore the width. */
export function ColumnEdge(
  { id, label, width: current, choose }: {
    id: string;
    label: string;
    /** Pixels; undefined where the column takes the remaining width. */
    width: number | undefined;
    choose: ColumnsHandle["choose"];
  },
) {
  const { t } = useMessages();
  const edge = useRef<HTMLSpanElement>(null);
  const width = () => Math.round(edge.current?.parentElement?.offsetWidth ?? 0);
  const resize = (to: number | null) => choose((before) => resizeColumn(before, id, to));
  const onKeyDown = (event: KeyboardEvent) => {
    const away = getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step;
    const by = { ArrowRight: away, ArrowLeft: -away }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(width() + by);
  };
  return (
    <span
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t("tasks.resizeColumn", { column: label })}
      aria-valuenow={current ?? widthRange.max}
      aria-valuemin={widthRange.min}
      aria-valuemax={widthRange.max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resize(null)}
      {...useDrag(edge, width, resize)}
      className="absolute inset-y-1 end-0 w-2.5 cursor-col-resize touch-none after:absolute after:inset-y-1 after:end-0 after:w-px after:bg-line hover:after:bg-accent focus-visible:after:bg-accent"
    />
  );
}

/** Follows the pointer without rendering; the width is stored when it is released. */
function useDrag(
  edge: { current: HTMLElement | null },
  width: () => number,
  resize: (to: number) => void,
) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (x: number) => {
    const { x: from, width } = start.current ?? { x, width: 0 };
    const back = edge.current && getComputedStyle(edge.current).direction === "rtl";
    return Math.max(widthRange.min, width + (back ? from - x : x - from));
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.preventDefault();
      edge.current?.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width: width() };
    },
    onPointerMove(event: PointerEvent) {
      const head = edge.current?.parentElement;
      if (start.current && head) head.style.width = `${widthAt(event.clientX)}px`;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current && event.clientX !== start.current.x) resize(widthAt(event.clientX));
      start.current = null;
    },
  };
}
