// What of a tree is to be seen, as one flat list of rows: the way a virtual list, a range of a selection and the arrow keys need it.

/** One thing in the tree. Its path names it; names between slashes are the folders it lies in. */
export interface TreeItem {
  path: string;
  name: string;
  /** Whether it can hold others. */
  expandable: boolean;
}

/** What is known of one folder. */
export interface Level<T extends TreeItem> {
  items: readonly T[] | undefined;
  /** Why they could not be loaded; null when they could, or are on their way. */
  error: unknown;
}

interface RowPosition {
  /** Different from that of every other row, and the same as long as it is shown. */
  key: string;
  /** The path of the folder it lies in. */
  parent: string;
  /** Depth, from 1. */
  level: number;
}

export interface ItemRow<T extends TreeItem> extends RowPosition {
  kind: "item";
  item: T;
  /** Null for what holds nothing. */
  expanded: boolean | null;
  /** Place among its neighbours, from 1, and how many they are. */
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
  /** Shows only what has this in its name, and the folders on the way there. */
  filter?: string;
  /** The item that stands for the whole, where that has a row of its own. */
  root?: T | undefined;
}

/** Lists the rows of a tree from top to bottom. */
export function listRows<T extends TreeItem>(parts: TreeParts<T>): TreeRow<T>[] {
  if (!parts.root) return rowsOf("", 1, parts);
  const head: ItemRow<T> = {
    ...{ kind: "item", item: parts.root, key: "", parent: "" },
    ...{ level: 1, expanded: true, position: 1, count: 1 },
  };
  return [head, ...rowsOf("", 2, parts)];
}

function rowsOf<T extends TreeItem>(parent: string, level: number, parts: TreeParts<T>): TreeRow<T>[] {
  const known = parts.levels.get(parent);
  const location = { key: `${parent}//state`, parent, level };
  if (!known?.items) return [{ ...location, kind: known?.error ? "failed" : "loading", error: known?.error }];
  const items = known.items.filter((item) => isWanted(item, parts));
  if (items.length === 0) return parent === "" ? [] : [{ ...location, kind: "empty", error: null }];
  const rows: TreeRow<T>[] = [];
  items.forEach((item, index) => {
    const expanded = item.expandable ? parts.expanded.has(item.path) : null;
    rows.push({
      ...{ kind: "item", key: item.path, item, parent, level, expanded },
      ...{ position: index + 1, count: items.length },
    });
    // One by one: a folder may hold more than a call takes arguments.
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

/** Lists the folders whose content is wanted: the top, and what is open all the way down. */
export function openFolders(expanded: ReadonlySet<string>): string[] {
  const open = [...expanded].filter((path) =>
    path !== "" && foldersAbove(path).every((one) => expanded.has(one))
  );
  return ["", ...open.sort()];
}

/** Lists the folders a path lies in, from the outermost; not the top, which has no name. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** The folder a path lies in; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Tells whether a path is a folder or lies somewhere in it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Leaves out what lies in another of the items: it goes where that goes. */
export function outermost<T extends TreeItem>(items: readonly T[]): T[] {
  const paths = new Set(items.map(({ path }) => path));
  return items.filter(({ path }) => !foldersAbove(path).some((folder) => paths.has(folder)));
}

/** Tells whether items may be moved into a folder: at least one is not there already, and none would lie in itself. */
export function mayMove(items: readonly TreeItem[], folder: string): boolean {
  const elsewhere = items.some(({ path }) => folderOf(path) !== folder);
  return elsewhere && !items.some(({ path }) => isWithin(folder, path));
}

/** Gives where a path is after `from` went to `to`; null when that is none of its business. */
export function movedPath(path: string, from: string, to: string): string | null {
  return isWithin(path, from) ? to + path.slice(from.length) : null;
}

/** The folder that new things go to when an item is chosen: itself, or the one it lies in. */
export function folderFor(item: { path: string; expandable: boolean } | undefined): string {
  if (!item) return "";
  return item.expandable ? item.path : folderOf(item.path);
}
