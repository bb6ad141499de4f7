import type { health as en, repair as englishRepair } from "../en/health.ts";
import type { SameNames } from "../messages.ts";

export const health: SameNames<typeof en> = {
  databaseMissing: "数据库文件已被删除，面板处于只读状态",
  databaseReplaced: "数据库文件已被替换，面板处于只读状态",
  putBack: "为避免丢失修改，暂不接受任何修改。请放回原文件或重启面板，正在运行的任务不受影响。",
  diskReadOnly: "磁盘为只读，面板不接受修改",
  checkDisk: "通常是系统发现了磁盘错误。请检查磁盘，恢复可写后重启面板。正在运行的任务会继续。",
  diskFull: "磁盘已满，面板处于只读状态",
  inodesFull: "磁盘的 inode 已用尽，面板处于只读状态",
  stillWorks: "腾出空间之前不接受修改。仍可查看、登录和退出、运行和停止任务，以及删除。",
  freeLogs: "删除日志",
  freeBackups: "删除备份",
  freePackages: "删除依赖",
};

export const repair: SameNames<typeof englishRepair> = {
  lead: "面板未能及时响应。请尝试以下步骤：",
  leadAnswering: "如果面板停止响应，请尝试以下步骤：",
  container: "容器",
  executable: "可执行文件或 systemd 服务",
  sources: "源码运行",
  stepUpdate: "更新并启动面板",
  stepUpdateHelp: "然后重新打开此页面，数据会保留。",
  stepUpdateContainerHelp: "在宿主机上 compose.yaml 所在的目录中运行，会更新并启动容器，数据会保留。",
  stepRestart: "重启面板",
  stepRestartHelp: "请将 sundial 替换为实际的服务名称。未安装为服务时，请用 serve 重新运行可执行文件。",
  stepCheck: "检查安装",
  stepCheckHelp: "显示已安装的版本以及无法启动的原因。如果命令失败，请重新安装面板。",
  stepCheckContainer: "在容器内检查",
  stepCheckContainerHelp:
    "第一条命令在新容器中检查安装；其余命令需要容器正在运行，分别显示已安装的版本，并在面板就绪时显示 OK。",
  stepLogs: "查看面板日志",
  stepLogsHelp:
    "停止前的最后几行通常会显示原因。如仍无法解决，请在获取 Sundial 的代码仓库提交 issue，并附上这些日志。",
  stepConsoleHelp:
    "启动面板的终端会显示停止原因。如仍无法解决，请在获取 Sundial 的代码仓库提交 issue，并附上最后几行。",
  checking: "正在检查…",
  nextCheck: "{seconds} 秒后再次检查",
  checkNow: "立即检查",
  answering: "面板响应正常",
  continue: "继续",
};
