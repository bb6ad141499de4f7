import type { KeyboardEvent } from "react";

/** Lets the arrow keys go from one thing that was found to the next: to what carries `data-hit`. */
export function moveInHits(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-hit]")];
  const at = hits.findIndex((hit) => hit === document.activeElement);
  const next = hits[Math.min(Math.max(at + step, 0), hits.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Lets the arrow key lead from a search field to what is below it in `event.currentTarget`: the first hit, or the tree. */
export function moveToHits(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement)) return;
  const below = event.currentTarget.querySelector<HTMLElement>('[data-hit], [role="tree"]');
  if (!below) return;
  event.preventDefault();
  below.focus();
}
