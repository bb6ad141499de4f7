import type { Language } from "../contract/settings.ts";

interface TaskMessages {
  usage: string;
  scripts: string;
  tooDeep(level: number): string;
  timedOut: string;
  tooLong(variable: string): string;
}

export const taskMessages: Record<Language, TaskMessages> = {
  en: {
    usage: `Usage: task [-m <time>] <script> [arguments] [-- arguments]

  task a.js                     run a script of the scripts folder
  task a.js now                 the same; only arguments after -- reach the script
  task a.js x y                 run it with arguments
  task a.js conc ENV [ranges]   run it for each account of the variable ENV, all at once
  task a.js desi ENV [ranges]   run it once with only these accounts in ENV
  task -m 10m a.js              stop it after ten minutes (s, m, h or d)
  task <program> [arguments]    run any program

Accounts are joined with &. Ranges are numbers and spans such as 2, 1-3 or 3-max.`,
    scripts: "Scripts:",
    tooDeep: (level) =>
      `task was started by itself ${level} times. Check whether a hook starts the task it belongs to`,
    timedOut: "Stopped at the time limit",
    tooLong: (variable) =>
      `The variable ${variable} is too long for the environment. Only scripts in JavaScript and Python have it`,
  },
  zh: {
    usage: `用法：task [-m <时限>] <脚本> [参数] [-- 参数]

  task a.js                    运行脚本目录中的脚本
  task a.js now                同上，仅 -- 之后的参数会传给脚本
  task a.js x y                带参数运行
  task a.js conc ENV [范围]    为变量 ENV 的每个账户各运行一次，同时进行
  task a.js desi ENV [范围]    只运行一次，ENV 中仅保留指定账户
  task -m 10m a.js             十分钟后停止（s、m、h 或 d）
  task <程序> [参数]           运行任意程序

多个账户以 & 连接。范围为数字或区间，例如 2、1-3 或 3-max。`,
    scripts: "脚本：",
    tooDeep: (level) => `task 已嵌套启动 ${level} 层，请检查钩子是否启动了自身所属的任务`,
    timedOut: "已达到运行时限，已停止",
    tooLong: (variable) => `变量 ${variable} 过长，无法放入环境变量，只有 JavaScript 和 Python 脚本可以读取`,
  },
};
