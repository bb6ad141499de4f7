import { type MouseEvent, useCallback, useState } from "react";
import type { MenuEntry } from "../../overlays/menu_entries.ts";
import type { ItemRow, TreeItem, TreeRow } from "./tree_rows.ts";
import { chooseOnly } from "./tree_selection.ts";
import type { TreeHandle } from "./use_tree.ts";

interface MenuParts<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  at: number;
  tree: TreeHandle;
  frame: { current: HTMLElement | null };
  chosenWith: (row: ItemRow<T>) => readonly T[];
  menu?: ((items: readonly T[]) => MenuEntry[]) | undefined;
}

/** One menu for the whole tree: that of the row under the pointer, of the row with the focus, or of the top. */
export function useTreeMenu<T extends TreeItem>({ rows, at, tree, frame, chosenWith, menu }: MenuParts<T>) {
  const [aimed, setAimed] = useState<readonly T[]>([]);
  const openOn = useCallback((index: number, location: { x: number; y: number } | null) => {
    const line = frame.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (!line) return;
    const box = line.getBoundingClientRect();
    const [clientX, clientY] = location ? [location.x, location.y] : [box.left + 40, box.bottom - 4];
    line.dispatchEvent(
      new globalThis.MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }),
    );
  }, [frame]);
  const aim = (event: MouseEvent) => {
    if (!menu) return event.preventDefault();
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    const row = line ? rows[Number(line.dataset.row)] : undefined;
    // The menu key tells the whole tree; its row tells again.
    if (!row && event.nativeEvent.isTrusted && event.button !== 2 && rows[at]) return event.preventDefault();
    const items = row?.kind === "item" ? chosenWith(row) : [];
    if (row?.kind === "item" && !tree.selection.chosen.has(row.item.path)) {
      tree.setSelection(chooseOnly(row.item.path));
    }
    if (row) tree.setFocused(row.key);
    frame.current?.focus({ preventScroll: true });
    if (menu(items).length === 0) event.preventDefault();
    setAimed(items);
  };
  const openAtButton = useCallback((event: MouseEvent, index: number) => {
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    openOn(index, { x: box.left, y: box.bottom });
  }, [openOn]);
  return { aim, entries: menu?.(aimed) ?? [], openAtButton, openAtFocus: () => openOn(at, null) };
}
