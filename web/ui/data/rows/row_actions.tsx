import { Ellipsis } from "../../icons/icons.ts";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Checkbox } from "../../inputs/checkbox.tsx";
import { IconButton } from "../../buttons/icon_button.tsx";
import { useHeldBack } from "../../buttons/use_held_back.ts";
import { Menu } from "../../overlays/menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";

/** Draws the focus ring of a row cell by cell, because sticky cells would cover a ring on the row. */
export const cellRing =
  "group-focus-visible/row:shadow-[inset_0_2px_var(--accent),inset_0_-2px_var(--accent)] first:group-focus-visible/row:shadow-[inset_2px_2px_var(--accent),inset_0_-2px_var(--accent)] last:group-focus-visible/row:shadow-[inset_-2px_2px_var(--accent),inset_0_-2px_var(--accent)]";

export function RowBox(
  { name, checked, onToggle }: {
    name: string;
    checked: boolean;
    /** `range` is true when Shift was held: select every row since the last selected one. */
    onToggle: (range: boolean) => void;
  },
) {
  const { t } = useMessages();
  return (
    <Checkbox
      label={t("ui.selectRow", { name })}
      hideLabel
      className="flex! w-fit"
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(wasShifted(nativeEvent))}
    />
  );
}

function wasShifted(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}

/** Shows the actions of a row on hover or focus, and always on devices without hover. */
export function HoverActions({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-0.5 opacity-0 transition-opacity duration-100 touch:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 group-focus/row:opacity-100">
      {children}
    </span>
  );
}

/** Renders one action of a row; the accessible name has the name of the item, too. */
export function RowAction(
  { label, name, ...rest }:
    & { label: string; name: string }
    & Pick<ComponentProps<typeof IconButton>, "icon" | "onClick" | "tone">,
) {
  const { t } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const held = useHeldBack(button, { action: label });
  return (
    <IconButton
      ref={button}
      size="small"
      tooltip={false}
      title={label}
      label={t("ui.labelAndValue", { label, value: name })}
      disabled={held}
      keepsFocus
      {...rest}
    />
  );
}

/**
 * Renders the menu with all actions of a row. The entries are built on first open, because few of a thousand rows need
 * them.
 */
export function RowMenu({ name, entries }: { name: string; entries: () => readonly MenuEntry[] }) {
  const { t } = useMessages();
  const [asked, setAsked] = useState(false);
  const button = {
    size: "small" as const,
    tooltip: false,
    label: t("ui.labelAndValue", { label: t("ui.more"), value: name }),
    icon: <Ellipsis />,
  };
  if (!asked) {
    return (
      <IconButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setAsked(true)}
      />
    );
  }
  return (
    <Menu open entries={entries}>
      <IconButton {...button} />
    </Menu>
  );
}
