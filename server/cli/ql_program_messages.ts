import type { Language } from "../contract/settings.ts";

export type QlSubcommand =
  | "repo"
  | "raw"
  | "rmlog"
  | "extra"
  | "check"
  | "update"
  | "reload"
  | "resetpwd"
  | "resettfa"
  | "resetlet"
  | "resetname"
  | "bot";

export interface QlMessages {
  usage: string;
  unknown(name: string): string;
  /** A line of the help for each subcommand. */
  subcommands: Record<QlSubcommand, string>;
  /** What to use instead of a subcommand that does nothing here. */
  instead: Partial<Record<QlSubcommand, string>>;
  noPanel: string;
  noExtra: string;
  found(id: number, name: string): string;
  moved(from: string, to: string): string;
  created(id: number, name: string): string;
  removed(count: number): string;
}

const en: QlMessages = {
  usage: "Usage: ql <command> [arguments]",
  unknown: (name) => `Unknown command: ql ${name}`,
  subcommands: {
    repo:
      "ql repo <url> [whitelist] [blacklist] [dependencies] [branch] [extensions] [proxy] [add tasks] [delete tasks]: pull a repository",
    raw: "ql raw <url> [proxy] [add tasks] [delete tasks]: pull one file",
    rmlog: "ql rmlog <days>: delete logs older than this many days",
    extra: "ql extra: run extra.sh of the configuration",
    check: "ql check: see sundial check",
    update: "ql update: see About in the panel",
    reload: "ql reload: see About in the panel",
    resetpwd: "ql resetpwd: see sundial reset-password",
    resettfa: "ql resettfa: see sundial reset-2fa",
    resetlet: "ql resetlet: not needed",
    resetname: "ql resetname: see Settings > Security",
    bot: "ql bot: not available",
  },
  instead: {
    check: "Run sundial check, which checks the panel and says how to repair it",
    update: "Update the panel under About, or as you installed it",
    reload: "Restart the panel under About, or as you started it",
    resetpwd: "Run sundial reset-password in a terminal",
    resettfa: "Run sundial reset-2fa in a terminal",
    resetlet:
      "Nothing to reset: after failed logins, the panel waits a while and then accepts the password again",
    resetname: "Change your user name in the panel under Settings > Security",
    bot: "This panel has no bot. Notifications reach you by the channels under Settings > Notifications",
  },
  noPanel: "The panel is not running",
  noExtra: "The configuration has no extra.sh, or it is empty",
  found: (id, name) => `Subscription ${id}: ${name}`,
  moved: (from, to) => `It has the same folder and now pulls from ${to} instead of ${from}`,
  created: (id, name) => `Created subscription ${id}: ${name}`,
  removed: (count) => `Deleted ${count} ${count === 1 ? "log" : "logs"}`,
};

const zh: QlMessages = {
  usage: "用法：ql <命令> [参数]",
  unknown: (name) => `未知命令：ql ${name}`,
  subcommands: {
    repo:
      "ql repo <地址> [白名单] [黑名单] [依赖文件] [分支] [扩展名] [代理] [新增任务] [删除任务]：拉取仓库",
    raw: "ql raw <地址> [代理] [新增任务] [删除任务]：拉取单个文件",
    rmlog: "ql rmlog <天数>：删除早于该天数的日志",
    extra: "ql extra：运行配置中的 extra.sh",
    check: "ql check：请使用 sundial check",
    update: "ql update：请在面板的“关于”页面更新",
    reload: "ql reload：请在面板的“关于”页面重启",
    resetpwd: "ql resetpwd：请使用 sundial reset-password",
    resettfa: "ql resettfa：请使用 sundial reset-2fa",
    resetlet: "ql resetlet：无需重置",
    resetname: "ql resetname：请在面板的安全设置中修改",
    bot: "ql bot：不提供",
  },
  instead: {
    check: "请运行 sundial check，它会检查面板并说明如何修复",
    update: "请在面板的“关于”页面更新，或按安装方式更新",
    reload: "请在面板的“关于”页面重启，或按启动方式重启",
    resetpwd: "请在终端运行 sundial reset-password",
    resettfa: "请在终端运行 sundial reset-2fa",
    resetlet: "无需重置：多次登录失败后，面板会等待一段时间再接受密码",
    resetname: "请在面板的“设置 > 安全”中修改用户名",
    bot: "此面板没有机器人，请在“设置 > 通知”中添加通知渠道",
  },
  noPanel: "面板未运行",
  noExtra: "配置中没有 extra.sh，或文件为空",
  found: (id, name) => `订阅 ${id}：${name}`,
  moved: (from, to) => `目录相同，改为从 ${to} 拉取，不再使用 ${from}`,
  created: (id, name) => `已创建订阅 ${id}：${name}`,
  removed: (count) => `已删除 ${count} 个日志`,
};

export const qlMessages: Record<Language, QlMessages> = { en, zh };
