import type { Language } from "../contract/settings.ts";

/** What `sundial service` prints. */
export interface ServiceMessages {
  noSystemctl: string;
  noAccount(account: string): string;
  exists(path: string): string;
  /** `reason` names the file. */
  notWritten(reason: string): string;
  written(path: string): string;
  start: string;
  notBooted: string;
  runsAsRoot: string;
  notBuilt: string;
  created(account: string): string;
  notCreated(account: string, reason: string): string;
  given(account: string, folder: string): string;
  notGiven(account: string, reason: string): string;
  otherOwner: string;
  /** `program` is started by `runtime`, unless they are one file. */
  cannotRun(account: string, program: string, runtime: string): string;
  cannotReach(account: string, folder: string): string;
  notInstalled(path: string): string;
  notStopped(reason: string): string;
  notRemoved(reason: string): string;
  removed(path: string): string;
}

/** The messages of `sundial service` by language. */
export const serviceMessages: Record<Language, ServiceMessages> = {
  en: {
    noSystemctl:
      "systemctl was not found: this machine does not use systemd. Have its own service manager run " +
      "`sundial serve`; --print shows the settings of a unit.",
    noAccount: (account) =>
      `There is no account ${account}. Create it, or name another one with --run-as: ` +
      `useradd --system --user-group ${account}`,
    exists: (path) => `${path} exists; replace it with --force, or compare it with --print`,
    notWritten: (reason) =>
      `Cannot write the unit: ${reason}. Run the command as root, or use --user or --print.`,
    written: (path) => `Wrote ${path}`,
    start: "Start the panel now and with the machine:",
    notBooted: "systemd is not running on this machine; the service starts once it does.",
    runsAsRoot:
      "The panel and all tasks will run as root. Only tasks that need root are a reason for that; otherwise, " +
      "let it run as an account of its own: --run-as sundial --force",
    notBuilt: "The panel is not built yet. Run `deno task panel` first.",
    created: (account) => `Created the system account ${account}`,
    notCreated: (account, reason) => `Cannot create the account ${account}: ${reason}`,
    given: (account, folder) => `${folder} belongs to ${account} now`,
    notGiven: (account, reason) => `Cannot give the data folder to ${account}: ${reason}`,
    otherOwner: "The data folder belongs to another account. If it is the right one, run before the start:",
    cannotRun: (account, program, runtime) =>
      `${account} cannot run the panel: it must be able to read ${
        [...new Set([program, runtime])].join(" and ")
      }. ` +
      "Move them out of the home folder of another account, such as to /opt, or name another account with --run-as.",
    cannotReach: (account, folder) =>
      `${account} cannot reach ${folder}. Name another folder with --data-dir, such as /var/lib/sundial/data, ` +
      "or another account with --run-as.",
    notInstalled: (path) => `There is no service to remove: ${path} does not exist`,
    notStopped: (reason) => `Cannot stop the service, so it stays installed: ${reason}`,
    notRemoved: (reason) => `Cannot remove the unit: ${reason}. Run the command as root.`,
    removed: (path) => `Removed ${path}. The data folder stays.`,
  },
  zh: {
    noSystemctl: "找不到 systemctl：本机未使用 systemd。请用本机的服务管理器运行 `sundial serve`；" +
      "--print 可显示单元中的设置。",
    noAccount: (account) =>
      `系统中没有账户 ${account}。请先创建，或用 --run-as 指定其他账户：` +
      `useradd --system --user-group ${account}`,
    exists: (path) => `${path} 已存在；用 --force 覆盖，或用 --print 比较`,
    notWritten: (reason) => `无法写入单元：${reason}。请以 root 运行，或使用 --user 或 --print。`,
    written: (path) => `已写入 ${path}`,
    start: "立即启动面板，并设为开机启动：",
    notBooted: "本机当前未运行 systemd，服务将在 systemd 运行后启动。",
    runsAsRoot: "面板和所有任务将以 root 运行。只有任务需要 root 权限时才应如此；" +
      "否则请使用单独的账户：--run-as sundial --force",
    notBuilt: "面板尚未构建，请先运行 `deno task panel`。",
    created: (account) => `已创建系统账户 ${account}`,
    notCreated: (account, reason) => `无法创建账户 ${account}：${reason}`,
    given: (account, folder) => `${folder} 现属于 ${account}`,
    notGiven: (account, reason) => `无法将数据目录交给 ${account}：${reason}`,
    otherOwner: "数据目录属于其他账户。如果目录无误，请在启动前运行：",
    cannotRun: (account, program, runtime) =>
      `${account} 无法运行面板：它必须能读取 ${[...new Set([program, runtime])].join(" 和 ")}。` +
      "请将其移出其他账户的主目录，例如移到 /opt，或用 --run-as 指定其他账户。",
    cannotReach: (account, folder) =>
      `${account} 无法访问 ${folder}。请用 --data-dir 指定其他目录，例如 /var/lib/sundial/data，` +
      "或用 --run-as 指定其他账户。",
    notInstalled: (path) => `没有可移除的服务：${path} 不存在`,
    notStopped: (reason) => `无法停止服务，因此未移除：${reason}`,
    notRemoved: (reason) => `无法删除单元：${reason}。请以 root 运行。`,
    removed: (path) => `已删除 ${path}，数据目录保留。`,
  },
};
