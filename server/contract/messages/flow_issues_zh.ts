import type { FlowIssueCode } from "../issue_codes.ts";

/** Why what a task starts after, or what starts it, was rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "没有这个任务",
  same_task: "该任务重复出现",
  cycle: "任务会在自己之后启动：{way}",
  link_breaks_parameter: "前置任务连接中 {parameter} 的值将不被允许",
  webhook_maps_parameter: "此任务的 Webhook 会填写参数 {parameter}，而该参数将不存在：请先修改 Webhook",
  webhook_lacks_parameter: "此任务的 Webhook 不会填写参数 {parameter}：请取消必填，或设置默认值",
  one_list: "需要填写值或选择输出，二者选一",
  list_parameter: "参数 {parameter} 不能是必填参数，也不能是机密",
  list_on_all_nodes: "在每个节点上运行的任务不能按列表运行",
  list_without_upstream: "使用输出时，任务必须有前置任务，且没有自己的定时规则",
  list_empty: "列表中没有值",
  list_too_long: "列表超过 {max} 个值",
  list_value: "参数 {parameter} 不能使用列表中的第 {index} 个值",
  list_too_large: "前置任务各次运行的输出 {output} 合计超过 {max} 字节",
  list_secret: "输出 {output} 含有机密，而列表中的值会显示出来",
  invalid_within: "请输入时长，例如 24h，或 since 加时刻，例如 since 00:00",
  trigger_path: "请输入单个文件的路径：绝对路径，或脚本文件夹下的路径，不能包含“..”",
  trigger_path_of_panel: "该文件属于面板本身：在数据文件夹内，只有脚本可以启动任务",
  unknown_trigger_source: "它不存在，或者您无权查看",
  same_trigger: "该触发器重复出现",
};
