import type { actions as english } from "../en/actions.ts";
import type { SameNames } from "../messages.ts";

export const actions: SameNames<typeof english> = {
  arguments: "参数",
  argumentsHelp: "追加到命令末尾，仅对本次运行有效",
  deleteActive:
    "{count, plural, =1 {该任务正在运行或排队，将先停止运行。} other {其中 {active} 个任务正在运行或排队，将先停止运行。}}此操作无法撤销。",
  deleteText:
    "{count, plural, =1 {任务及其定时规则将被删除。} other {这些任务及其定时规则将被删除。}}此操作无法撤销。",
  deleteTitle: "{count, plural, =1 {删除“{name}”？} other {删除 # 个任务？}}",
  doneDelete: "{count, plural, =1 {任务已删除} other {已删除 # 个任务}}",
  doneDisable: "{count, plural, =1 {任务已禁用} other {已禁用 # 个任务}}",
  doneEnable: "{count, plural, =1 {任务已启用} other {已启用 # 个任务}}",
  doneLabels: "{count, plural, =1 {标签已更新} other {已更新 # 个任务的标签}}",
  donePin: "{count, plural, =1 {任务已置顶} other {已置顶 # 个任务}}",
  doneRun: "{count, plural, =1 {已请求运行} other {已请求运行 # 个任务}}",
  doneStop: "{count, plural, =1 {已请求停止} other {已请求停止 # 个任务}}",
  doneUnpin: "{count, plural, =1 {已取消置顶} other {已取消置顶 # 个任务}}",
  labelsAdd: "添加标签",
  labelsRemove: "移除标签",
  labelsTitle: "{count, plural, =1 {“{name}”的标签} other {# 个任务的标签}}",
  quoteOpen: "缺少右引号",
  refused: "{total} 个任务中有 {count} 个操作失败",
  refusedMore: "还有 {count} 个",
  refusedOne: "{name}：{reason}",
  runTitle: "{count, plural, =1 {带参数运行“{name}”} other {带参数运行 # 个任务}}",
  variableAdd: "添加变量",
  variableName: "变量名",
  variables: "本次运行的变量",
  variableTwice: "变量名已存在",
  variableValue: "值",
  variableWrong: "只能包含字母、数字和下划线，且不能以数字开头",
};
