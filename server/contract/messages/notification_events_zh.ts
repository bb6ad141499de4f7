// The Chinese texts of the events that users can be notified about. The page imports only the names, so the build
// leaves the messages out of it.
import type { EventMessage, NotificationEvent } from "../notification_events.ts";

export const eventNames: Record<NotificationEvent, string> = {
  run_failed: "运行失败",
  run_recovered: "运行恢复正常",
  run_ended: "运行结束",
  run_too_long: "运行时间过长",
  run_not_started: "未按时运行",
  approval_needed: "需要审批",
  retries_used_up: "重试次数用尽",
  heartbeat_down: "心跳中断",
  heartbeat_up: "心跳恢复",
  subscription_added: "订阅新增任务",
  subscription_changed: "订阅变更任务",
  subscription_removed: "订阅删除任务",
  subscription_failed: "订阅失败",
  subscription_waiting: "订阅变更待批准",
  dependency_failed: "依赖失败",
  login: "登录",
  login_failed: "登录失败",
  second_factor_changed: "两步验证变更",
  backup_done: "备份已创建",
  backup_failed: "备份失败",
  update_available: "有新版本",
  disk_nearly_full: "磁盘空间不足",
  calendar_ends: "日历数据即将到期",
  panel_crashed: "面板异常退出后重新启动",
};

export const eventMessages: Record<NotificationEvent, EventMessage> = {
  run_failed: {
    title: "{task}：{outcome}",
    text: "任务 {task} 的运行 #{run}：{outcome}。",
  },
  run_recovered: {
    title: "{task}：已恢复正常",
    text: "任务 {task} 失败后再次运行成功。",
  },
  run_ended: {
    title: "{task}：{outcome}",
    text: "任务 {task} 的运行 #{run}：{outcome}。",
  },
  run_too_long: {
    title: "{task}：已运行 {duration}",
    text: "任务 {task} 已运行 {duration}，尚未结束。",
  },
  run_not_started: {
    title: "{task}：未按时运行",
    text: "任务 {task} 未按时运行：{reason}。",
  },
  approval_needed: {
    title: "{task}：等待审批",
    text: "{task} 的运行 #{run} 审批通过后才会开始，{lapsesAt} 前未审批则跳过。",
  },
  retries_used_up: {
    title: "{task}：重试后仍然失败",
    text: "任务 {task} 运行失败，第 {attempt} 次尝试为最后一次。",
  },
  heartbeat_down: {
    title: "{heartbeat}：心跳中断",
    text: "心跳检测 {heartbeat} 中断：{reason}。",
  },
  heartbeat_up: {
    title: "{heartbeat}：心跳恢复",
    text: "心跳检测 {heartbeat} 已恢复正常。",
  },
  subscription_added: {
    title: "{subscription}：新增任务（{added}）",
    text: "订阅 {subscription} 新增了 {added} 个任务。",
  },
  subscription_changed: {
    title: "{subscription}：变更任务（{changed}）",
    text: "订阅 {subscription} 变更了 {changed} 个任务。",
  },
  subscription_removed: {
    title: "{subscription}：删除任务（{removed}）",
    text: "订阅 {subscription} 删除了 {removed} 个任务。",
  },
  subscription_failed: {
    title: "{subscription}：拉取失败",
    text: "订阅 {subscription} 拉取失败：{outcome}。",
  },
  subscription_waiting: {
    title: "{subscription}：有变更待批准",
    text: "订阅 {subscription} 有变更待批准。",
  },
  dependency_failed: {
    title: "{dependency}：依赖失败",
    text: "依赖 {dependency} 安装或删除失败：{reason}。",
  },
  login: {
    title: "{panel} 有新的登录",
    text: "面板有新的登录。",
  },
  login_failed: {
    title: "{panel} 登录失败",
    text: "登录尝试失败：{reason}。",
  },
  second_factor_changed: {
    title: "两步验证已{reason}",
    text: "账户的两步验证已{reason}。",
  },
  backup_done: {
    title: "备份已创建",
    text: "备份已创建：{size}。",
  },
  backup_failed: {
    title: "备份失败",
    text: "备份失败：{reason}。",
  },
  update_available: {
    title: "新版本 {version} 可用",
    text: "面板的新版本 {version} 可用。",
  },
  disk_nearly_full: {
    title: "{panel} 的磁盘空间不足",
    text: "面板数据所在的磁盘空间不足：共 {size}，剩余 {free}。",
  },
  calendar_ends: {
    title: "日历 {calendar} 的数据截至 {until}",
    text: "{until} 之后只能按星期判断。请更新面板或日历，否则任务将不再考虑节假日。",
  },
  panel_crashed: {
    title: "{panel} 异常退出后已重新启动",
    text: "面板或所在的机器异常退出，现已重新启动。{reason}",
  },
};
