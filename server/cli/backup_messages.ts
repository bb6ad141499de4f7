import type { Language } from "../contract/settings.ts";
import type { DatabaseDamagedError } from "../platform/database.ts";
import type { DatabaseProblemKind } from "../platform/database_check.ts";

interface BackupMessages {
  noPassphrase(path: string): string;
  shortPassphrase(min: number): string;
  notSetUp(folder: string): string;
  noFolder(folder: string): string;
  notFound(path: string): string;
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
  beginAnew: string;
}

const en: BackupMessages = {
  noPassphrase: (path) => `cannot read the passphrase in ${path}`,
  shortPassphrase: (min) => `a passphrase must have at least ${min} characters`,
  notSetUp: (folder) => `there is nothing to back up in ${folder}`,
  noFolder: (folder) => `there is no folder ${folder}`,
  notFound: (path) => `there is no file ${path}`,
  made: (path, bytes, parts) =>
    `Backup created and verified: ${path} (${bytes.toLocaleString("en")} bytes; ${parts})`,
  leftOut: (count) => `Skipped: ${count} links, pipes or unreadable files`,
  noKey:
    "Without a passphrase, the backup does not include the key that decrypts secrets: on another machine, you have to enter secrets again",
  failed: (reason) => `cannot create the backup: ${reason}`,
  restored: (from, parts, before) =>
    `Restored the backup from ${from}: ${parts}. The previous state was saved in ${before}.`,
  undone: (reason) => `cannot restore, nothing was changed: ${reason}`,
  errors: {
    missing: "is missing, but this data folder was in use",
    empty: "is empty, but this data folder was in use",
    no_file: "is not a file",
    unreadable: "cannot be read and written by this user; change its owner to the user that runs the panel",
    no_database: "is damaged: it does not start like a database",
    cut_off: "is damaged: its end is missing",
    log_missing: "is missing its log of the latest changes (-wal)",
    damaged: "is damaged",
    newer_schema: "was written by a newer version of Sundial; start that version",
  },
  rejected: (path, error, repair) => `The database ${path} ${error}. It was not changed. ${repair}`,
  repair: (archive) => `To restore the last good backup: sundial restore ${archive}`,
  noBackup: "This data folder has no backups. Restore one from elsewhere: sundial restore <file>",
  beginAnew: "; to begin with a new, empty panel in this folder instead: sundial serve --new",
  acceptLoss: (path) => `To continue without those changes, delete ${path}-shm. `,
};

const zh: BackupMessages = {
  noPassphrase: (path) => `无法读取 ${path} 中的口令`,
  shortPassphrase: (min) => `口令至少需要 ${min} 个字符`,
  notSetUp: (folder) => `${folder} 中没有可备份的内容`,
  noFolder: (folder) => `目录 ${folder} 不存在`,
  notFound: (path) => `文件 ${path} 不存在`,
  made: (path, bytes, parts) =>
    `备份已创建并通过验证：${path}（${bytes.toLocaleString("en")} 字节；${parts}）`,
  leftOut: (count) => `已跳过：${count} 个链接、管道或不可读的文件`,
  noKey: "未设口令，备份不包含解密机密所需的密钥：在其他机器上恢复后，需要重新输入机密",
  failed: (reason) => `无法创建备份：${reason}`,
  restored: (from, parts, before) => `已恢复 ${from} 的备份：${parts}。恢复前的状态保存在 ${before}`,
  undone: (reason) => `无法恢复，未作任何修改：${reason}`,
  errors: {
    missing: "不存在，但该数据目录使用过",
    empty: "为空，但该数据目录使用过",
    no_file: "不是文件",
    unreadable: "当前用户无法读写，请将所有者改为运行面板的用户",
    no_database: "已损坏：开头不是数据库格式",
    cut_off: "已损坏：结尾缺失",
    log_missing: "缺少最新修改的日志（-wal）",
    damaged: "已损坏",
    newer_schema: "由更高版本的 Sundial 写入，请启动该版本",
  },
  rejected: (path, error, repair) => `数据库 ${path} ${error}。未对其作任何修改。${repair}`,
  repair: (archive) => `恢复最近一次完好的备份：sundial restore ${archive}`,
  noBackup: "此数据目录中没有备份，请从别处恢复：sundial restore <文件>",
  beginAnew: "；如要改为在此目录中新建一个空面板：sundial serve --new",
  acceptLoss: (path) => `如果接受丢失这些修改，请删除 ${path}-shm。`,
};

export const backupMessages = { en, zh };

/** Formats one line that says why a database is not opened and what to do. */
export function reportDamage({ path, error, backup }: DatabaseDamagedError, language: Language): string {
  const messages = backupMessages[language];
  const repair = backup === null ? messages.noBackup : messages.repair(backup);
  const other = error.kind === "log_missing" ? messages.acceptLoss(path) : "";
  const what = error.detail === undefined
    ? messages.errors[error.kind]
    : `${messages.errors[error.kind]} (${error.detail})`;
  const anew = ["missing", "empty"].includes(error.kind) ? messages.beginAnew : "";
  return messages.rejected(path, what.replace(/\s+/g, " "), other + repair + anew);
}
