/** The selected paths, and the one a range starts from. */
export interface TreeSelection {
  chosen: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingChosen: TreeSelection = { chosen: new Set(), anchor: null };

/** Selects one path and deselects all others. */
export function chooseOnly(path: string): TreeSelection {
  return { chosen: new Set([path]), anchor: path };
}

/** Adds a path to the selection or removes it. */
export function togglePath({ chosen }: TreeSelection, path: string): TreeSelection {
  const next = new Set(chosen);
  if (!next.delete(path)) next.add(path);
  return { chosen: next, anchor: path };
}

/** Selects everything from the start of the range to a path; only that path when there is no start. */
export function chooseThrough(
  { anchor }: TreeSelection,
  order: readonly string[],
  path: string,
): TreeSelection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(path)];
  if (from < 0 || to < 0) return chooseOnly(path);
  return { chosen: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor };
}

/** Selects every path. */
export function chooseAll({ anchor }: TreeSelection, order: readonly string[]): TreeSelection {
  return { chosen: new Set(order), anchor: anchor ?? order[0] ?? null };
}
