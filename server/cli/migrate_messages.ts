import type { BroughtFiles, LeftKind } from "../features/database_move/bring_files.ts";

export interface MigrateMessages {
  noTarget: string;
  noSource: string;
  nothingToMove(folder: string): string;
  sourceRuns(address: string): string;
  notEmpty(address: string): string;
  otherKey(keyFile: string, dataKey: string): string;
  columns: readonly [table: string, source: string, target: string, hash: string];
  same: string;
  moved(rows: number, tables: number, to: string): string;
  nextPostgres: string;
  nextSqlite: string;
  failed(reason: string): string;
  /** What cannot come along, by kind; their names follow. */
  left: Record<LeftKind, (count: number) => string>;
  leftBehind: string;
  notBrought(run: string): string;
  brought(files: BroughtFiles, folder: string): string;
}

const en: MigrateMessages = {
  noTarget: "name the target: --to postgres://user@host/name, or --to sqlite",
  noSource: "set SUNDIAL_DATABASE_URL to the PostgreSQL database that the data is in",
  nothingToMove: (folder) => `there is no database in ${folder}`,
  sourceRuns: (address) => `a panel or worker is using the database ${address}; stop it first`,
  notEmpty: (address) => `the database ${address} already contains an account or tasks; name an empty one`,
  otherKey: (keyFile, dataKey) =>
    `${keyFile} and ${dataKey} are different keys; remove the one that this panel does not use`,
  columns: ["table", "source", "target", "SHA-256"],
  same: "identical",
  moved: (rows, tables, to) =>
    `Copied ${
      rows.toLocaleString("en")
    } rows of ${tables} tables to ${to} and compared them. The source was not changed.`,
  nextPostgres: "Start the panel with SUNDIAL_DATABASE_URL set to the new database.",
  nextSqlite: "Start the panel without SUNDIAL_DATABASE_URL and SUNDIAL_KEY_FILE.",
  failed: (reason) => `cannot move the data, the source was not changed: ${reason}`,
  left: {
    versions: (count) =>
      `Files with versions whose content is only on the machine that stored them: ${count}`,
    trash: (count) => `Items in the trash that are only on the machine that deleted them: ${count}`,
    logs: (count) => `Logs that were deleted, or that are only on the machine that ran the task: ${count}`,
    pictures: (count) => `Accounts whose picture is only on another machine: ${count}`,
    pulls: (count) =>
      `Subscriptions whose pull for approval is only on another machine; pull them again: ${count}`,
  },
  leftBehind:
    "versions or items in the trash would be lost; run the command in the data folder of the panel that has them, or add --leave-behind",
  notBrought: (run) => `the log of run ${run} cannot be copied`,
  brought: ({ logs, versions, trash, files, pictures, pulls }, folder) =>
    `Copied ${logs} logs, ${versions} file versions, ${trash} items of the trash, ${files} files, ${pictures} pictures and ${pulls} pulls for approval to ${folder}.`,
};

const zh: MigrateMessages = {
  noTarget: "请指定目标：--to postgres://user@host/name 或 --to sqlite",
  noSource: "请将 SUNDIAL_DATABASE_URL 设为数据所在的 PostgreSQL 数据库",
  nothingToMove: (folder) => `${folder} 中没有数据库`,
  sourceRuns: (address) => `有面板或工作节点正在使用数据库 ${address}，请先停止`,
  notEmpty: (address) => `数据库 ${address} 中已有账户或任务，请指定空数据库`,
  otherKey: (keyFile, dataKey) => `${keyFile} 与 ${dataKey} 中的密钥不同，请移除本面板未使用的一个`,
  columns: ["表", "源", "目标", "SHA-256"],
  same: "一致",
  moved: (rows, tables, to) =>
    `已将 ${tables} 个表的 ${rows.toLocaleString("en")} 行复制到 ${to} 并完成比对。源数据未改动。`,
  nextPostgres: "请将 SUNDIAL_DATABASE_URL 设为新数据库后启动面板。",
  nextSqlite: "请去掉 SUNDIAL_DATABASE_URL 和 SUNDIAL_KEY_FILE 后启动面板。",
  failed: (reason) => `无法迁移数据，源数据未改动：${reason}`,
  left: {
    versions: (count) => `以下文件的历史版本内容仅存于保存它们的机器上：${count} 个`,
    trash: (count) => `以下回收站条目仅存于删除它们的机器上：${count} 个`,
    logs: (count) => `以下日志已被删除，或仅存于运行任务的机器上：${count} 个`,
    pictures: (count) => `以下账户的头像仅存于其他机器上：${count} 个`,
    pulls: (count) => `以下订阅待批准的更新仅存于其他机器上，请重新拉取：${count} 个`,
  },
  leftBehind:
    "部分历史版本或回收站条目将会丢失；请在存有它们的面板的数据目录中运行此命令，或添加 --leave-behind",
  notBrought: (run) => `无法复制第 ${run} 次运行的日志`,
  brought: ({ logs, versions, trash, files, pictures, pulls }, folder) =>
    `已将 ${logs} 个日志、${versions} 个文件版本、${trash} 个回收站条目、${files} 个文件、${pictures} 个头像和 ${pulls} 个待批准的更新复制到 ${folder}。`,
};

export const migrateMessages = { en, zh };
