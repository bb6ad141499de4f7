const pageStep = 10;

/** Returns the row index a key leads to; undefined for other keys. The index may be out of range. */
export function stepOf(key: string, index: number, count: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: index + 1,
    j: index + 1,
    ArrowUp: index - 1,
    k: index - 1,
    PageDown: index + pageStep,
    PageUp: index - pageStep,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}

/** Returns the index of the row that contains an element; null outside a row. */
export function locationOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-place]") : null;
  return row ? Number(row.dataset.place) : null;
}
