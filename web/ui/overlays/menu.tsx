import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { leaveTakenFocus } from "./focus_back.tsx";
import { type MenuEntry, menuPanelClass } from "./menu_entries.ts";
import { MenuLines } from "./menu_lines.tsx";

/** Renders a menu that opens from its single child, a button. */
export function Menu(
  { entries, align = "end", open = false, children }: {
    /** A function is called when the menu opens and on each render while it is open. */
    entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
    align?: "start" | "end";
    /** Whether the menu is open at first render. */
    open?: boolean;
    children: ReactNode;
  },
) {
  return (
    <Radix.Root modal={false} defaultOpen={open}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveTakenFocus}
          className={menuPanelClass}
        >
          <MenuLines entries={entries} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
