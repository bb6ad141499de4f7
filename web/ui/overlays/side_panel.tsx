import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { useNarrow } from "../use_narrow.ts";
import { ResizeEdge, useStoredWidth } from "./resize_edge.tsx";

const widths = { usual: 260, min: 180, max: 560 };

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
  const [width, setWidth] = useStoredWidth(name, widths);
  return (
    <>
      <section aria-label={label} className="flex min-h-0 shrink-0 flex-col" style={{ width }}>
        {children}
      </section>
      <ResizeEdge label={label} width={width} widths={widths} onWidth={setWidth} />
    </>
  );
}
