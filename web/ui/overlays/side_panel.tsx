import * as Radix from "@radix-ui/react-dialog";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { readStored, writeStored } from "../stored.ts";
import { useNarrow } from "../use_narrow.ts";

const usualWidth = 260;
const widthRange = { min: 180, max: 560 };

/**
 * Renders a panel beside the page's content, as wide as the user made it; on a phone it slides over the content while
 * `open`.
 */
export function SidePanel(
  { label, name, open, onOpen, children }: {
    label: string;
    /** The key under which this browser stores the width. */
    name: string;
    open: boolean;
    onOpen: (open: boolean) => void;
    children: ReactNode;
  },
) {
  const narrow = useNarrow();
  if (!narrow) return <WidePanel label={label} name={name}>{children}</WidePanel>;
  return (
    <Radix.Root open={open} onOpenChange={onOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()} // keeps the on-screen keyboard from covering the panel that just opened
          className="fixed inset-y-0 start-0 z-30 flex w-[min(340px,88vw)] animate-fade flex-col overflow-hidden bg-surface shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function WidePanel({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  const [width, setWidth] = useState(() => clampWidth(Number(readStored(`${name}.width`) ?? usualWidth)));
  const change = (next: number) => {
    setWidth(clampWidth(next));
    writeStored(`${name}.width`, clampWidth(next));
  };
  return (
    <>
      <section aria-label={label} className="flex min-h-0 shrink-0 flex-col" style={{ width }}>
        {children}
      </section>
      <Edge label={label} width={width} onWidth={change} />
    </>
  );
}

/** Clamps a width to its limits; returns the default for anything that is not a number. */
export function clampWidth(width: number): number {
  if (!Number.isFinite(width)) return usualWidth;
  return Math.round(Math.min(Math.max(width, widthRange.min), widthRange.max));
}

const step = 16;

function Edge({ label, width, onWidth }: { label: string; width: number; onWidth: (width: number) => void }) {
  const { t } = useMessages();
  const start = useRef<{ x: number; width: number } | null>(null);
  const move = (event: PointerEvent) => {
    if (!start.current) return;
    const way = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    onWidth(start.current.width + way * (event.clientX - start.current.x));
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") onWidth(width + step);
    if (key === "ArrowLeft") onWidth(width - step);
    if (key === "Home") onWidth(usualWidth);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("controls.treeWidth", { name: label })}
      aria-valuenow={width}
      aria-valuemin={widthRange.min}
      aria-valuemax={widthRange.max}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => onWidth(usualWidth)}
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
