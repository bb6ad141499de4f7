import { type KeyboardEvent, useRef } from "react";
import { findTyped, readTreeKey, type TreeAction } from "./tree_keys.ts";
import type { ItemRow, TreeItem, TreeRow } from "./tree_rows.ts";
import { chooseAll, chooseOnly, chooseThrough, nothingChosen, togglePath } from "./tree_selection.ts";
import type { TreeHandle } from "./use_tree.ts";

const typedTogetherMs = 700;

export interface KeyParts<T extends TreeItem> {
  tree: TreeHandle;
  rows: readonly TreeRow<T>[];
  at: number;
  page: number;
  multiple: boolean;
  show: (index: number) => void;
  open: (row: TreeRow<T>) => void;
  openMenu: () => void;
  onRename?: ((item: T) => void) | undefined;
  onRemove?: ((items: readonly T[]) => void) | undefined;
  chosenWith: (row: ItemRow<T>) => readonly T[];
}

/** Executes the action of each key in a tree. */
export function useTreeKeys<T extends TreeItem>(parts: KeyParts<T>) {
  const typed = useRef({ text: "", at: 0 });
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return;
    const asked = readTreeKey(event, parts);
    if (!asked) return;
    // Stops page shortcuts, such as the letter that creates an item, while the focus is in the tree.
    event.preventDefault();
    if (asked.act !== "clear") event.stopPropagation();
    if (asked.act === "type") return typeAhead(asked.letter, event.timeStamp);
    carryOut(asked, parts);
  };

  function typeAhead(letter: string, at: number): void {
    const together = at - typed.current.at < typedTogetherMs;
    typed.current = { text: together ? typed.current.text + letter : letter, at };
    const index = findTyped(parts, typed.current.text);
    if (index >= 0) carryOut({ act: "go", index, choose: "only" }, parts);
  }
}

function carryOut<T extends TreeItem>(asked: TreeAction, parts: KeyParts<T>): void {
  const { tree, rows, at, multiple } = parts;
  const row = rows[at];
  if (asked.act === "go") return goTo(asked, parts);
  if (asked.act === "clear") return tree.setSelection(nothingChosen);
  if (asked.act === "all") {
    return multiple ? tree.setSelection(chooseAll(tree.selection, pathsOf(rows))) : undefined;
  }
  if (!row) return;
  if (asked.act === "open") return parts.open(row);
  if (row.kind !== "item") return;
  const { item } = row;
  const actions: Partial<Record<TreeAction["act"], () => void>> = {
    expand: () => tree.expand(item.path),
    collapse: () => tree.collapse(item.path),
    toggle: () => tree.setSelection(multiple ? togglePath(tree.selection, item.path) : chooseOnly(item.path)),
    rename: () => parts.onRename?.(item),
    remove: () => parts.onRemove?.(parts.chosenWith(row)),
    menu: parts.openMenu,
  };
  actions[asked.act]?.();
}

function goTo<T extends TreeItem>(
  { index, choose }: Extract<TreeAction, { act: "go" }>,
  { tree, rows, show, multiple }: KeyParts<T>,
): void {
  const row = rows[index];
  if (!row) return;
  tree.setFocused(row.key);
  show(index);
  if (row.kind !== "item" || choose === "none") return;
  const through = choose === "through" && multiple;
  tree.setSelection(
    through ? chooseThrough(tree.selection, pathsOf(rows), row.item.path) : chooseOnly(row.item.path),
  );
}

/** Returns the paths of all items from top to bottom. */
export function pathsOf<T extends TreeItem>(rows: readonly TreeRow<T>[]): string[] {
  return rows.flatMap((row) => row.kind === "item" ? [row.item.path] : []);
}
