import type { FlowIssueCode } from "../issue_codes.ts";

/** Why the tasks that a task starts after were rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "没有这个任务",
  same_task: "该任务重复出现",
  cycle: "任务会在自己之后启动：{way}",
  invalid_within: "请输入时长，例如 24h，或 since 加时刻，例如 since 00:00",
};
