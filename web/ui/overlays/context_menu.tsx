import * as Radix from "@radix-ui/react-dropdown-menu";
import { cloneElement, type MouseEvent, type ReactElement, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { leaveTakenFocus } from "./focus_back.tsx";
import { type MenuEntry, menuPanelClass } from "./menu_entries.ts";
import { MenuLines } from "./menu.tsx";
import { sheetProps } from "./sheet.ts";

interface Position {
  x: number;
  y: number;
}

/**
 * Renders a menu that opens on its single child by right click or the menu key, unless the child prevents that. It
 * reuses the button menu, positioned at the pointer, so the page ships the code of only one kind.
 */
export function ContextMenu(
  { entries, children }: {
    entries: readonly MenuEntry[];
    children: ReactElement<{ onContextMenu?: (event: MouseEvent) => void }>;
  },
) {
  const [urlState, setPosition] = useState<Position>({ x: 0, y: 0 });
  const [open, setOpen] = useState(false);
  const before = useRef<HTMLElement | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    children.props.onContextMenu?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const active = document.activeElement;
    before.current = active instanceof HTMLElement ? active : null;
    setPosition({ x: event.clientX, y: event.clientY });
    setOpen(true);
  };
  return (
    <>
      {cloneElement(children, { onContextMenu })}
      <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
        {createPortal(
          <Radix.Trigger asChild disabled>
            <span
              aria-hidden
              tabIndex={-1}
              onFocus={() => before.current?.focus({ preventScroll: true })} // the menu returns the focus to its trigger, as for a button
              className="pointer-events-none fixed"
              style={{ left: urlState.x, top: urlState.y }}
            />
          </Radix.Trigger>,
          document.body,
        )}
        <Radix.Portal>
          <Radix.Content
            key={`${urlState.x} ${urlState.y}`}
            align="start"
            collisionPadding={8}
            onCloseAutoFocus={leaveTakenFocus}
            {...sheetProps}
            className={menuPanelClass}
          >
            <MenuLines entries={entries} parts={Radix} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </>
  );
}
