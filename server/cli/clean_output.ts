// What is written to a terminal contains names, messages and logs of others: there it is text only. To a pipe or a file it
// goes as it is.

interface Output {
  isTerminal(): boolean;
}

/** Our own styles are marked with characters of the private use area, which become sequences after everything was cleaned. */
const FIRST_MARK = 0xf0000;
const marks = /[\u{f0000}-\u{f00ff}]/gu;
// deno-lint-ignore no-control-regex -- what a terminal acts on
const controls = /\r?\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Returns the mark of a color or style (SGR); 0 ends them. */
export function markOf(code: number): string {
  return String.fromCodePoint(FIRST_MARK + code);
}

/** Returns a text without marks. */
export function withoutMarks(text: string): string {
  return text.replace(marks, "");
}

/** Returns a text without line breaks and anything else that a terminal acts on. */
export function oneLine(text: string): string {
  return text.replace(controls, (found) => found.endsWith("\n") ? "⏎" : " ").replaceAll("\t", " ");
}

/** Returns a text as it may be written to an output. */
export function cleanFor(output: Output, text: string): string {
  if (!output.isTerminal()) return withoutMarks(text);
  return text.replace(controls, (found) => found.endsWith("\n") ? "\n" : " ")
    .replace(marks, (mark) => `\x1b[${(mark.codePointAt(0) ?? 0) - FIRST_MARK}m`);
}

/** Writes a text of any origin to an output, with a line break. */
export function writeLine(output: Output & { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(`${cleanFor(output, text)}\n`);
  for (let at = 0; at < bytes.length;) at += output.writeSync(bytes.subarray(at));
}
