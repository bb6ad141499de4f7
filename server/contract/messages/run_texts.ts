// States, causes and reasons of runs, for the server and the command line. The page has texts of its own.
import type { RunCause, RunState, SkipReason } from "../runs.ts";
import type { Language } from "../settings.ts";
import type { WhyResult } from "../task_statistics.ts";
import type { Task } from "../tasks.ts";

export interface RunTexts {
  states: Record<RunState | Task["status"], string>;
  causes: Record<RunCause, string>;
  skipReasons: Record<SkipReason, string>;
  /** One sentence for each reason why a task ran or did not. */
  why: Record<WhyResult, string>;
}

export const runTexts: Record<Language, RunTexts> = {
  en: {
    states: {
      queued: "queued",
      starting: "starting",
      running: "running",
      succeeded: "succeeded",
      failed: "failed",
      timed_out: "timed out",
      stopped: "stopped",
      interrupted: "interrupted",
      lost: "lost",
      skipped: "skipped",
      idle: "idle",
      disabled: "disabled",
    },
    causes: {
      schedule: "schedule",
      person: "manual",
      application: "application",
      retry: "retry",
      startup: "panel start",
      boot: "host boot",
      missed: "missed run",
      upstream: "another task",
      webhook: "webhook",
    },
    skipReasons: {
      overlap: "the previous run had not ended",
      disabled: "the task was disabled",
      missed: "the panel was not running",
      limit: "a newer run replaced it in the queue",
      deleted: "the task was deleted",
      no_node: "no node of its pool was online",
      upstream: "the tasks before it had not ended as required",
      calendar: "a day off",
      window: "a maintenance window",
      expired: "its valid period had ended",
    },
    why: {
      ran: "It ran as run #{run}, due at {time}.",
      running: "It is running now as run #{run}, due at {time}.",
      waiting: "It has not run yet: run #{run}, due at {time}, is waiting in the queue.",
      skipped_overlap:
        "It was due at {time}, but was skipped because the previous run{blocker} had not ended.",
      skipped_limit: "It was due at {time}, but a newer run replaced it in the queue.",
      skipped_disabled: "It was due at {time}, but the task was disabled before it could start.",
      skipped_deleted: "It was due at {time}, but the task was being deleted.",
      skipped_no_node: "It was due at {time}, but no node of its pool was online.",
      skipped_upstream: "It was due at {time}, but the tasks before it had not ended as required in time.",
      skipped_calendar: "It was due at {time}, but that was a day off.",
      skipped_window: "It was due at {time}, but a maintenance window prevented it.",
      skipped_expired: "It was due at {time}, but its valid period would have ended before it ran.",
      skipped_missed:
        "The panel was not running at {time}. The task's setting for missed runs skipped this run.",
      cancelled:
        "It was due at {time} and queued as run #{run}, but was removed from the queue before it started.",
      not_due: "It was not due at {time}.",
      not_scheduled: "The task has no schedule: it runs only manually or when the panel starts.",
      disabled: "The task has been disabled since {since}, so no run was due.",
      in_future: "{time} is in the future.",
      before_task: "The task did not exist yet at {time}.",
      changed_since: "The task was changed after {time}, so its schedule at that time is unknown.",
      forgotten: "There are no records from {time}: runs that old have been deleted.",
      nothing_missed: "Every scheduled run started.",
    },
  },
  zh: {
    states: {
      queued: "排队中",
      starting: "启动中",
      running: "运行中",
      succeeded: "成功",
      failed: "失败",
      timed_out: "超时",
      stopped: "已停止",
      interrupted: "已中断",
      lost: "失联",
      skipped: "已跳过",
      idle: "空闲",
      disabled: "已禁用",
    },
    causes: {
      schedule: "定时",
      person: "手动",
      application: "应用",
      retry: "重试",
      startup: "面板启动",
      boot: "主机开机",
      missed: "补跑",
      upstream: "其他任务",
      webhook: "Webhook",
    },
    skipReasons: {
      overlap: "上一次运行尚未结束",
      disabled: "任务已禁用",
      missed: "面板未运行",
      limit: "在队列中被较新的运行取代",
      deleted: "任务已删除",
      no_node: "节点池中没有在线节点",
      upstream: "前置任务未按要求结束",
      calendar: "休息日",
      window: "维护窗口",
      expired: "已超出有效期",
    },
    why: {
      ran: "已运行（运行 #{run}，计划时间 {time}）。",
      running: "正在运行（运行 #{run}，计划时间 {time}）。",
      waiting: "尚未运行，正在排队（运行 #{run}，计划时间 {time}）。",
      skipped_overlap: "计划于 {time} 运行，因上一次运行{blocker}尚未结束而跳过。",
      skipped_limit: "计划于 {time} 运行，但在队列中被较新的运行取代。",
      skipped_disabled: "计划于 {time} 运行，但任务在开始前被禁用。",
      skipped_deleted: "计划于 {time} 运行，但任务正在被删除。",
      skipped_no_node: "计划于 {time} 运行，但节点池中没有在线节点。",
      skipped_upstream: "计划于 {time} 运行，但前置任务未在限时内按要求结束。",
      skipped_calendar: "计划于 {time} 运行，但当天是休息日。",
      skipped_window: "计划于 {time} 运行，但处于维护窗口内。",
      skipped_expired: "计划于 {time} 运行，但届时已超出有效期。",
      skipped_missed: "{time} 时面板未运行。按任务的“错过的运行”设置，已跳过这次运行。",
      cancelled: "计划于 {time} 运行，已作为运行 #{run} 排队，但在开始前被移出队列。",
      not_due: "{time} 没有计划的运行。",
      not_scheduled: "该任务没有定时规则，仅在手动触发或面板启动时运行。",
      disabled: "任务自 {since} 起已禁用，因此没有计划的运行。",
      in_future: "{time} 尚未到来。",
      before_task: "{time} 时该任务尚未创建。",
      changed_since: "任务在 {time} 之后修改过，无法得知当时的定时规则。",
      forgotten: "没有 {time} 的记录：那时的运行记录已被删除。",
      nothing_missed: "所有计划的运行均已启动。",
    },
  },
};
