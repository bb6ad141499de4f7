import { cloneElement, type MouseEvent, type ReactElement, Suspense, useRef, useState } from "react";
import { MenuPanel } from "./menu.tsx";
import type { MenuEntry } from "./menu_entries.ts";

/**
 * Renders a menu that opens on its single child by right click or the menu key, unless the child prevents that. It is
 * the panel of the button menu, positioned at the pointer, so the page ships the code of only one kind.
 */
export function ContextMenu(
  { entries, children }: {
    entries: readonly MenuEntry[];
    children: ReactElement<{ onContextMenu?: (event: MouseEvent) => void }>;
  },
) {
  const [open, setOpen] = useState<DOMRect | null>(null);
  const point = useRef({ getBoundingClientRect: () => new DOMRect() });
  const before = useRef<HTMLElement | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    children.props.onContextMenu?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const active = document.activeElement;
    before.current = active instanceof HTMLElement ? active : null;
    const position = new DOMRect(event.clientX, event.clientY);
    point.current = { getBoundingClientRect: () => position };
    setOpen(position);
  };
  return (
    <>
      {cloneElement(children, { onContextMenu })}
      {open && (
        <Suspense>
          <MenuPanel
            key={`${open.x} ${open.y}`}
            entries={entries}
            anchor={point}
            align="start"
            onFocusBack={() => before.current?.focus({ preventScroll: true })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
