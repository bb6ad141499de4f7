// Maps keys in a tree to actions, and executes them.

import { type KeyboardEvent, useRef } from "react";
import type { ItemRow, TreeItem, TreeRow } from "./tree_rows.ts";
import {
  emptySelection,
  selectAll,
  selectOnly,
  selectRange,
  togglePath,
  type TreeHandle,
} from "./use_tree.ts";

/** The part of a key event that matters. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

type TreeAction =
  /** Moves the focus to a row; `select` says how the selection changes. */
  | { type: "go"; index: number; select: "only" | "range" | "none" }
  | { type: "expand" | "collapse" | "open" | "toggle" | "all" | "rename" | "remove" | "menu" | "clear" }
  | { type: "typeahead"; letter: string };

interface KeyTarget<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  /** Index of the focused row; -1 when there is none. */
  at: number;
  page: number;
}

/** Returns the action for a key; null when the tree does not use it. */
export function readTreeKey<T extends TreeItem>(press: KeyPress, keyTarget: KeyTarget<T>): TreeAction | null {
  if (press.altKey) return null;
  const command = press.ctrlKey || press.metaKey;
  const to = stepOf(press, keyTarget);
  if (to !== null) return go(to, keyTarget, press.shiftKey ? "range" : command ? "none" : "only");
  if (command) return commandOf(press);
  if (press.shiftKey && press.key === "F10") return { type: "menu" };
  return plain[press.key] ?? sideways(press.key, keyTarget) ?? letterOf(press.key);
}

function go<T extends TreeItem>(
  to: number,
  { rows }: KeyTarget<T>,
  select: "only" | "range" | "none",
): TreeAction | null {
  if (rows.length === 0) return null;
  return { type: "go", index: Math.min(Math.max(to, 0), rows.length - 1), select };
}

function stepOf<T extends TreeItem>({ key }: KeyPress, { rows, at, page }: KeyTarget<T>): number | null {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length - 1,
  };
  return steps[key] ?? null;
}

function commandOf({ key }: KeyPress): TreeAction | null {
  if (key.toLowerCase() === "a") return { type: "all" };
  if (key === " ") return { type: "toggle" };
  return key === "Backspace" ? { type: "remove" } : null;
}

const plain: Partial<Record<string, TreeAction>> = {
  Enter: { type: "open" },
  " ": { type: "toggle" },
  F2: { type: "rename" },
  Delete: { type: "remove" },
  ContextMenu: { type: "menu" },
  Escape: { type: "clear" },
};

function sideways<T extends TreeItem>(key: string, keyTarget: KeyTarget<T>): TreeAction | null {
  const row = keyTarget.rows[keyTarget.at];
  if (!row || (key !== "ArrowRight" && key !== "ArrowLeft")) return null;
  const expanded = row.kind === "item" ? row.expanded : null;
  if (key === "ArrowRight") {
    if (expanded === false) return { type: "expand" };
    return expanded && isInside(keyTarget.rows[keyTarget.at + 1], row)
      ? go(keyTarget.at + 1, keyTarget, "only")
      : null;
  }
  if (expanded && row.key !== "") return { type: "collapse" };
  const parent = keyTarget.rows.findIndex(({ key }) => key === row.parent);
  return parent < 0 || parent === keyTarget.at ? null : go(parent, keyTarget, "only");
}

function isInside<T extends TreeItem>(row: TreeRow<T> | undefined, folder: TreeRow<T>): boolean {
  return row !== undefined && row.level > folder.level;
}

function letterOf(key: string): TreeAction | null {
  return [...key].length === 1 ? { type: "typeahead", letter: key } : null;
}

/**
 * Finds the next row whose name starts with the typed text, searching from the focused row and wrapping around; -1 for
 * none.
 */
export function findTyped<T extends TreeItem>({ rows, at }: KeyTarget<T>, typed: string): number {
  // Repeating one letter moves on to the next name; with more letters the focused row may still match.
  const letters = [...typed.toLowerCase()];
  const same = letters.every((one) => one === letters[0]);
  const wanted = same ? letters[0] ?? "" : letters.join("");
  const first = Math.max(0, at) + (same ? 1 : 0);
  for (let step = 0; step < rows.length; step++) {
    const index = (first + step) % rows.length;
    const row = rows[index];
    if (row?.kind === "item" && row.item.name.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}

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
  selectedWith: (row: ItemRow<T>) => readonly T[];
}

/** Executes the action of each key in a tree. */
export function useTreeKeys<T extends TreeItem>(parts: KeyParts<T>) {
  const typed = useRef({ text: "", at: 0 });
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return;
    const action = readTreeKey(event, parts);
    if (!action) return;
    // Stops page shortcuts, such as the letter that creates an item, while the focus is in the tree.
    event.preventDefault();
    if (action.type !== "clear") event.stopPropagation();
    if (action.type === "typeahead") return typeAhead(action.letter, event.timeStamp);
    execute(action, parts);
  };

  function typeAhead(letter: string, at: number): void {
    const together = at - typed.current.at < typedTogetherMs;
    typed.current = { text: together ? typed.current.text + letter : letter, at };
    const index = findTyped(parts, typed.current.text);
    if (index >= 0) execute({ type: "go", index, select: "only" }, parts);
  }
}

function execute<T extends TreeItem>(action: TreeAction, parts: KeyParts<T>): void {
  const { tree, rows, at, multiple } = parts;
  const row = rows[at];
  if (action.type === "go") return goTo(action, parts);
  if (action.type === "clear") return tree.setSelection(emptySelection);
  if (action.type === "all") {
    return multiple ? tree.setSelection(selectAll(tree.selection, pathsOf(rows))) : undefined;
  }
  if (!row) return;
  if (action.type === "open") return parts.open(row);
  if (row.kind !== "item") return;
  const { item } = row;
  const actions: Partial<Record<TreeAction["type"], () => void>> = {
    expand: () => tree.expand(item.path),
    collapse: () => tree.collapse(item.path),
    toggle: () => tree.setSelection(multiple ? togglePath(tree.selection, item.path) : selectOnly(item.path)),
    rename: () => parts.onRename?.(item),
    remove: () => parts.onRemove?.(parts.selectedWith(row)),
    menu: parts.openMenu,
  };
  actions[action.type]?.();
}

function goTo<T extends TreeItem>(
  { index, select }: Extract<TreeAction, { type: "go" }>,
  { tree, rows, show, multiple }: KeyParts<T>,
): void {
  const row = rows[index];
  if (!row) return;
  tree.setFocused(row.key);
  show(index);
  if (row.kind !== "item" || select === "none") return;
  const range = select === "range" && multiple;
  tree.setSelection(
    range ? selectRange(tree.selection, pathsOf(rows), row.item.path) : selectOnly(row.item.path),
  );
}

export function pathsOf<T extends TreeItem>(rows: readonly TreeRow<T>[]): string[] {
  return rows.flatMap((row) => row.kind === "item" ? [row.item.path] : []);
}
