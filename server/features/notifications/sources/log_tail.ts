// Reads the last lines of a stored log for a notification; secrets were masked when the log was written.
import { visibleLines } from "../../../contract/log_text/visible_text.ts";

const MAX_LINES = 20;
const MAX_CHARACTERS = 2_000;
/** Much more than is reported, because colors and progress bars take up space too. */
const TAIL_BYTES = 64 * 1024;
/** Marks the last line of every log, which repeats what the message contains anyway. */
const END_MARK = "\u3000".repeat(5);

/** Reads the last bytes of a log, relative to the directory of logs, as text. */
export type ReadTail = (logs: string, path: string, bytes: number) => Promise<string>;

export interface RunLogFile {
  /** Directory of all logs. */
  logs: string;
  /** Relative to `logs`; null if the run has no log. */
  path: string | null;
}

/** Returns the end of a log: at most 20 lines and 2,000 characters, without colors. Empty if there is none. */
export async function logTail(file: RunLogFile, readTail: ReadTail): Promise<string> {
  return await findLogTail(file, readTail) ?? "";
}

/** Returns the end of a log as `logTail` does; null if there is no log, or no longer. */
export async function findLogTail({ logs, path }: RunLogFile, readTail: ReadTail): Promise<string | null> {
  const text = path === null ? "" : await readTail(logs, path, TAIL_BYTES).catch(() => "");
  if (text === "") return null; // a log that exists has its header
  // The first line may be cut, and with it a character or an escape sequence.
  return lastLines(text.length < TAIL_BYTES / 4 ? text : text.slice(text.indexOf("\n") + 1));
}

export function lastLines(text: string): string {
  const lines = visibleLines(text).filter((line, index) => !isFrame(line, index)).map((line) =>
    line.trimEnd()
  );
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

function isFrame(line: string, index: number): boolean {
  return line.endsWith(END_MARK) || index === 0 && line.startsWith("## ");
}

function trimEmpty(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}
