import type { queue as english } from "../en/queue.ts";
import type { SameNames } from "../messages.ts";

export const queue: SameNames<typeof english> = {
  ahead: "排在 {name} #{run} 之前",
  cancel: "取消排队",
  cancelOne: "取消运行 #{run} 的排队",
  kindDependency: "依赖安装",
  kindSubscription: "订阅拉取",
  more: "后面还有 {count} 个",
  none: "没有运行或等待中的任务",
  noneHelp: "任务开始运行或需要排队时会显示在这里。",
  places: "已占用 {live} / {limit} 个并发位",
  queued: "入队于",
  running: "运行中（{count}）",
  waiting: "等待中（{count}）",
  whyDelay: "将于 {time} 开始",
  whyGroup: "同一串行组的其他任务正在运行",
  whyGroupRun: "串行组：{name} #{run} 尚未结束",
  whyKind: "同时进行的拉取已达上限",
  whyLimit: "全部 {limit} 个并发位已占满",
  whyTask: "该任务的上一次运行尚未结束",
  whyTaskRun: "该任务的运行 #{run} 尚未结束",
};
