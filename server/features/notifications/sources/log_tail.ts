// The last lines of a stored log, as they are fit to be told: secrets were masked when they were written.
const MAX_LINES = 20;
const MAX_CHARACTERS = 2_000;
/** Much more than what is told, for colours and progress bars take room too. */
const TAIL_BYTES = 64 * 1024;
/** Ends the last line of every log, which says what the message says anyway. */
const END_MARK = "\u3000".repeat(5);
// deno-lint-ignore no-control-regex -- the escapes of terminals
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[(-+]\w|[@-Z\\-_])/g;

/** Reads the last bytes of a log below the directory of logs as text. */
export type ReadTail = (logs: string, path: string, bytes: number) => Promise<string>;

/** Where the log of a run lies. */
export interface LogLocation {
  /** Directory of all logs. */
  logs: string;
  /** Below it; null when the run has none. */
  path: string | null;
}

/** Reads the end of a log: at most 20 lines and 2,000 characters, without colours. Empty when there is none. */
export async function logTail({ logs, path }: LogLocation, readTail: ReadTail): Promise<string> {
  const text = path === null ? "" : await readTail(logs, path, TAIL_BYTES).catch(() => "");
  // The first line may have lost its beginning, and with it that of a sign or an escape.
  return lastLines(text.length < TAIL_BYTES / 4 ? text : text.slice(text.indexOf("\n") + 1));
}

/** Takes the lines of a log that say something from its end. */
export function lastLines(text: string): string {
  const lines = text.replace(ESCAPES, "").split("\n").map(formatLine)
    .filter((line, index) => !isFrame(line, index));
  const stored: string[] = [];
  let room = MAX_CHARACTERS;
  for (const line of trimEmpty(lines).slice(-MAX_LINES).reverse()) {
    if (line.length + 1 > room) {
      if (stored.length === 0) stored.push(`…${line.slice(-(MAX_CHARACTERS - 1))}`);
      break;
    }
    room -= line.length + 1;
    stored.push(line);
  }
  return trimEmpty(stored.reverse()).join("\n");
}

// Of a line that was written over, as progress bars are, what stood there last.
function formatLine(line: string): string {
  const written = line.replace(/\r+$/, "").split("\r").at(-1) ?? "";
  // deno-lint-ignore no-control-regex -- what no message may hold
  return written.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "").replace(/[ \t]+$/, "");
}

function isFrame(line: string, index: number): boolean {
  return line.endsWith(END_MARK) || index === 0 && line.startsWith("## ");
}

function trimEmpty(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}
