import type { CalendarIssueCode } from "../issue_codes.ts";

/** Why a field of a calendar, a maintenance window or the timing of a task was rejected. */
export const calendarIssues: Record<CalendarIssueCode, string> = {
  unknown_country: "没有国家或地区 {country} 的公共假日数据",
  unknown_region: "{country} 没有单独规定公共假日的地区 {region}",
  same_date: "{date} 重复",
  same_source: "此来源重复",
  one_of_address_and_text: "请填写 iCalendar 文件的地址或内容，二者选一",
  not_icalendar: "不是 iCalendar 文件，文件须以 BEGIN:VCALENDAR 开头",
  calendar_unreadable: "无法读取 iCalendar 文件：{reason}",
  calendar_without_days: "iCalendar 文件中没有全天事件",
  calendar_too_many_events: "iCalendar 文件中的事件或休息日超过 {max} 个，或重复过于频繁",
  event_ends_before_start: "事件“{event}”的结束早于开始",
  event_too_long: "事件“{event}”超过 {days} 天",
  event_unknown_zone: "iCalendar 文件没有说明其时区 {zone}",
  events_without_pause: "事件首尾相连，超过 {days} 天没有间断",
  calendar_too_slow: "读取 iCalendar 文件超过 {seconds} 秒",
  calendar_too_large: "iCalendar 文件超过 {max} MB",
  calendar_server_slow: "服务器未在 {seconds} 秒内发送文件",
  calendar_status: "服务器返回状态 {status}",
  calendar_unreachable: "无法访问该地址：{reason}",
  calendar_unknown_host: "找不到主机 {host}",
  calendar_inner_network:
    "{host} 位于不允许访问的内部网络。如需放行，请设置 SUNDIAL_ALLOW_NETWORKS={allowed} 并重启面板",
  unknown_calendar: "没有这个日历",
  too_frequent_to_move: "每天到期超过 1,440 次的定时规则不能改期到其他日子",
  ends_before_start: "结束时间必须晚于开始时间",
  time_passed: "该时间已过，任务不会再运行",
  window_over: "该窗口已经结束",
  window_two_ways: "窗口须三选一：开始和结束时间、定时规则和时长，或 iCalendar 文件",
  window_too_long: "窗口的时长超过了两次开启的间隔",
};
