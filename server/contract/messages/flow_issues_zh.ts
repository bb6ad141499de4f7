import type { FlowIssueCode } from "../issue_codes.ts";

/** Why what a task starts after, or what starts it, was rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "没有这个任务",
  same_task: "该任务重复出现",
  cycle: "任务会在自己之后启动：{way}",
  invalid_within: "请输入时长，例如 24h，或 since 加时刻，例如 since 00:00",
  trigger_path: "请输入单个文件的路径：绝对路径，或脚本文件夹下的路径，不能包含“..”",
  trigger_path_of_panel: "该文件属于面板本身：在数据文件夹内，只有脚本可以启动任务",
  unknown_trigger_source: "它不存在，或者您无权查看",
  same_trigger: "该触发器重复出现",
};
