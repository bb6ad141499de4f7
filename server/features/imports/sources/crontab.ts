// Crontabs: one file, or those of a system in an archive or folder.
import type { TaskInput } from "../../../contract/tasks.ts";
import { type ImportNote, importNotes, importRefusals } from "../../../contract/import_reasons.ts";
import { importError } from "../staging.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";
import { type CrontabLine, parseCrontab } from "../../tasks/import/parse_crontab.ts";
import { readSetting } from "../../tasks/import/task_name.ts";
import { findUserSign, linesOf, repeatedFirstWord, ruleLines } from "../../tasks/import/user_column.ts";
import { emptyContent, type ImportContent, type ImportSource } from "../import_content.ts";
import type { StagedFiles } from "../staged_files.ts";
import { taskHash } from "./task_text.ts";

const MAX_FILE_BYTES = 1024 * 1024;
const LINES_AT_ONCE = 20;
/** Crontabs with a user name in each line, and those of single users. */
const SYSTEM_PATH = /(^|\/)etc\/(crontab|cron\.d\/[^/]+)$|^cron\.d\/[^/]+$/;
const USER_PATH = /(^|\/)(cron\/(crontabs\/|tabs\/)?|crontabs\/)[^/.][^/]*$/;

/** Crontabs. `shell` runs the panel's commands. */
export function crontabSource({ shell }: { shell: string }): ImportSource {
  return {
    name: "crontab",
    async detect(files) {
      for (const { path } of crontabFiles(files).slice(0, 20)) {
        const text = await files.text(path, MAX_FILE_BYTES);
        if (text === null) continue;
        if (ruleLines(text).length > 0 || hasOnlyDisabled(text, shell)) return true;
      }
      return false;
    },
    async read(files) {
      const content = emptyContent();
      const leftOut = new Set<ImportContent["leftOut"][number]>();
      const counts = new Map<string, number>();
      for (const { path } of crontabFiles(files)) {
        const text = await files.text(path, MAX_FILE_BYTES);
        if (text === null) {
          content.refused.push({ kind: "tasks", name: path, reason: "row_unreadable" });
          continue;
        }
        const withUser = isSystemCrontab(path, files) || findUserSign(text) !== null;
        const lines: CrontabLine[] = [];
        for (const line of parseCrontab(text, { withUser, shell, home: null })) {
          if (lines.push(line) % LINES_AT_ONCE === 0) await yieldToEventLoop();
        }
        const word = repeatedFirstWord(lines);
        for (const line of lines) addLine(line, content, { leftOut, counts, word });
      }
      content.leftOut = [...leftOut];
      if (content.tasks.length === 0 && content.refused.length === 0) {
        throw importError("nothing_found");
      }
      return content;
    },
  };
}

function crontabFiles(files: StagedFiles) {
  const all = files.list();
  return all.filter(({ path }) => all.length === 1 || SYSTEM_PATH.test(path) || USER_PATH.test(path));
}

// A single file has no folder here, but may have had one.
function isSystemCrontab(path: string, files: StagedFiles): boolean {
  const origin = files.list().length === 1 ? files.origin : null;
  return SYSTEM_PATH.test(path) || (origin !== null && SYSTEM_PATH.test(origin));
}

/** Returns whether a text is a crontab whose rules are all commented out. */
function hasOnlyDisabled(text: string, shell: string): boolean {
  if (linesOf(text).some((line) => line !== "" && !line.startsWith("#") && readSetting(line) === null)) {
    return false;
  }
  return parseCrontab(text, { withUser: false, shell, home: null }).some(({ task }) => task !== null);
}

interface Found {
  leftOut: Set<ImportContent["leftOut"][number]>;
  /** Number of equal rules so far. */
  counts: Map<string, number>;
  /** What every command begins with, if it may be a user. */
  word: string | null;
}

function addLine({ line, text, task, remarks }: CrontabLine, content: ImportContent, found: Found): void {
  for (const remark of remarks) {
    if (remark === "user_ignored" || remark === "mail_not_sent") found.leftOut.add(remark);
  }
  if (!task) {
    const reason = importRefusals.find((one) => remarks.some((remark) => remark === one)) ?? "row_unreadable";
    content.refused.push({
      kind: "tasks",
      name: `${line}: ${text}`.slice(0, 200),
      reason,
      params: { rule: text },
    });
    return;
  }
  const notes = remarks.flatMap((remark): ImportNote[] =>
    remark === "disabled_line" ? ["disabled_there"] : importNotes.filter((note) => note === remark)
  );
  content.tasks.push({
    key: keyOf(task, found.counts),
    name: task.name,
    input: task,
    notes: [
      ...notes.map((note) => ({ note })),
      ...found.word === null ? [] : [{ note: "first_word_repeats" as const, params: { word: found.word } }],
    ],
  });
}

function keyOf(task: TaskInput, counts: Map<string, number>): string {
  const hash = taskHash(task);
  const count = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, count);
  return count === 1 ? hash : `${hash}-${count}`;
}
