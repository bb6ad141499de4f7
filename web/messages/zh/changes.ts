import type { changes as english } from "../en/changes.ts";
import type { SameNames } from "../messages.ts";

export const changes: SameNames<typeof english> = {
  title: "变更历史",
  help: "谁修改了哪些字段，最新的在前",
  none: "暂无变更记录",
  noneHelp: "对此任务的修改会显示在这里。旧版本的面板没有记录修改。",
  created: "创建",
  fromTrash: "从回收站恢复",
  before: "修改前",
  after: "修改后",
  notSet: "未设置",
  on: "开启",
  off: "关闭",
  deleted: "#{id}（已删除）",
  masked: "已修改。其值可能是机密，因此未记录。",
  more: "此条目未列出全部变更。",
  exists: "规则",
  existing: "存在",
  missing: "不存在",
  openTask: "打开变更历史",
  restore: "恢复之前的值",
  restored: "已恢复之前的值",
  muted: "静音至运行成功",
  followSystemLanguage: "跟随浏览器语言",
};
