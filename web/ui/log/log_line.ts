import type { AnsiStyle } from "../../../server/contract/log_text/ansi.ts";

export interface LogLine {
  /** Stable while other lines are added or removed. */
  key: number;
  text: string;
  /** The style at the end of the previous line. */
  style: AnsiStyle;
  /** Number of characters cut off the end. */
  cut: number;
  /** Line number, starting at 1 below the panel's header; null while the start of the log is not loaded. */
  number: number | null;
  /** Its first byte in the log, and the one after its last. */
  start: number;
  end: number;
  /** Number of bytes that were left out of the log in place of this line; 0 for a line of output. */
  skipped: number;
}

// `## ... 1,234 bytes left out here, because … ...`, in any language: how the panel marks the gap in the file itself.
const ellipses = ["...", "\u2026\u2026"];
const count = /\d[\d,]*/;

/** Parses the line that marks left-out bytes in a log and returns their number; 0 for any other line. */
export function leftOutBytes(line: string): number {
  const isMark = ellipses.some((one) => line.startsWith(`## ${one} `) && line.endsWith(one));
  const [digits = "0"] = isMark ? count.exec(line) ?? [] : [];
  return Number(digits.replaceAll(",", ""));
}
