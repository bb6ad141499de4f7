// The lines the panel itself writes into a run's log, in the panel's language.
import type { Language } from "../contract/settings.ts";
import type { FinalState } from "./states.ts";

interface RunMessages {
  starting: string;
  ended: Record<FinalState, string>;
  exitCode(code: number): string;
  took(seconds: number): string;
  /** Replaces the middle of a log that was too large. */
  leftOut(bytes: string): string;
  /** Why a variable is missing from the environment. */
  noVariable: Record<"unreadable" | "no_room", (name: string) => string>;
  /** Replaces output that could not be masked. */
  notMasked: string;
  /** The process could not be started. */
  spawnFailed(reason: string): string;
}

const en: RunMessages = {
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
  noVariable: {
    unreadable: (name) =>
      `The variable ${name} was left out: its secret value cannot be decrypted with the key file in the data folder`,
    no_room: (name) => `The variable ${name} was left out: the environment has no room for it`,
  },
  notMasked: "... output omitted from here on: its secrets could not be masked ...",
  spawnFailed: (reason) => `The process could not be started: ${reason}`,
};

const zh: RunMessages = {
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
  noVariable: {
    unreadable: (name) => `变量 ${name} 未提供给任务：数据目录中的密钥文件无法解密其机密值`,
    no_room: (name) => `变量 ${name} 未提供给任务：环境变量的空间不足`,
  },
  notMasked: "…… 无法隐藏机密，此后的输出已省略 ……",
  spawnFailed: (reason) => `无法启动进程：${reason}`,
};

/** The log messages by language. */
export const runMessages: Record<Language, RunMessages> = { en, zh };
