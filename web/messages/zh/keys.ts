import type { keys as english } from "../en/keys.ts";
import type { SameNames } from "../messages.ts";

export const keys: SameNames<typeof english> = {
  delete: "删除",
  edit: "编辑",
  log: "查看日志",
  move: "在任务间移动",
  moveView: "移动视图标签页",
  new: "新建任务",
  open: "打开任务",
  run: "运行",
  search: "搜索任务",
  select: "选择",
  inTasks: "任务列表",
  stop: "停止",
  shortcutClose: "关闭对话框或菜单",
  shortcutHelp: "显示键盘快捷键",
  shortcutPalette: "打开命令面板",
  shortcutSubmit: "提交当前表单",
};
