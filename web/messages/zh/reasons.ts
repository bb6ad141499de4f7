import type { reasons as english } from "../en/reasons.ts";
import type { SameNames } from "../messages.ts";

export const reasons: SameNames<typeof english> = {
  causeApplication: "应用触发",
  causeBoot: "主机启动",
  causeDebug: "在编辑器中调试",
  causeMissed: "补运行",
  causePerson: "手动",
  causeRetry: "第 {attempt} 次尝试",
  causeSchedule: "定时",
  causeStartup: "面板启动",
  skipDeleted: "任务已被删除",
  skipDisabled: "任务已禁用",
  skipLimit: "较新的运行取代了它在队列中的位置",
  skipMissed: "面板未运行",
  skipOverlap: "上一次运行尚未结束",
  skipOverlapBy: "运行 #{run} 尚未结束",
  skipSeveral: "跳过 {count} 次：{reason}",
};
