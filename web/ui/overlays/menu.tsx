import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { leaveTakenFocus } from "./focus_back.tsx";
import { type MenuEntry, menuPanelClass } from "./menu_entries.ts";
import { MenuLines } from "./menu_lines.tsx";

/** A menu that opens from its one child, a button. */
export function Menu(
  { entries, align = "end", open = false, children }: {
    /** A function is called when the menu is opened, and each time it is drawn while it is open. */
    entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
    align?: "start" | "end";
    /** Whether it is open when it is first drawn. */
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
