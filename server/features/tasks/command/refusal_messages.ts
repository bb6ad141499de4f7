// Lines in the log of a run about its command: why it cannot be started, and warnings.
import { type Refusal, RunSpecError } from "../../../engine/run_spec_error.ts";

export type CommandRefusal =
  | { code: "script_missing"; script: string; directories: readonly string[] }
  | { code: "interpreter_missing"; program: string }
  | { code: "folder_missing"; folder: string }
  | { code: "time_limit" }
  | { code: "nothing" }
  | { code: "parameter_missing"; parameter: string }
  | { code: "parameter_file_missing"; file: string }
  | { code: "secret_locked" };

export function commandError(refusal: CommandRefusal): RunSpecError {
  return new RunSpecError({ code: refusal.code, line: { en: inEnglish(refusal), zh: inChinese(refusal) } });
}

/** Returns the warning about a working directory that does not exist. */
export function missingDirectory(folder: string): Refusal["line"] {
  return {
    en: `Warning: working directory does not exist: ${folder}`,
    zh: `警告：工作目录不存在：${folder}`,
  };
}

/** Returns the line about the delay of a run by `RandomDelay`, with its local due and start time. */
export function randomlyDelayed(seconds: number, due: string, start: string): Refusal["line"] {
  return {
    en: `Random delay of ${seconds} ${
      seconds === 1 ? "second" : "seconds"
    }: due at ${due}, started at ${start}`,
    zh: `随机延迟 ${seconds} 秒：应于 ${due} 执行，于 ${start} 开始`,
  };
}

/** The refusals that name something, and how their lines look with a name. */
const named: Partial<Record<string, (name: string) => CommandRefusal>> = {
  script_missing: (name) => ({ code: "script_missing", script: name, directories: [] }),
  interpreter_missing: (name) => ({ code: "interpreter_missing", program: name }),
  folder_missing: (name) => ({ code: "folder_missing", folder: name }),
  parameter_missing: (name) => ({ code: "parameter_missing", parameter: name }),
  parameter_file_missing: (name) => ({ code: "parameter_file_missing", file: name }),
};

/** Returns the script, program or directory that a line about a refusal names; null if it names none. */
export function nameInRefusal(code: string, line: string): string | null {
  const refusal = named[code]?.("\0");
  if (!refusal) return null;
  for (const text of [inEnglish(refusal), inChinese(refusal)]) {
    const [before = "", after = ""] = text.split("\0");
    const end = line.lastIndexOf(after);
    if (line.startsWith(before) && end > before.length) return line.slice(before.length, end);
  }
  return null;
}

function inEnglish(refusal: CommandRefusal): string {
  switch (refusal.code) {
    case "script_missing":
      return `The script ${refusal.script} was not found. Looked in: ${refusal.directories.join(", ")}`;
    case "interpreter_missing":
      return `The program ${refusal.program} is not installed on this machine. Install it and run the task again`;
    case "folder_missing":
      return `The working directory ${refusal.folder} does not exist`;
    case "time_limit":
      return "The time limit after -m must be a number above 0, optionally followed by s, m, h or d, such as 60 or 5m";
    case "nothing":
      return "The command does not specify anything to run";
    case "parameter_missing":
      return `Not started, because the parameter ${refusal.parameter} has no value`;
    case "parameter_file_missing":
      return `Not started, because there is no file ${refusal.file} in the scripts folder`;
    case "secret_locked":
      return "Not started, because a secret cannot be decrypted with the key of this panel";
  }
  return refusal satisfies never;
}

function inChinese(refusal: CommandRefusal): string {
  switch (refusal.code) {
    case "script_missing":
      return `未找到脚本 ${refusal.script}。已查找：${refusal.directories.join("、")}`;
    case "interpreter_missing":
      return `本机未安装 ${refusal.program}，请安装后重新运行任务`;
    case "folder_missing":
      return `工作目录 ${refusal.folder} 不存在`;
    case "time_limit":
      return "-m 之后的时限必须为大于 0 的数字，可带 s、m、h 或 d，例如 60 或 5m";
    case "nothing":
      return "命令未指定要运行的内容";
    case "parameter_missing":
      return `未启动：参数 ${refusal.parameter} 没有值`;
    case "parameter_file_missing":
      return `未启动：脚本文件夹中没有文件 ${refusal.file}`;
    case "secret_locked":
      return "未启动：此面板的密钥无法解密所需的机密";
  }
  return refusal satisfies never;
}
