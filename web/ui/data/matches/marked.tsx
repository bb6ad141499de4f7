import { markParts } from "./mark_parts.ts";

/** A text with what was found in it marked; of a long line at most `leadIn` characters stand before the first place. */
export function Marked({ text, sought, leadIn }: { text: string; sought: string; leadIn?: number }) {
  return markParts(text, sought, leadIn).map(({ text: part, marked }, index) =>
    marked
      ? <mark key={index} className="rounded-xs bg-warning-soft text-warning-text">{part}</mark>
      : <span key={index}>{part}</span>
  );
}
