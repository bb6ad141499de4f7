import type { KeyboardEvent } from "react";

/** Renders a line with its matches marked; at most `leadIn` characters of a long line come before the first match. */
export function Marked({ text, query, leadIn }: { text: string; query: string; leadIn?: number }) {
  return markParts(text, query, leadIn).map(({ text: part, marked }, index) =>
    marked
      ? <mark key={index} className="rounded-xs bg-warning-soft text-warning-text">{part}</mark>
      : <span key={index}>{part}</span>
  );
}

/**
 * Splits a line into matching and other parts, ignoring case. Keeps at most `leadIn` characters before the first match
 * of a long line.
 */
export function markParts(
  line: string,
  text: string,
  leadIn = Infinity,
): { text: string; marked: boolean }[] {
  const [low, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Some letters change length with their case, which would make the positions wrong.
  if (wanted === "" || low.length !== line.length) return [{ text: line, marked: false }];
  const first = low.indexOf(wanted);
  const from = first > leadIn ? first - leadIn : 0;
  const parts: { text: string; marked: boolean }[] = from > 0 ? [{ text: "…", marked: false }] : [];
  let at = from;
  for (let found = first; found >= 0; found = low.indexOf(wanted, at)) {
    if (found > at) parts.push({ text: line.slice(at, found), marked: false });
    at = found + wanted.length;
    parts.push({ text: line.slice(found, at), marked: true });
  }
  if (at < line.length) parts.push({ text: line.slice(at), marked: false });
  return parts;
}

/** Groups matches by path, in the order of the paths' first match. */
export function groupHits<T extends { path: string }>(hits: readonly T[]): { path: string; hits: T[] }[] {
  return [...Map.groupBy(hits, ({ path }) => path)].map(([path, some]) => ({ path, hits: some }));
}

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

/**
 * On arrow down, moves the focus from a search field to the first match or the tree in `event.currentTarget`.
 */
export function moveToHits(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement)) return;
  const below = event.currentTarget.querySelector<HTMLElement>('[data-hit], [role="tree"]');
  if (!below) return;
  event.preventDefault();
  below.focus();
}
