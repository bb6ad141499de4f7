import { type MouseEvent, useMemo, useRef } from "react";
import type { TreeItem, TreeRow } from "./tree_rows.ts";
import { chooseOnly, chooseThrough, togglePath } from "./tree_selection.ts";
import type { TreeHandle } from "./use_tree.ts";
import { pathsOf } from "./use_tree_keys.ts";

interface MouseParts<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  tree: TreeHandle;
  picking: boolean;
  onOpen?: ((item: T, how: { stored: boolean }) => void) | undefined;
  fold: (row: TreeRow<T>) => void;
}

/** Chooses, opens and folds rows by the mouse; the functions stay the same. */
export function useTreeMouse<T extends TreeItem>(parts: MouseParts<T>) {
  const now = useRef(parts);
  now.current = parts;
  return useMemo(() => ({
    press(event: MouseEvent, index: number) {
      const { rows, tree, picking, onOpen, fold } = now.current;
      const row = rows[index];
      if (row?.kind !== "item") return;
      const { path } = row.item;
      tree.setFocused(row.key);
      if (!picking && event.shiftKey) {
        return tree.setSelection(chooseThrough(tree.selection, pathsOf(rows), path));
      }
      if (!picking && (event.ctrlKey || event.metaKey)) {
        return tree.setSelection(togglePath(tree.selection, path));
      }
      tree.setSelection(chooseOnly(path));
      if (picking) return;
      // The second press of two is told as such.
      if (row.expanded === null) onOpen?.(row.item, { stored: false });
      else if (event.detail < 2) fold(row);
    },
    twice(index: number) {
      const { rows, picking, onOpen, fold } = now.current;
      const row = rows[index];
      if (row?.kind !== "item") return;
      if (row.expanded === null) onOpen?.(row.item, { stored: true });
      else if (picking) fold(row);
    },
    fold(event: MouseEvent, index: number) {
      const { rows, tree, fold } = now.current;
      const row = rows[index];
      if (!row) return;
      event.stopPropagation();
      tree.setFocused(row.key);
      fold(row);
    },
  }), []);
}
