import type { TriggerIssueCode } from "../issue_codes.ts";

/** Why a trigger of a task was rejected. */
export const triggerIssues: Record<TriggerIssueCode, string> = {
  trigger_path: "请输入单个文件的绝对路径，或脚本文件夹下的路径，不能包含“..”",
  trigger_path_of_panel: "该文件属于面板本身：在数据文件夹内，只有脚本可以启动任务",
  unknown_trigger_source: "它不存在，或者您无权查看",
  same_trigger: "该触发器重复出现",
};
