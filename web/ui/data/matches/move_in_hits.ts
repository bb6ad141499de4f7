import type { KeyboardEvent } from "react";

/** Moves the focus to the next or previous element with `data-hit` on an arrow key. */
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

/** Moves the focus from a search field to the first match or the tree in `event.currentTarget` on arrow down. */
export function moveToHits(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement)) return;
  const below = event.currentTarget.querySelector<HTMLElement>('[data-hit], [role="tree"]');
  if (!below) return;
  event.preventDefault();
  below.focus();
}
