// What is written to a terminal contains names, messages and logs of others: there it is text only. To a pipe or a file it
// goes as it is.

interface Output {
  isTerminal(): boolean;
}

/** Our own styles are marked with noncharacters, which no text contains and which become sequences after everything was cleaned. */
const FIRST_MARK = 0xfdd0;
const marks = /[\ufdd0-\ufdef]/g;
/** The sequence of each mark (SGR): 0 ends the others. */
const codes: readonly number[] = [0, 1, 2, 31, 32, 33, 36];
// deno-lint-ignore no-control-regex -- what a terminal acts on
const controls = /\r?\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Returns the mark of a color or style (SGR); 0 ends them. */
export function markOf(code: number): string {
  return String.fromCodePoint(FIRST_MARK + codes.indexOf(code));
}

export function withoutMarks(text: string): string {
  return text.replace(marks, "");
}

/** Returns a text without line breaks and anything else that a terminal acts on. */
export function oneLine(text: string): string {
  return text.replace(controls, (found) => found.endsWith("\n") ? "⏎" : " ").replaceAll("\t", " ");
}

/** Returns a text as it may be written to an output. */
export function cleanFor(output: Output, text: string): string {
  if (!output.isTerminal()) return text;
  return text.replace(controls, (found) => found.endsWith("\n") ? "\n" : " ")
    .replace(marks, (mark) => `\x1b[${codes[mark.charCodeAt(0) - FIRST_MARK] ?? 0}m`);
}

/** Writes a text of any origin to an output, with a line break. */
export function writeLine(output: Output & { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(`${cleanFor(output, text)}\n`);
  for (let at = 0; at < bytes.length;) at += output.writeSync(bytes.subarray(at));
}
