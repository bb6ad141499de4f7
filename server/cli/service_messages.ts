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
  pageNotBuilt: string;
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
      "The panel and all tasks will run as root. To use another account, add --run-as and its name; " +
      "create one with useradd --system --user-group sundial.",
    pageNotBuilt:
      "The page is not built yet. Run `deno task build` first; until then, browsers see an error.",
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
    runsAsRoot: "面板和所有任务将以 root 运行。如需使用其他账户，请用 --run-as 指定；" +
      "可用 useradd --system --user-group sundial 创建。",
    pageNotBuilt: "页面尚未构建，请先运行 `deno task build`，否则浏览器中会显示错误。",
    notInstalled: (path) => `没有可移除的服务：${path} 不存在`,
    notStopped: (reason) => `无法停止服务，因此未移除：${reason}`,
    notRemoved: (reason) => `无法删除单元：${reason}。请以 root 运行。`,
    removed: (path) => `已删除 ${path}，数据目录保留。`,
  },
};
