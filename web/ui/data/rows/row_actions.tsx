import { Ellipsis } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { IconButton } from "../../inputs/icon_button.tsx";
import { Menu } from "../../overlays/menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";

/** The frame of the row that has the focus, cell by cell: cells that stay in place would cover the row's own. */
export const cellRing =
  "group-focus-visible/row:shadow-[inset_0_2px_var(--accent),inset_0_-2px_var(--accent)] first:group-focus-visible/row:shadow-[inset_2px_2px_var(--accent),inset_0_-2px_var(--accent)] last:group-focus-visible/row:shadow-[inset_-2px_2px_var(--accent),inset_0_-2px_var(--accent)]";

/** Shows what can be done to a row once it is pointed at or has the focus; always where there is no pointer. */
export function HoverActions({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-0.5 opacity-0 transition-opacity duration-100 touch:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 group-focus/row:opacity-100">
      {children}
    </span>
  );
}

/** One thing that can be done to a row; `name` says to which. */
export function RowAction(
  { act: action, name, ...button }:
    & { act: string; name: string }
    & Pick<ComponentProps<typeof IconButton>, "icon" | "onClick" | "tone">,
) {
  return <IconButton size="small" tooltip={false} title={action} label={`${action}: ${name}`} {...button} />;
}

/** Everything that can be done to a row. The menu is made when it is first asked for: of a thousand rows few are. */
export function RowMenu({ name, entries }: { name: string; entries: () => readonly MenuEntry[] }) {
  const { t } = useMessages();
  const [asked, setAsked] = useState(false);
  const button = {
    size: "small" as const,
    tooltip: false,
    label: `${t("ui.more")}: ${name}`,
    icon: <Ellipsis size={16} />,
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
