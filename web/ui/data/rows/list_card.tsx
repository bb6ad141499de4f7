import { Ellipsis } from "../../icons/icons.ts";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Checkbox } from "../../inputs/checkbox.tsx";
import { classNames } from "../../class_names.ts";
import { IconButton } from "../../buttons/icon_button.tsx";
import { useHeldBack } from "../../buttons/use_held_back.ts";
import { Menu } from "../../overlays/menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";

/** Renders a list item as a card, where a table does not fit, such as on a phone. */
export function ListCard(
  { name, selected, lifted = false, children }: {
    name: string;
    selected: boolean;
    lifted?: boolean;
    children: ReactNode;
  },
) {
  return (
    <article
      aria-label={name}
      className={classNames(
        "rounded-md border ps-2",
        "py-1.5 pe-2",
        selected || lifted ? "border-accent bg-selected" : "border-line bg-surface",
        lifted && "shadow-float",
      )}
    >
      {children}
    </article>
  );
}

/** Renders the checkbox that selects a card, large enough for a finger. */
export function CardBox(
  { name, checked, onToggle }: { name: string; checked: boolean; onToggle: () => void },
) {
  const { t } = useMessages();
  return (
    <Checkbox
      label={t("ui.selectRow", { name })}
      hideLabel
      className="-my-3 -ms-1.5 -me-1 size-11 justify-center"
      checked={checked}
      onChange={onToggle}
    />
  );
}

/** Renders one action of a card; `name` is the accessible name of the item. */
export function CardAction(
  { action, name, ...rest }:
    & { action: string; name: string }
    & Pick<
      ComponentProps<typeof IconButton>,
      "icon" | "onClick"
    >,
) {
  const { t } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const held = useHeldBack(button, { action });
  return (
    <IconButton
      ref={button}
      tooltip={false}
      label={t("ui.labelAndValue", { label: action, value: name })}
      disabled={held}
      keepsFocus
      {...rest}
    />
  );
}

export function CardMenu({ name, entries }: { name: string; entries: () => readonly MenuEntry[] }) {
  const { t } = useMessages();
  return (
    <Menu entries={entries}>
      <IconButton
        tooltip={false}
        label={t("ui.labelAndValue", { label: t("ui.more"), value: name })}
        icon={<Ellipsis size={18} />}
      />
    </Menu>
  );
}
