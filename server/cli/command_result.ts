// How the commands take their data folder and report their result.
import { statSync } from "node:fs";
import { join } from "node:path";
import { describeFolderProblem } from "./data_folder_messages.ts";
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { formatContractError } from "../contract/messages/format.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { WrongKeyError } from "../features/secret_key/check_key.ts";
import { ConfigError, formatConfigIssues, readConfig } from "../platform/config.ts";
import { DataFolderError } from "../platform/data_folder.ts";
import { describeKeyProblem } from "./key_messages.ts";
import { writeLine } from "./clean_output.ts";
import { printJson, printLines } from "./terminal.ts";

/** Invalid usage; the message states the problem. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs an action that may reject command arguments and converts its error into a `UsageError`. Variables that cannot be used are
 * no wrong usage: their `ConfigError` stays.
 */
export function orUsageError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const isUsage = error instanceof ConfigError && error.issues.some(({ isFlag }) => isFlag);
    if (isUsage || error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the data folder given by the flag, or the one that the panel would use. Throws `UsageError`. */
export function readDataDir(flag: string | undefined): string {
  const flags = new Map(flag === undefined ? [] : [["--data-dir", flag]]);
  return orUsageError(() => readConfig(flags, Deno.env.toObject()).dataDir);
}

/** Returns the reason why a command failed, as text in this language. */
export function reasonIn(error: unknown, language: Language): string {
  if (error instanceof AppError) {
    const { title, detail } = formatContractError(error.code, error.params, language);
    return `${title}: ${detail}`;
  }
  if (error instanceof ConfigError) return formatConfigIssues(error.issues, language);
  if (error instanceof WrongKeyError) return describeKeyProblem(error, language);
  if (error instanceof DataFolderError) return describeFolderProblem(error, language);
  if (!(error instanceof Error)) return String(error);
  return fileReasonIn(error, language) ?? error.message;
}

// "No such file or directory (os error 2): readfile 'name'" or "ENOENT: no such file or directory, open 'name'".
function fileReasonIn(error: Error, language: Language): string | null {
  const parts = /^([^(]*) \(os error \d+\)(?:: \w+ '([^]*)')?$/.exec(error.message) ??
    /^E[A-Z]+: ([^,]*), \w+ '([^]*)'$/.exec(error.message);
  if (parts === null) return null;
  const [, reason = "", path] = parts;
  if (language !== "zh") return path === undefined ? reason : `${path}: ${reason}`;
  const chinese = fileReasons[reason.toLowerCase()] ?? reason;
  return path === undefined ? chinese : `${path}：${chinese}`;
}

const fileReasons: Record<string, string> = {
  "no such file or directory": "文件或目录不存在",
  "permission denied": "没有权限",
  "is a directory": "是目录",
  "not a directory": "不是目录",
  "file exists": "已存在",
  "file already exists": "已存在",
  "no space left on device": "磁盘空间不足",
};

/** Returns whether a data folder has a database. Throws a file system error when this user may not look. */
export function hasDatabase(root: string): boolean {
  return statSync(join(root, DATABASE_FILE), { throwIfNoEntry: false }) !== undefined;
}

/** Prints the result of a command: as JSON for programs, or as lines for people. */
export function report(json: boolean, details: unknown, lines: readonly string[]): void {
  try {
    if (json) printJson(details);
    else printLines(lines);
  } catch {
    // Nobody may be able to read it; the work is done anyway.
  }
}

/** Prints an error to stderr and returns the exit code. */
export function complain(reason: string, code: number): number {
  writeLine(Deno.stderr, reason);
  return code;
}
