import { type KeyboardEvent, useState } from "react";

/**
 * Manages focus among cells with the arrow keys, Home and End, so that all of them are one Tab stop. Cells
 * form rows of `columns`; the element of a cell is found by `data-cell`.
 */
export function useRoving({ count, columns, start }: { count: number; columns: number; start: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const active = Math.min(chosen ?? start, count - 1);
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const next = moveBy(event.key, { active, count, columns });
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  return { active, setActive: setChosen, onKeyDown };
}

/** Returns the cell that a key moves to; null for any other key. */
export function moveBy(
  key: string,
  { active, count, columns }: { active: number; count: number; columns: number },
): number | null {
  const oneRow = columns >= count;
  const steps: Record<string, number> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + (oneRow ? 1 : columns),
    ArrowUp: active - (oneRow ? 1 : columns),
    Home: active - active % columns,
    End: Math.min(count - 1, active - active % columns + columns - 1),
  };
  const next = steps[key];
  if (next === undefined) return null;
  return next < 0 || next >= count ? active : next;
}
