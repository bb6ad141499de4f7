// Maps keys in a tree to actions; the component executes them.

import type { TreeItem, TreeRow } from "./tree_rows.ts";

/** The part of a key event that matters. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export type TreeAction =
  /** Moves the focus to a row; `choose` says how the selection changes. */
  | { act: "go"; index: number; choose: "only" | "through" | "none" }
  | { act: "expand" | "collapse" | "open" | "toggle" | "all" | "rename" | "remove" | "menu" | "clear" }
  | { act: "type"; letter: string };

export interface KeyTarget<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  /** Index of the focused row; -1 when there is none. */
  at: number;
  /** Rows per page. */
  page: number;
}

/** Returns the action for a key; null when the tree does not use it. */
export function readTreeKey<T extends TreeItem>(press: KeyPress, keyTarget: KeyTarget<T>): TreeAction | null {
  if (press.altKey) return null;
  const command = press.ctrlKey || press.metaKey;
  const to = stepOf(press, keyTarget);
  if (to !== null) return go(to, keyTarget, press.shiftKey ? "through" : command ? "none" : "only");
  if (command) return commandOf(press);
  if (press.shiftKey && press.key === "F10") return { act: "menu" };
  return plain[press.key] ?? sideways(press.key, keyTarget) ?? letterOf(press.key);
}

function go<T extends TreeItem>(
  to: number,
  { rows }: KeyTarget<T>,
  choose: "only" | "through" | "none",
): TreeAction | null {
  if (rows.length === 0) return null;
  return { act: "go", index: Math.min(Math.max(to, 0), rows.length - 1), choose };
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
  if (key.toLowerCase() === "a") return { act: "all" };
  if (key === " ") return { act: "toggle" };
  return key === "Backspace" ? { act: "remove" } : null;
}

const plain: Partial<Record<string, TreeAction>> = {
  Enter: { act: "open" },
  " ": { act: "toggle" },
  F2: { act: "rename" },
  Delete: { act: "remove" },
  ContextMenu: { act: "menu" },
  Escape: { act: "clear" },
};

function sideways<T extends TreeItem>(key: string, keyTarget: KeyTarget<T>): TreeAction | null {
  const row = keyTarget.rows[keyTarget.at];
  if (!row || (key !== "ArrowRight" && key !== "ArrowLeft")) return null;
  const expanded = row.kind === "item" ? row.expanded : null;
  if (key === "ArrowRight") {
    if (expanded === false) return { act: "expand" };
    return expanded && isInside(keyTarget.rows[keyTarget.at + 1], row)
      ? go(keyTarget.at + 1, keyTarget, "only")
      : null;
  }
  if (expanded && row.key !== "") return { act: "collapse" };
  const parent = keyTarget.rows.findIndex(({ key }) => key === row.parent);
  return parent < 0 || parent === keyTarget.at ? null : go(parent, keyTarget, "only");
}

function isInside<T extends TreeItem>(row: TreeRow<T> | undefined, folder: TreeRow<T>): boolean {
  return row !== undefined && row.level > folder.level;
}

function letterOf(key: string): TreeAction | null {
  return [...key].length === 1 ? { act: "type", letter: key } : null;
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
