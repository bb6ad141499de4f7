import type { DatabaseProblemKind } from "../platform/database_check.ts";

interface BackupMessages {
  backupUsage: string;
  restoreUsage: string;
  unknownPart(part: string): string;
  noPassphrase(path: string): string;
  shortPassphrase(min: number): string;
  notSetUp(folder: string): string;
  made(path: string, bytes: number, files: string): string;
  leftOut(count: number): string;
  noKey: string;
  failed(reason: string): string;
  restored(from: string, parts: string, before: string): string;
  undone(reason: string): string;
  errors: Record<DatabaseProblemKind, string>;
  rejected(path: string, error: string, repair: string): string;
  repair(archive: string): string;
  noBackup: string;
  acceptLoss(path: string): string;
}

const en: BackupMessages = {
  backupUsage:
    "Usage: sundial backup [archive] [--data-dir folder] [--parts database,scripts,config,history,logs] [--passphrase-file file] [--json]",
  restoreUsage:
    "Usage: sundial restore <archive> [--data-dir folder] [--parts …] [--passphrase-file file] [--json]",
  unknownPart: (part) => `unknown part: ${part}`,
  noPassphrase: (path) => `cannot read the passphrase in ${path}`,
  shortPassphrase: (min) => `a passphrase needs at least ${min} characters`,
  notSetUp: (folder) => `there is nothing to back up in ${folder}`,
  made: (path, bytes, parts) =>
    `Backup made and proved: ${path} (${bytes.toLocaleString("en")} bytes; ${parts})`,
  leftOut: (count) => `Not in it: ${count} links, pipes or unreadable files`,
  noKey:
    "Without a passphrase, the key of the secrets is not in it: on another machine, secrets have to be entered again",
  failed: (reason) => `cannot make the backup: ${reason}`,
  restored: (from, parts, before) =>
    `Restored what was backed up at ${from}: ${parts}. The state before it lies in ${before}`,
  undone: (reason) => `cannot restore, everything is as it was: ${reason}`,
  errors: {
    missing: "is missing, though this data folder was in use",
    empty: "is empty, though this data folder was in use",
    no_file: "is not a file",
    unreadable: "cannot be read and written by this user; give it to the user the panel runs as",
    no_database: "is damaged: it does not begin as a database does",
    cut_off: "is damaged: its end is missing",
    log_missing: "has lost its log of the newest changes (-wal)",
    damaged: "is damaged",
    newer_schema: "was written by a newer version of Sundial; start that version",
  },
  rejected: (path, error, repair) => `The database ${path} ${error}; it was not touched. ${repair}`,
  repair: (archive) => `To bring back the last good backup: sundial restore ${archive}`,
  noBackup: "There is no backup in this data folder; restore one from elsewhere: sundial restore <archive>",
  acceptLoss: (path) => `To go on without those changes, delete ${path}-shm. `,
};

const zh: BackupMessages = {
  backupUsage:
    "用法：sundial backup [归档] [--data-dir 目录] [--parts database,scripts,config,history,logs] [--passphrase-file 文件] [--json]",
  restoreUsage:
    "用法：sundial restore <归档> [--data-dir 目录] [--parts …] [--passphrase-file 文件] [--json]",
  unknownPart: (part) => `未知的部分：${part}`,
  noPassphrase: (path) => `无法读取 ${path} 中的口令`,
  shortPassphrase: (min) => `口令至少需要 ${min} 个字符`,
  notSetUp: (folder) => `${folder} 中没有可备份的内容`,
  made: (path, bytes, parts) =>
    `备份已完成并通过验证：${path}（${bytes.toLocaleString("en")} 字节；${parts}）`,
  leftOut: (count) => `未包含：${count} 个链接、管道或不可读的文件`,
  noKey: "未设口令，因此不含机密的密钥：在其他机器上恢复后需要重新输入机密",
  failed: (reason) => `无法完成备份：${reason}`,
  restored: (from, parts, before) => `已恢复 ${from} 的备份：${parts}。恢复前的状态保存在 ${before}`,
  undone: (reason) => `无法恢复，一切保持原样：${reason}`,
  errors: {
    missing: "不存在，而该数据目录曾被使用",
    empty: "是空的，而该数据目录曾被使用",
    no_file: "不是文件",
    unreadable: "当前用户无法读写，请将其归属改为运行面板的用户",
    no_database: "已损坏：开头不是数据库的格式",
    cut_off: "已损坏：结尾缺失",
    log_missing: "缺少记录最新更改的日志（-wal）",
    damaged: "已损坏",
    newer_schema: "由更新版本的 Sundial 写入，请启动该版本",
  },
  rejected: (path, error, repair) => `数据库 ${path} ${error}；未对其作任何改动。${repair}`,
  repair: (archive) => `如需恢复最近一次完好的备份：sundial restore ${archive}`,
  noBackup: "此数据目录中没有备份；可从别处的备份恢复：sundial restore <归档>",
  acceptLoss: (path) => `如果接受丢失这些更改，请删除 ${path}-shm。`,
};

export const backupMessages = { en, zh };
