// The visible part of a tree as a flat list of rows, as virtual scrolling, range selection and arrow keys need it.

/** An item in the tree, identified by its path: the names of its folders and its own, separated by slashes. */
export interface TreeItem {
  path: string;
  name: string;
  /** Whether it can contain others. */
  expandable: boolean;
}

/** The loaded state of one folder. */
export interface Level<T extends TreeItem> {
  items: readonly T[] | undefined;
  /** Why loading failed; null when it succeeded or is still pending. */
  error: unknown;
}

interface RowPosition {
  /** Unique among the rows and stable while the row is visible. */
  key: string;
  /** Path of the containing folder. */
  parent: string;
  /** Depth, starting at 1. */
  level: number;
}

export interface ItemRow<T extends TreeItem> extends RowPosition {
  kind: "item";
  item: T;
  /** Null for items without children. */
  expanded: boolean | null;
  /** Position among its siblings, starting at 1, and their number. */
  position: number;
  count: number;
}

export interface StateRow extends RowPosition {
  kind: "loading" | "failed" | "empty";
  error: unknown;
}

export type TreeRow<T extends TreeItem> = ItemRow<T> | StateRow;

export interface TreeParts<T extends TreeItem> {
  levels: ReadonlyMap<string, Level<T>>;
  expanded: ReadonlySet<string>;
  /** Shows only items whose name contains this, and the folders that lead to them. */
  filter?: string;
  /** The item that represents the root, when it has its own row. */
  root?: T | undefined;
}

export function listRows<T extends TreeItem>(parts: TreeParts<T>): TreeRow<T>[] {
  if (!parts.root) return rowsOf("", 1, parts);
  const head: ItemRow<T> = {
    kind: "item",
    item: parts.root,
    key: "",
    parent: "",
    level: 1,
    expanded: true,
    position: 1,
    count: 1,
  };
  return [head, ...rowsOf("", 2, parts)];
}

function rowsOf<T extends TreeItem>(parent: string, level: number, parts: TreeParts<T>): TreeRow<T>[] {
  const known = parts.levels.get(parent);
  const state = { key: `${parent}//state`, parent, level };
  if (!known?.items) return [{ ...state, kind: known?.error ? "failed" : "loading", error: known?.error }];
  const items = known.items.filter((item) => isWanted(item, parts));
  if (items.length === 0) return parent === "" ? [] : [{ ...state, kind: "empty", error: null }];
  const rows: TreeRow<T>[] = [];
  items.forEach((item, index) => {
    const expanded = item.expandable ? parts.expanded.has(item.path) : null;
    rows.push({
      kind: "item",
      key: item.path,
      item,
      parent,
      level,
      expanded,
      position: index + 1,
      count: items.length,
    });
    // Pushed one by one: a folder may have more rows than a call accepts arguments.
    if (expanded) { for (const row of rowsOf(item.path, level + 1, parts)) rows.push(row); }
  });
  return rows;
}

function isWanted<T extends TreeItem>(item: T, parts: TreeParts<T>): boolean {
  const wanted = parts.filter?.trim().toLowerCase() ?? "";
  if (wanted === "" || item.name.toLowerCase().includes(wanted)) return true;
  const inside = item.expandable ? parts.levels.get(item.path)?.items : undefined;
  return inside?.some((one) => isWanted(one, parts)) ?? false;
}

/** Returns the folders to load: the root, and every expanded folder whose parents are all expanded. */
export function openFolders(expanded: ReadonlySet<string>): string[] {
  const open = [...expanded].filter((path) =>
    path !== "" && foldersAbove(path).every((one) => expanded.has(one))
  );
  return ["", ...open.sort()];
}

/** Returns the folders that contain a path, outermost first, without the root. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Returns the folder that contains a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Removes items inside another of the items: they move with it. */
export function outermost<T extends TreeItem>(items: readonly T[]): T[] {
  const paths = new Set(items.map(({ path }) => path));
  return items.filter(({ path }) => !foldersAbove(path).some((folder) => paths.has(folder)));
}

/** Returns whether items may move to a folder: at least one is elsewhere now, and none would move into itself. */
export function mayMove(items: readonly TreeItem[], folder: string): boolean {
  const elsewhere = items.some(({ path }) => folderOf(path) !== folder);
  return elsewhere && !items.some(({ path }) => isWithin(folder, path));
}

/** Returns the new path after `from` moved to `to`; null when the path is not affected. */
export function movedPath(path: string, from: string, to: string): string | null {
  return isWithin(path, from) ? to + path.slice(from.length) : null;
}

/** Returns the folder for new items, given the selected one: itself when it is a folder, else the one that contains it. */
export function folderFor(item: { path: string; expandable: boolean } | undefined): string {
  if (!item) return "";
  return item.expandable ? item.path : folderOf(item.path);
}
