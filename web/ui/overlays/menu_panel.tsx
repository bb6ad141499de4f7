import * as Radix from "@radix-ui/react-menu";
import { Check } from "../icons/icons.ts";
import { type RefObject, useRef } from "react";
import { leaveTakenFocus } from "./focus_back.tsx";
import {
  type MenuEntry,
  menuHeadingClass,
  type MenuItem,
  menuItemClass,
  menuPanelClass,
  menuSeparatorClass,
} from "./menu_entries.ts";
import { sheetProps } from "./sheet.ts";

/** Renders an open menu beside an element or at a point. */
export default function MenuPanel(
  { entries, anchor, align, id, label, byKeyboard = false, onFocusBack, onClose }: {
    /** A function is called on each render. */
    entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
    anchor: RefObject<Pick<Element, "getBoundingClientRect"> | null>;
    align: "start" | "end";
    id?: string;
    /** ID of the button that opened the menu. */
    label?: string;
    /** Whether a key opened it; then the first item has the focus. */
    byKeyboard?: boolean;
    /** Focuses what had the focus before. */
    onFocusBack: () => void;
    onClose: () => void;
  },
) {
  const pressedOutside = useRef(false);
  const entered = useRef(false);
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={label}
          align={align}
          sideOffset={label === undefined ? 0 : 4}
          collisionPadding={8}
          onFocus={({ target, currentTarget }) => {
            // Radix knows only of keys pressed since it mounted.
            if (!byKeyboard || entered.current || target !== currentTarget) return;
            entered.current = true;
            currentTarget.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus();
          }}
          onInteractOutside={() => pressedOutside.current = true}
          onCloseAutoFocus={(event) => {
            leaveTakenFocus(event);
            if (!event.defaultPrevented && !pressedOutside.current) onFocusBack();
            event.preventDefault();
          }}
          {...sheetProps}
          className={menuPanelClass}
        >
          <MenuLines entries={entries} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function MenuLines({ entries }: { entries: readonly MenuEntry[] | (() => readonly MenuEntry[]) }) {
  const listed = typeof entries === "function" ? entries() : entries;
  return listed.map((entry, index) => {
    if (entry === "separator") return <Radix.Separator key={index} className={menuSeparatorClass} />;
    if ("heading" in entry) {
      return <Radix.Label key={index} className={menuHeadingClass}>{entry.heading}</Radix.Label>;
    }
    return (
      <Radix.Item
        key={index}
        className={menuItemClass(entry.danger)}
        disabled={entry.disabled ?? false}
        onSelect={entry.onSelect}
      >
        <MenuLine item={entry} />
      </Radix.Item>
    );
  });
}

function MenuLine({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <span className="text-muted [[data-highlighted]>&]:text-current">{item.icon}</span>}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.shortcut && <kbd className="font-sans text-xs text-faint touch:hidden">{item.shortcut}</kbd>}
      {item.code && <code className="font-mono text-xs text-faint">{item.code}</code>}
      {item.checked && <Check className="text-accent-text" />}
    </>
  );
}
