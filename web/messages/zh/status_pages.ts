import type { statusPages as english } from "../en/status_pages.ts";
import type { SameNames } from "../messages.ts";

export const statusPages: SameNames<typeof english> = {
  tab: "状态页",
  intro:
    "状态页显示某个标签下任务的名称、是否正常，以及上次和下次运行时间。任何知道地址的人无需登录即可查看。",
  create: "创建状态页",
  createTitle: "创建状态页",
  label: "标签",
  labelHelp: "要显示的任务的标签",
  labelHelpSome: "要显示的任务的标签。已有页面的标签不再列出",
  created: "已创建 {label} 的状态页",
  since: "创建时间",
  open: "打开",
  openOne: "打开 {label} 的状态页",
  copyLink: "复制链接",
  copyBadge: "复制徽章（Markdown）",
  remove: "删除",
  removeOne: "删除 {label} 的状态页",
  removeTitle: "删除 {label} 的状态页？",
  removeText: "其地址和徽章会立即失效。重新创建的状态页使用新地址。",
  removed: "已删除 {label} 的状态页",
  none: "没有状态页",
  noneHelp: "让没有账户的人也能了解任务是否正常：为标签创建状态页。",
};
