import type { ReactElement } from "react";
import { ListFilter } from "../icons/icons.ts";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { Menu } from "../overlays/menu.tsx";
import type { MenuEntry } from "../overlays/menu_entries.ts";
import { useNarrow } from "../use_narrow.ts";

/** Renders a button that opens the filters of a list as a menu; only an icon on a phone. */
export function FilterButton({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return <Menu align="start" entries={entries}>{useFilterTrigger(label)}</Menu>;
}

/** Returns the button that opens the filters of a list, for what opens from it. */
export function useFilterTrigger(label: string): ReactElement<{ onClick?: () => void }> {
  const icon = <ListFilter />;
  if (!useNarrow()) return <Button icon={icon}>{label}</Button>;
  return (
    <IconButton
      tooltip={false}
      label={label}
      icon={icon}
      className="border border-line-strong bg-surface shadow-control"
    />
  );
}
