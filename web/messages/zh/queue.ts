import type { queue as english } from "../en/queue.ts";
import type { SameNames } from "../messages.ts";

export const queue: SameNames<typeof english> = {
  ahead: "排在“{name}”#{run} 之前",
  cancel: "移出队列",
  cancelOne: "将运行 #{run} 移出队列",
  kindDependency: "依赖安装",
  kindSubscription: "订阅拉取",
  more: "后面还有 {count} 个",
  none: "没有运行中或排队中的任务",
  noneHelp: "任务开始运行或排队时会显示在这里。",
  slots: "已用并发 {live} / {limit}",
  queued: "入队于",
  running: "运行中（{count}）",
  waiting: "排队中（{count}）",
  whyDelay: "将于 {time} 开始",
  whyEmptyPool: "节点池“{pool}”中没有接收运行的节点",
  whyGroup: "同一串行组的其他任务正在运行",
  whyGroupRun: "串行组：“{name}”#{run} 尚未结束",
  whyKind: "同时拉取数已达上限",
  whyLimit: "并发数已达上限（{limit}）",
  whyUpstream: "等待其他任务结束",
  whyNode: "正在等待空闲节点",
  whyNoNode: "可运行它的节点均不接收运行",
  whyPool: "正在等待节点池“{pool}”的空闲节点",
  whyTask: "上一次运行尚未结束",
  whyTaskRun: "该任务的运行 #{run} 尚未结束",
};
