// The lines the panel itself writes into a run's log, in the panel's language. The first and the last one, which the page
// recognizes, are in the contract.
import type { Language } from "../contract/settings.ts";

interface RunMessages {
  /** Replaces the middle of a log that was too large. */
  leftOut(bytes: string): string;
  /** A variable is missing from the environment. */
  noRoom(name: string): string;
  /** The run does not start, because these variables cannot be decrypted. */
  secretLocked(names: readonly string[]): string;
  /** The run does not start, because what started it, which it gets as a file, cannot be decrypted. */
  contentLocked: string;
  /** Replaces output that could not be masked. */
  notMasked: string;
  /** The process could not be started. */
  spawnFailed(reason: string): string;
}

const en: RunMessages = {
  leftOut: (bytes) => `... ${bytes} bytes left out here, because the log is too large ...`,
  noRoom: (name) =>
    `The variable ${name} is too long for the environment. Scripts in JavaScript and Python that task starts have it all the same; shell scripts and other programs do not`,
  secretLocked: (names) =>
    `Not started: the key file of the panel does not decrypt the secret value of ${
      names.join(", ")
    }. Enter the value again, or disable the variable`,
  contentLocked:
    "Not started: the key file of the panel does not decrypt what was delivered to the webhook for this run. Have its sender send it again",
  notMasked: "... output omitted from here on: its secrets could not be masked ...",
  spawnFailed: (reason) => `The process could not be started: ${reason}`,
};

const zh: RunMessages = {
  leftOut: (bytes) => `…… 日志过大，此处省略 ${bytes} 字节 ……`,
  noRoom: (name) =>
    `变量 ${name} 过长，无法放入环境变量。由 task 启动的 JavaScript 和 Python 脚本仍可读取，Shell 脚本和其他程序无法读取`,
  secretLocked: (names) =>
    `未启动：面板的密钥文件无法解密变量 ${names.join("、")} 的机密值。请重新输入该值，或禁用该变量`,
  contentLocked: "未启动：面板的密钥文件无法解密本次运行所用的 Webhook 投递内容。请让发送方重新发送",
  notMasked: "…… 无法隐藏机密，此后的输出已省略 ……",
  spawnFailed: (reason) => `无法启动进程：${reason}`,
};

export const runMessages: Record<Language, RunMessages> = { en, zh };
