// The first and the last line of a run's log. The engine writes them; the page recognizes them and shows them as a header
// and a footer. Programs that read such logs search for them, so they never change.
import type { RunState } from "./runs.ts";
import type { Language } from "./settings.ts";

/** Ends the last line of every log. */
export const LOG_END_MARK = "\u3000".repeat(5);

export type EndState = Extract<
  RunState,
  "succeeded" | "failed" | "timed_out" | "stopped" | "interrupted" | "lost"
>;

interface LogMessages {
  starting: string;
  ended: Record<EndState, string>;
  exitCode(code: string): string;
  took(seconds: string): string;
}

const messages: Record<Language, LogMessages> = {
  en: {
    starting: "Starting...",
    ended: {
      succeeded: "Completed ✅",
      failed: "Failed ❌",
      timed_out: "Timed out ⏰",
      stopped: "Stopped 🛑",
      interrupted: "Interrupted ⚡",
      lost: "Lost ❓",
    },
    exitCode: (code) => `(exit code ${code})`,
    took: (seconds) => `took ${seconds} seconds`,
  },
  zh: {
    starting: "开始执行...",
    ended: {
      succeeded: "执行成功 ✅",
      failed: "执行失败 ❌",
      timed_out: "执行超时 ⏰",
      stopped: "已停止 🛑",
      interrupted: "已中断 ⚡",
      lost: "已失联 ❓",
    },
    exitCode: (code) => `（退出码 ${code}）`,
    took: (seconds) => `耗时 ${seconds} 秒`,
  },
};

/** Formats the first line of a log; `time` is the local time as `2026-01-02 03:04:05`. */
export function formatLogHeader(time: string, language: Language): string {
  return `## ${messages[language].starting} ${time}`;
}

/** What the last line of a log says. */
export interface LogFooter {
  /** Null in logs of older versions, whose last line does not say it. */
  state: EndState | null;
  exitCode: number | null;
  /** Local time, as `2026-01-02 03:04:05`. */
  time: string;
  /** Duration, rounded to at least one second. */
  seconds: number;
}

export function formatLogFooter(
  { state, exitCode, time, seconds }: LogFooter & { state: EndState },
  language: Language,
): string {
  const { ended, exitCode: codeText, took } = messages[language];
  const code = exitCode === null ? "" : codeText(String(exitCode));
  return `## ${ended[state]}${code}... ${time}  ${took(String(seconds))}${LOG_END_MARK}`;
}

/** Returns the time that the first line of a log contains; null for any other line. */
export function readLogHeader(line: string): string | null {
  return header.exec(line)?.[1] ?? null;
}

/**
 * Returns how many lines at the start of a log are the panel's, its header and the empty line below, given its first two
 * lines; 0 for a log of other programs. The page numbers the lines after them.
 */
export function countHeaderLines(first: string | undefined, second: string | undefined): number {
  if (readLogHeader(first ?? "") === null) return 0;
  return second === "" ? 2 : 1;
}

/** Parses the last line of a log; returns null for any other line. */
export function readLogFooter(line: string): LogFooter | null {
  if (!line.endsWith(LOG_END_MARK)) return null;
  for (const { state, pattern } of footers) {
    const groups = pattern.exec(line)?.groups;
    if (!groups) continue;
    const { code, time = "", seconds } = groups;
    return { state, exitCode: code === undefined ? null : Number(code), time, seconds: Number(seconds) };
  }
  return null;
}

const timeSource = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d";
// Logs of older versions begin and end like this.
const oldHeaders = ["Start executing..."];
const oldFooters = [
  { ended: "Execution finished", took: (seconds: string) => `elapsed ${seconds} seconds` },
  { ended: "执行结束", took: messages.zh.took },
];

const header = new RegExp(
  `^## (?:${
    [messages.en.starting, messages.zh.starting, ...oldHeaders].map(escape).join("|")
  }) (${timeSource})$`,
);

const footers = [
  ...Object.values(messages).flatMap(({ ended, exitCode, took }) =>
    (Object.keys(ended) as EndState[]).map((state) => ({
      state,
      pattern: footerPattern(ended[state], took, exitCode),
    }))
  ),
  ...oldFooters.map(({ ended, took }) => ({ state: null, pattern: footerPattern(ended, took, null) })),
];

function footerPattern(
  ended: string,
  took: LogMessages["took"],
  exitCode: LogMessages["exitCode"] | null,
): RegExp {
  const code = exitCode ? `(?:${withNumber(exitCode, "code")})?` : "";
  const time = `(?<time>${timeSource})`;
  return new RegExp(
    `^## ${escape(ended)}${code}\\.\\.\\. ${time}  ${withNumber(took, "seconds")}${LOG_END_MARK}$`,
  );
}

function withNumber(format: (value: string) => string, name: string): string {
  return escape(format("NUMBER")).replace("NUMBER", `(?<${name}>\\d+)`);
}

function escape(text: string): string {
  return text.replace(/[.()]/g, "\\$&");
}
