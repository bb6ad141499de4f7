// Crontabs: one file, or those of a system in an archive or folder.
import type { TaskInput } from "../../../contract/tasks.ts";
import { type ImportNote, importNotes, importRefusals } from "../../../contract/import_reasons.ts";
import { importError } from "../staging.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";
import { type CrontabLine, parseCrontab } from "../../tasks/import/parse_crontab.ts";
import { emptyContent, type ImportContent, type ImportSource } from "../import_content.ts";
import type { StagedFiles } from "../staged_files.ts";
import { taskHash } from "./task_text.ts";

const MAX_FILE_BYTES = 1024 * 1024;
const LINES_AT_ONCE = 20;
/** Crontabs with a user name in each line, and those of single users. */
const SYSTEM_PATH = /(^|\/)etc\/(crontab|cron\.d\/[^/]+)$|^cron\.d\/[^/]+$/;
const USER_PATH = /(^|\/)(cron\/(crontabs\/|tabs\/)?|crontabs\/)[^/.][^/]*$/;
const RULE =
  /^(@(reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|-?[\d*][\d*/,-]*(\s+[\w*/,-]+){4})\s+\S/;
/** Accounts that own most rules of a system's crontabs. */
const ACCOUNTS = /^(root|www-data|nobody|daemon|mail|news|backup|postgres|mysql|apache|nginx|munin|git)$/;

/** Crontabs. `shell` runs the panel's commands. */
export function crontabSource({ shell }: { shell: string }): ImportSource {
  return {
    name: "crontab",
    async detect(files) {
      for (const { path } of crontabFiles(files).slice(0, 20)) {
        const text = await files.text(path, MAX_FILE_BYTES);
        if (text !== null && ruleLines(text).length > 0) return true;
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
        const withUser = SYSTEM_PATH.test(path) || hasUsers(text);
        let lines = 0;
        for (const line of parseCrontab(text, { withUser, shell, home: null })) {
          addLine(line, content, { leftOut, counts });
          if (++lines % LINES_AT_ONCE === 0) await yieldToEventLoop();
        }
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

function ruleLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim()).filter((line) => RULE.test(line));
}

/** Returns whether the sixth field of each rule is a user name, judged by the header or by well-known accounts. */
function hasUsers(text: string): boolean {
  if (/^#\s*(\/etc\/crontab: system-wide crontab|m h dom mon dow user(-name)?\s)/m.test(text)) return true;
  const rules = ruleLines(text);
  return rules.length > 0 && rules.every((line) => {
    const [user = "", command] = line.split(/\s+/).slice(line.startsWith("@") ? 1 : 5);
    return command !== undefined && ACCOUNTS.test(user);
  });
}

interface Found {
  leftOut: Set<ImportContent["leftOut"][number]>;
  /** Number of equal rules so far. */
  counts: Map<string, number>;
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
    notes: notes.map((note) => ({ note })),
  });
}

function keyOf(task: TaskInput, counts: Map<string, number>): string {
  const hash = taskHash(task);
  const count = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, count);
  return count === 1 ? hash : `${hash}-${count}`;
}
