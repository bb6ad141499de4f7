import type { ParameterIssueCode } from "../issue_codes.ts";

export const parameterIssues: Record<ParameterIssueCode, string> = {
  same_parameter: "已有名为 {parameter} 的参数",
  protected_name: "{name} 会改变程序的启动方式，请使用其他名称",
  not_of_type: "{type} 类型的参数没有此项",
  no_choices: "请至少填写一个选项",
  same_choice: "{choice} 重复",
  range_reversed: "不能小于最小值",
  bad_date: "必须是日期，例如 2026-11-30",
  bad_number: "必须是数字",
  pattern_mismatch: "与格式 {pattern} 不符",
  unknown_parameter: "任务没有参数 {parameter}",
  parameter_required: "参数 {parameter} 需要一个值",
  secret_by_hand_only: "机密在每次运行时输入：没有默认值，规则也不提供其值",
  rule_without_value: "规则 {rule} 没有为必填参数 {parameter} 提供值",
  rule_breaks_parameter: "规则 {rule} 中 {parameter} 的值将不被允许",
  rule_with_two_values: "规则 {rule} 重复，且值不同",
  variable_is_parameter: "{parameter} 是任务的参数，不能作为本次运行的变量",
  no_such_script_file: "脚本文件夹中没有文件 {path}",
};
