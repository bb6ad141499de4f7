import type { ContractMessages } from "./contract_messages.ts";

/** Why a backup cannot be read. */
export const archiveProblems: ContractMessages["archiveProblems"] = {
  not_an_archive: "该文件不是 Sundial 备份",
  truncated: "备份不完整，结尾缺失",
  damaged: "备份已损坏，内容与校验和不符",
  not_intact: "备份不完整或已损坏",
  unsafe_name: "备份包含指向目录之外的路径：{name}",
  unsafe_kind: "备份包含不允许的链接或设备文件：{name}",
  unexpected: "备份包含意外的内容：{name}",
  duplicate: "备份中有重复的名称：{name}",
  too_large: "备份解压后会超过大小上限或剩余的磁盘空间",
  too_many: "备份中的文件超过 {max} 个",
  newer_format: "备份由更高版本的 Sundial 创建，请先更新此面板",
  newer_schema: "备份中的数据库由更高版本的 Sundial 写入，请先更新此面板",
  bad_database: "备份中的数据库已损坏",
  no_account: "备份中的数据库没有账户，恢复后无法登录",
  does_not_start: "面板无法使用备份中的数据库启动：{reason}",
  part_missing: "备份不包含所选的内容",
  place_fixed: "数据目录中的 {name} 位于独立的磁盘，无法整体替换",
};
