/** Lists the pages, counted from 1, that hold the rows from one place through another. */
export function pagesOf(from: number, through: number, pageSize: number): number[] {
  const first = Math.floor(from / pageSize);
  const count = Math.max(0, Math.floor(through / pageSize) - first + 1);
  return Array.from({ length: count }, (_, step) => first + step + 1);
}

/** Lays pages side by side into one list of `total` rows, with gaps where a page is not known. */
export function joinPages<T>(
  pages: ReadonlyMap<number, readonly T[]>,
  total: number,
  pageSize: number,
): (T | undefined)[] {
  const rows = Array<T | undefined>(total).fill(undefined);
  for (const [page, items] of pages) {
    items.forEach((item, at) => {
      const index = (page - 1) * pageSize + at;
      if (index < total) rows[index] = item;
    });
  }
  return rows;
}
