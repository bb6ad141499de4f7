// Why the command of a run cannot be started, as the run's log says it.
import { RunSpecError } from "../../../engine/run_type.ts";

export type CommandRefusal =
  | { code: "script_missing"; script: string; places: readonly string[] }
  | { code: "interpreter_missing"; program: string }
  | { code: "folder_missing"; folder: string }
  | { code: "time_limit" }
  | { code: "accounts" }
  | { code: "nothing" }
  | { code: "secret_locked" };

/** Returns the error for a command that cannot be started. */
export function commandError(refusal: CommandRefusal): RunSpecError {
  return new RunSpecError({ code: refusal.code, line: { en: inEnglish(refusal), zh: inChinese(refusal) } });
}

function inEnglish(refusal: CommandRefusal): string {
  switch (refusal.code) {
    case "script_missing":
      return `The script ${refusal.script} was not found. Looked in: ${refusal.places.join(", ")}`;
    case "interpreter_missing":
      return `The program ${refusal.program} is not installed on this machine. Install it and run the task again`;
    case "folder_missing":
      return `The working directory ${refusal.folder} does not exist`;
    case "time_limit":
      return "The time limit after -m must be a number above 0, optionally followed by s, m, h or d, such as 60 or 5m";
    case "accounts":
      return "This version does not support `conc` and `desi`. Run the script once for each account instead";
    case "nothing":
      return "The command does not specify anything to run";
    case "secret_locked":
      return "A secret cannot be decrypted: the key file in the data folder is missing or was replaced";
  }
  return refusal satisfies never;
}

function inChinese(refusal: CommandRefusal): string {
  switch (refusal.code) {
    case "script_missing":
      return `未找到脚本 ${refusal.script}。已查找：${refusal.places.join("、")}`;
    case "interpreter_missing":
      return `本机未安装 ${refusal.program}，请安装后重新运行任务`;
    case "folder_missing":
      return `工作目录 ${refusal.folder} 不存在`;
    case "time_limit":
      return "-m 之后的时限必须为大于 0 的数字，可带 s、m、h 或 d，例如 60 或 5m";
    case "accounts":
      return "此版本不支持 `conc` 和 `desi`，请为每个账户分别运行脚本";
    case "nothing":
      return "命令未指定要运行的内容";
    case "secret_locked":
      return "无法解密机密：数据目录中的密钥文件缺失或已被替换";
  }
  return refusal satisfies never;
}
