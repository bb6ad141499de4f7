// The lines the panel itself writes into a run's log, in the panel's language.
import type { ToolLack } from "../contract/dependencies.ts";
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
  | { code: "installer_missing"; lacks: ToolLack }
  | { code: "secret_locked" }
  | { code: "spawn_failed"; reason: string };

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
  refusal(refusal: Refusal): string;
}

const lacksInEnglish: Record<ToolLack, string> = {
  npm: "npm is not installed on this machine; install Node.js with npm and try again",
  pnpm: "pnpm is not installed on this machine; install it, or choose npm in the settings of dependencies",
  python3: "python3 is not installed on this machine; install it and try again",
  venv: "python3 on this machine cannot make virtual environments; install python3-venv and try again",
  package_tool: "this machine has neither apt-get nor apk, so no Linux packages can be installed",
  rights:
    "the panel may not install Linux packages: it runs neither as root nor as a user with sudo without a password",
  deno:
    "there is no Deno on this machine, and the panel's own executable cannot fetch packages; install Deno",
};

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
      `The variable ${name} is left out: its secret value cannot be opened with the key file in the data folder`,
    no_room: (name) => `The variable ${name} is left out: there is no room for it in the environment`,
  },
  notMasked: "... the output from here on is left out, because its secrets could not be masked ...",
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
      case "installer_missing":
        return `Not possible here: ${lacksInEnglish[refusal.lacks]}`;
      case "secret_locked":
        return "A secret cannot be opened: the key file in the data folder is missing or another one";
      case "spawn_failed":
        return `The process could not be started: ${refusal.reason}`;
    }
    return refusal satisfies never;
  },
};

const lacksInChinese: Record<ToolLack, string> = {
  npm: "本机未安装 npm，请安装 Node.js 和 npm 后重试",
  pnpm: "本机未安装 pnpm，请安装后重试，或在依赖设置中选择 npm",
  python3: "本机未安装 python3，请安装后重试",
  venv: "本机的 python3 无法创建虚拟环境，请安装 python3-venv 后重试",
  package_tool: "本机既没有 apt-get 也没有 apk，无法安装 Linux 软件包",
  rights: "面板无权安装 Linux 软件包：既不是以 root 运行，也没有免密码的 sudo",
  deno: "本机没有 Deno，而面板自身的程序无法下载包，请安装 Deno",
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
    unreadable: (name) => `变量 ${name} 未提供给任务：数据目录中的密钥文件无法解开其密文`,
    no_room: (name) => `变量 ${name} 未提供给任务：环境变量的空间不足`,
  },
  notMasked: "…… 无法隐藏密文，此后的输出已省略 ……",
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
      case "installer_missing":
        return `无法执行：${lacksInChinese[refusal.lacks]}`;
      case "secret_locked":
        return "无法打开密钥：数据目录中的密钥文件缺失或不匹配";
      case "spawn_failed":
        return `无法启动进程：${refusal.reason}`;
    }
    return refusal satisfies never;
  },
};

/** The log messages by language. */
export const runMessages: Record<Language, RunMessages> = { en, zh };
