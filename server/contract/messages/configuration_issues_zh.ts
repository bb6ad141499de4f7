import type { ConfigurationIssueCode } from "../issue_codes.ts";

/** Why a file that describes an object was rejected. */
export const configurationIssues: Record<ConfigurationIssueCode, string> = {
  not_yaml: "不是有效的 YAML：{reason}",
  not_an_object: "文件须包含字段，例如 name: 备份",
  several_documents: "一个文件描述一个对象，此文件包含多个文档",
  same_key: "字段 {name} 重复",
  yaml_too_slow: "读取文件超过 {seconds} 秒",
  keys_too_long: "文件中键名的总长度过大",
  too_many_aliases: "别名重复的内容过多",
  too_deep: "列表和对象的嵌套超过 {max} 层",
  bad_file_name:
    "这不是对象的路径：请使用 tasks、views、calendars、windows、heartbeats、channels 或 rules 目录，文件名由小写字母、数字、-、_ 和 . 组成，" +
    "以 .yaml 结尾",
  file_too_large: "文件超过 {max} 字节",
  folder_too_large: "所有文件合计超过 {max} 字节",
  same_file: "另一个文件描述了同一对象",
  unknown_object: "{folder} 中没有此名称：{name}",
  secret_in_file: "机密不应写入文件。请删除该字段，并在面板中输入",
  type_differs: "渠道的类型不能从 {from} 改为 {to}；请使用其他文件名",
  several_defaults: "只能有一个默认渠道",
  managed_by_other: "此对象由订阅“{name}”管理",
  not_utf8: "文件不是 UTF-8 文本",
  order_circle: "`after` 形成循环",
  object_rejected: "{reason}",
  more_issues: "还有 {count} 个错误",
};
