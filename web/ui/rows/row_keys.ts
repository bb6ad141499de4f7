const pageStep = 10;

/** The place that a key leads to from another, of so many rows; undefined for a key that leads nowhere. It may lie beyond the ends. */
export function stepOf(key: string, place: number, count: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: place + 1,
    j: place + 1,
    ArrowUp: place - 1,
    k: place - 1,
    PageDown: place + pageStep,
    PageUp: place - pageStep,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}

/** The place of the row that an element lies in. */
export function placeOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-place]") : null;
  return row ? Number(row.dataset.place) : null;
}
