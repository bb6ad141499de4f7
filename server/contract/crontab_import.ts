import * as z from "zod";
import { id, line } from "./shapes.ts";
import { taskInput } from "./tasks.ts";
import { taskLimits } from "./limits/tasks.ts";

/**
 * Body of `POST /api/tasks/import`: the text of a crontab, or the crontab of the user the panel runs as; `dryRun` only
 * previews the result.
 */
export const crontabImportBody = z.strictObject({
  source: z.enum(["text", "system"]).default("text").meta({
    description: "`system`: the output of `crontab -l` for the user that the panel runs as",
  }),
  text: z.string().max(taskLimits.crontab).optional().meta({
    description: "Required if `source` is `text`",
  }),
  withUser: z.boolean().optional().meta({
    description:
      "Whether the sixth field of each line is a user name, as in /etc/crontab; if omitted, it is recognized by a comment that names the columns, or by well-known accounts",
  }),
  dryRun: z.boolean().default(true),
  lines: z.array(z.strictObject({
    line: z.int().positive(),
    name: line(200).trim().min(1).optional(),
  })).max(taskLimits.crontabLines).optional().meta({
    description:
      "Lines to import, each with an optional name for its task. Defaults to all valid lines that are not disabled and do not exist as tasks.",
  }),
  labels: z.array(line(50).trim().min(1)).max(20).default([]).meta({
    description: "Labels to add to every task",
  }),
});
export type CrontabImportBody = z.infer<typeof crontabImportBody>;

/** Why a line cannot become a task. */
export const importReasons = [
  "not_a_rule",
  "incorrect_cron",
  "cron_never_fires",
  "time_passed",
  "unknown_time_zone",
  "command_missing",
  "command_too_long",
  "invalid_character",
] as const;
export type ImportReason = (typeof importReasons)[number];

/** How a task behaves differently from its line, or what else the user should know about it. */
export const importNotes = [
  "exists_already",
  "disabled_line",
  "variables_inlined",
  "percent_as_input",
  "with_seconds",
  "user_ignored",
  "mail_not_sent",
  "first_word_repeats",
] as const;
export type ImportNote = (typeof importNotes)[number];

export const importedLine = z.object({
  line: z.int(),
  text: z.string().meta({ description: "The line, cut at 1,000 characters" }),
  task: taskInput.nullable().meta({
    description: "Task that the line becomes; null if it cannot be imported",
  }),
  schedule: z.string().nullable().meta({ description: "Description of the rule, in the caller's language" }),
  taskId: id.nullable().meta({ description: "ID of the created task; null in a preview" }),
  remarks: z.array(z.enum([...importReasons, ...importNotes])),
});
export type ImportedLine = z.infer<typeof importedLine>;

/** How it was decided whether the lines contain a user. */
export const userColumnReasons = ["requested", "header", "accounts", "first_word", "none"] as const;

export const userColumn = z.object({
  present: z.boolean().meta({ description: "Whether the sixth field of each line was read as a user" }),
  reason: z.enum(userColumnReasons).meta({
    description:
      "`requested`: by `withUser`; `header`: a comment names the columns, a user among them; `accounts`: each command begins with an account; `first_word`: each command begins with the same word, which may be a user; `none`: nothing indicates a user",
  }),
  word: z.string().nullable().meta({ description: "The account or the word" }),
});
export type UserColumn = z.infer<typeof userColumn>;

export const crontabImportResult = z.object({
  found: z.enum(["text", "crontab", "no_crontab", "no_program", "unreadable"]).meta({
    description: "What was read; `unreadable`: `crontab -l` failed, see the system log",
  }),
  text: z.string().nullable().meta({
    description: "Crontab read from the system, in a preview; null otherwise",
  }),
  lines: z.array(importedLine).meta({
    description: "Lines that are or could become tasks; comments and settings are left out",
  }),
  userColumn,
  created: z.int(),
}).meta({ id: "CrontabImport" });
export type CrontabImportResult = z.infer<typeof crontabImportResult>;
