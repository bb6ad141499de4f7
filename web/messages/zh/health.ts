import type { health as en } from "../en/health.ts";
import type { SameNames } from "../messages.ts";

export const health: SameNames<typeof en> = {
  databaseMissing: "数据库文件已被删除，面板处于只读状态",
  databaseReplaced: "数据库文件已被替换，面板处于只读状态",
  putBack: "修改会丢失，因此暂不接受。请放回原文件或重启面板，正在运行的任务不受影响。",
  diskFull: "磁盘已满，面板处于只读状态",
  inodesFull: "磁盘的 inode 已用尽，面板处于只读状态",
  stillWorks: "腾出空间之前不接受修改。仍可查看、登录和退出、运行和停止任务，以及删除。",
  freeLogs: "删除日志",
  freeBackups: "删除备份",
  freePackages: "删除依赖",
};
