// The lines the panel itself writes into a run's log, in the panel's language.
import type { Language } from "../contract/settings.ts";
import type { FinalState } from "./states.ts";

/** Why a command was not started. */
export type Refusal =
  | { code: "script_missing"; script: string; places: readonly string[] }
  | { code: "interpreter_missing"; program: string }
  | { code: "folder_missing"; folder: string }
  | { code: "time_limit" }
  | { code: "accounts" }
  | { code: "nothing" }
  | { code: "spawn_failed"; reason: string };

interface RunWords {
  starting: string;
  ended: Record<FinalState, string>;
  exitCode(code: number): string;
  took(seconds: number): string;
  /** Stands where the middle of a log that was too large is missing. */
  leftOut(bytes: string): string;
  refusal(refusal: Refusal): string;
}

const en: RunWords = {
  starting: "Starting...",
  ended: {
    succeeded: "Completed ✅",
    failed: "Failed ❌",
    timed_out: "Timed out ⏰",
    stopped: "Stopped 🛑",
    interrupted: "Interrupted ⚡",
  },
  exitCode: (code) => `(exit code ${code})`,
  took: (seconds) => `took ${seconds} seconds`,
  leftOut: (bytes) => `... ${bytes} bytes left out here, because the log is too large ...`,
  refusal(refusal) {
    switch (refusal.code) {
      case "script_missing":
        return `The script ${refusal.script} was not found. Looked in: ${refusal.places.join(", ")}`;
      case "interpreter_missing":
        return `The program ${refusal.program} is not installed on this machine; install it and run the task again`;
      case "folder_missing":
        return `The working directory ${refusal.folder} does not exist`;
      case "time_limit":
        return "The time limit after -m is a number above 0 with s, m, h or d behind it, such as 60 or 5m";
      case "accounts":
        return "This version does not run `conc` and `desi`; run the script once for each account instead";
      case "nothing":
        return "The command names nothing to run";
      case "spawn_failed":
        return `The process could not be started: ${refusal.reason}`;
    }
    return refusal satisfies never;
  },
};

const zh: RunWords = {
  starting: "开始执行...",
  ended: {
    succeeded: "执行成功 ✅",
    failed: "执行失败 ❌",
    timed_out: "执行超时 ⏰",
    stopped: "已停止 🛑",
    interrupted: "已中断 ⚡",
  },
  exitCode: (code) => `（退出码 ${code}）`,
  took: (seconds) => `耗时 ${seconds} 秒`,
  leftOut: (bytes) => `…… 日志过大，此处省略 ${bytes} 字节 ……`,
  refusal(refusal) {
    switch (refusal.code) {
      case "script_missing":
        return `未找到脚本 ${refusal.script}。已查找：${refusal.places.join("、")}`;
      case "interpreter_missing":
        return `本机未安装 ${refusal.program}；请安装后重新运行任务`;
      case "folder_missing":
        return `工作目录 ${refusal.folder} 不存在`;
      case "time_limit":
        return "-m 之后的时间限制应为大于 0 的数字，可带 s、m、h 或 d，例如 60 或 5m";
      case "accounts":
        return "此版本不支持 `conc` 和 `desi`；请为每个账号分别运行脚本";
      case "nothing":
        return "命令中没有要运行的内容";
      case "spawn_failed":
        return `无法启动进程：${refusal.reason}`;
    }
    return refusal satisfies never;
  },
};

/** The log lines in a language. */
export const runWords: Record<Language, RunWords> = { en, zh };
