import type { AnsiStyle } from "./ansi.ts";

/** A line as it is drawn. */
export interface LogLine {
  /** Stays the same while lines come and go around it. */
  key: number;
  text: string;
  /** The look that the line before left. */
  style: AnsiStyle;
  /** Characters that were too many to keep. */
  cut: number;
  /** Counted from 1 at the beginning of the log; null while the beginning is not known. */
  number: number | null;
  /** Its first byte in the log, and the one after its last. */
  start: number;
  end: number;
  /** Bytes that were left out of the log in place of this line; 0 for a line that was printed. */
  skipped: number;
}

// `## ... 1,234 bytes left out here, because … ...`, in any language: how the panel marks the place in the file itself.
const mark = /^## (?:\.{3}|\u2026\u2026) .*?(\d[\d,]*).*(?:\.{3}|\u2026\u2026)$/;

/** Reads the line that stands in a log for what was left out of it: how many bytes that were; 0 for any other line. */
export function leftOutBytes(line: string): number {
  const [, count] = mark.exec(line) ?? [];
  return count === undefined ? 0 : Number(count.replaceAll(",", ""));
}
