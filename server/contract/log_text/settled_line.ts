// A line that was overwritten again and again, as one that shows the same and is short.
import { type AnsiStyle, readAnsi, sgrOf } from "./ansi.ts";
import { screenOf } from "./visible_text.ts";

// deno-lint-ignore no-control-regex -- what moves the cursor
const moves = /[\r\x08]|\x1b(?:[78]|\[[\d;?]*[A-KJfsu`])/;
/** A sequence at the end may be incomplete. */
const MAX_SEQUENCE = 64;

/** Returns a shorter line that shows the same and goes on alike; the line itself if nothing was overwritten. */
export function settledLine(line: string, start: AnsiStyle): string {
  if (!moves.test(line)) return line;
  const last = line.lastIndexOf("\x1b");
  const end = last >= 0 && line.length - last < MAX_SEQUENCE ? last : line.length;
  return settle(line.slice(0, end), start) + line.slice(end);
}

function settle(line: string, start: AnsiStyle): string {
  const { rows, end } = readAnsi(line, start);
  const { written, row, column } = screenOf(line);
  let text = "";
  let at = 0;
  rows.forEach((spans, index) => {
    const next = written[index] ?? 0;
    text += `${moveRows(next - at)}\r${spans.map((span) => sgrOf(span.style) + span.text).join("")}`;
    at = next;
  });
  return `${text}${moveRows(row - at)}\x1b[${column + 1}G${sgrOf(end)}`;
}

function moveRows(count: number): string {
  return count === 0 ? "" : count < 0 ? `\x1b[${-count}A` : `\x1b[${count}B`;
}
