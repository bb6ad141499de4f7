import { markParts } from "./mark_parts.ts";

/** Renders a line with its matches marked; at most `leadIn` characters of a long line come before the first match. */
export function Marked({ text, sought, leadIn }: { text: string; sought: string; leadIn?: number }) {
  return markParts(text, sought, leadIn).map(({ text: part, marked }, index) =>
    marked
      ? <mark key={index} className="rounded-xs bg-warning-soft text-warning-text">{part}</mark>
      : <span key={index}>{part}</span>
  );
}
