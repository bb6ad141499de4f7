import type { taskTrash as english } from "../en/task_trash.ts";
import type { SameNames } from "../messages.ts";

export const taskTrash: SameNames<typeof english> = {
  bySubscription: "订阅",
  daysLeft: "{days, plural, =0 {即将永久删除} other {剩余 # 天}}",
  doneEmpty: "回收站已清空",
  doneRemove: "{count, plural, =1 {任务已永久删除} other {已永久删除 # 个任务}}",
  empty: "回收站为空",
  emptyHelp: "删除的任务会显示在这里",
  emptyIt: "清空回收站",
  emptyTitle: "清空回收站？",
  emptyText: "{count} 个任务及其运行记录和日志将被永久删除。此操作无法撤销。",
  help: "删除的任务连同运行记录和日志保留 {days} 天，磁盘空间不足时保留 1 天",
  noMatch: "没有匹配的任务",
  remove: "永久删除",
  removeText: "运行记录和日志也会删除。此操作无法撤销。",
  removeTitle: "{count, plural, =1 {永久删除“{name}”？} other {永久删除 # 个任务？}}",
  restore: "恢复",
  restoreSelected: "恢复 {count} 项",
  search: "搜索已删除的任务",
  select: "选择 {name}",
};
