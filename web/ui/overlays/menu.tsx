import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ComponentType, ReactNode } from "react";
import { leaveTakenFocus } from "./focus_back.tsx";
import {
  type MenuEntry,
  menuHeadingClass,
  type MenuItem,
  menuItemClass,
  menuPanelClass,
  menuSeparatorClass,
} from "./menu_entries.ts";
import { sheetProps, sheetTriggerProps } from "./sheet.ts";
import { Check } from "lucide-react";

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
      <Radix.Trigger asChild {...sheetTriggerProps}>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveTakenFocus}
          {...sheetProps}
          className={menuPanelClass}
        >
          <MenuLines entries={entries} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The components that both kinds of Radix menu share under the same names. */
interface MenuParts {
  Item: ComponentType<
    { className?: string; disabled?: boolean; onSelect?: (event: Event) => void; children?: ReactNode }
  >;
  Separator: ComponentType<{ className?: string }>;
  Label: ComponentType<{ className?: string; children?: ReactNode }>;
}

/** Renders the entries of a menu with the components of its kind. */
export function MenuLines(
  { entries, parts }: { entries: readonly MenuEntry[] | (() => readonly MenuEntry[]); parts: MenuParts },
) {
  const listed = typeof entries === "function" ? entries() : entries;
  return listed.map((entry, index) => {
    if (entry === "separator") return <parts.Separator key={index} className={menuSeparatorClass} />;
    if ("heading" in entry) {
      return <parts.Label key={index} className={menuHeadingClass}>{entry.heading}</parts.Label>;
    }
    return (
      <parts.Item
        key={index}
        className={menuItemClass(entry.danger)}
        disabled={entry.disabled ?? false}
        onSelect={entry.onSelect}
      >
        <MenuLine item={entry} />
      </parts.Item>
    );
  });
}

function MenuLine({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <span className="text-muted [[data-highlighted]>&]:text-current">{item.icon}</span>}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.shortcut && <kbd className="font-sans text-xs text-faint touch:hidden">{item.shortcut}</kbd>}
      {item.checked && <Check size={16} aria-hidden className="text-accent-text" />}
    </>
  );
}
