import type { SameNames } from "../messages.ts";
import type { systemLog as en } from "../en/system_log.ts";

export const systemLog: SameNames<typeof en> = {
  tab: "系统日志",
  intro: "面板自身的运行记录。保留 30 天，最多 200 MB",
  search: "搜索系统日志",
  searchHint: "日志中的文字",
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
  clearText: "所有日期的日志都会被删除。审计日志会记录操作者。",
  cleared: "已清空",
  time: "时间",
  level: "级别",
  empty: "暂无日志",
  noMatch: "没有匹配的日志",
  clearFilters: "清除筛选",
  incomplete: "时间有限，未能查看全部日志：请缩小日期范围",
};
