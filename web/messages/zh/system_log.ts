import type { SameNames } from "../messages.ts";
import type { systemLog as en } from "../en/system_log.ts";

export const systemLog: SameNames<typeof en> = {
  tab: "系统日志",
  intro: "面板事件。保留 30 天，最多 200 MB。",
  search: "搜索系统日志",
  levels: "级别",
  debug: "调试",
  info: "信息",
  warn: "警告",
  error: "错误",
  from: "起始日期",
  to: "结束日期",
  follow: "实时",
  download: "下载",
  clear: "清空日志",
  clearTitle: "清空系统日志？",
  clearText: "所有日志都会被删除。审计日志会记录操作人。",
  cleared: "系统日志已清空",
  time: "时间",
  level: "级别",
  empty: "暂无日志",
  noMatch: "没有匹配的日志",
  incomplete: "搜索耗时过长，请缩短日期范围",
};
