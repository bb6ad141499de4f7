import { ArrowUpDown } from "../icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import type { MenuEntry } from "../overlays/menu_entries.ts";
import { Menu } from "../overlays/menu.tsx";
import { useNarrow } from "../use_narrow.ts";
import type { Column } from "./columns.ts";
import type { ListSort } from "./use_list_state.ts";

/** Renders the sort order of a list as a menu on a phone, where the cards have no headers. */
export function SortMenu<F extends string>(
  { columns, sort, onSort }: {
    columns: readonly Pick<Column<never, F>, "header" | "sort" | "descendingFirst">[];
    sort: ListSort<F> | null;
    onSort(sort: ListSort<F> | null): void;
  },
) {
  const { t } = useMessages();
  if (!useNarrow()) return null;
  const directions: MenuEntry[] = sort
    ? [
      "separator",
      ...[false, true].map((descending) => ({
        label: t(descending ? "controls.descending" : "controls.ascending"),
        checked: sort.descending === descending,
        onSelect: () => onSort({ field: sort.field, descending }),
      })),
    ]
    : [];
  const entries: MenuEntry[] = [
    { label: t("controls.defaultOrder"), checked: sort === null, onSelect: () => onSort(null) },
    ...columns.flatMap(({ header, sort: field, descendingFirst = false }) =>
      field === undefined ? [] : [{
        label: t(header),
        checked: sort?.field === field,
        onSelect: () => onSort({ field, descending: descendingFirst }),
      }]
    ),
    ...directions,
  ];
  return (
    <Menu align="start" entries={entries}>
      <IconButton
        tooltip={false}
        label={t("controls.sort")}
        icon={<ArrowUpDown />}
        className="border border-line-strong bg-surface shadow-control"
      />
    </Menu>
  );
}
