const pageStep = 10;

/** The place that a key leads to from another, of so many rows; undefined for a key that leads nowhere. It may lie beyond the ends. */
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

/** The place of the row that an element lies in. */
export function locationOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-place]") : null;
  return row ? Number(row.dataset.place) : null;
}
