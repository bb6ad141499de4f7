import type { bulk as english } from "../en/bulk.ts";
import type { SameNames } from "../messages.ts";

export const bulk: SameNames<typeof english> = {
  title: "{count, plural, =1 {编辑“{name}”} other {编辑 # 个任务}}",
  help: "勾选要设置的字段，其他字段保持不变。",
  preview: "预览",
  previewTitle: "预览更改",
  summary: "{total} 个任务中有 {changed} 个会更改{failed, plural, =0 {} other {，# 个无法更改}}",
  same: "无变化",
  more: "另有 {count} 个",
  apply: "更改 {count} 个任务",
  done: "已更改 {count} 个任务",
  undone: "已撤销更改",
  spreadTitle: "错开 {count} 个任务",
  spreadHelp: "每天只在一个时刻运行的任务从该时刻起依次运行，日期和时区不变。",
  from: "首个时刻",
  every: "间隔",
  order: "顺序",
  orderList: "与列表相同",
  orderName: "名称",
  orderDue: "下次运行",
};
