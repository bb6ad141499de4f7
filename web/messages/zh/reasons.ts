import type { reasons as english } from "../en/reasons.ts";
import type { SameNames } from "../messages.ts";

export const reasons: SameNames<typeof english> = {
  causeApplication: "应用",
  causeBoot: "主机启动",
  causeDebug: "调试",
  causeMissed: "补运行",
  causePerson: "手动",
  causeRetry: "重试 {attempt}",
  causeSchedule: "定时",
  causeStartup: "面板启动",
  skipDeleted: "任务已被删除",
  skipDisabled: "任务已被禁用",
  skipLimit: "队列中已被较新的运行取代",
  skipMissed: "面板未运行",
  skipOverlap: "上一次运行尚未结束",
  skipOverlapBy: "运行 #{run} 尚未结束",
  skipSeveral: "跳过 {count} 次运行：{reason}",
};
