import * as z from "zod";
import { auditedChange } from "./changes.ts";
import { id, instant, listQuery, text } from "./shapes.ts";

/**
 * Who acted; `nobody` is an unauthenticated client, `panel` the panel itself, `operator` the command line, `run` a script by
 * the token of its run.
 */
export const auditActors = ["person", "application", "nobody", "panel", "operator", "run"] as const;
export type AuditActor = (typeof auditActors)[number];

/** One entry of `GET /api/audit-log`. */
export const auditEntry = z.object({
  id,
  at: instant,
  actor: z.object({ kind: z.enum(auditActors), id: id.nullable(), name: z.string().nullable() }),
  ip: z.string().nullable(),
  act: z.string().meta({
    description: "Action, prefixed by its module, such as `tasks.run` or `login.failed`",
  }),
  object: z.string().nullable().meta({ description: "Object of the action: IDs, a path or a name" }),
  detail: z.record(z.string(), z.unknown()).meta({
    description:
      "Details of the action, such as the names of changed fields; never contains secrets. Of an action on several objects, `count` is their number and `names` lists up to 100 of them, as they were called before",
  }),
  changes: z.array(auditedChange).meta({
    description:
      "The changed fields, as far as they are recorded: of tasks, variables, subscriptions, notification rules and the settings. Values longer than 300 characters are cut off; `GET /api/tasks/{id}/changes` has whole ones. Without the scope to read an object, its changes are left out.",
  }),
  moreChanges: z.boolean().meta({ description: "Whether more was changed than `changes` lists" }),
  hash: z.string().meta({
    description: "SHA-256 hash of this entry and the previous entry's hash, in hexadecimal",
  }),
}).meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Query of `GET /api/audit-log`; newest first. */
export const auditQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  q: listQuery.q.meta({ description: "Text to search for in actor names, objects and IP addresses" }),
  act: text(100).optional().meta({
    description: "Comma-separated prefixes of actions, such as `tasks` or `tasks.run`",
  }),
  actor: z.enum(auditActors).optional(),
  from: instant.optional().meta({ description: "Only entries at or after this time" }),
  to: instant.optional().meta({ description: "Only entries before this time" }),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** The problem with the first broken entry. */
export const auditProblems = ["changed", "missing", "end_missing"] as const;
export type AuditProblem = (typeof auditProblems)[number];

/** Response of `GET /api/audit-log/verify`. */
export const auditVerdict = z.object({
  intact: z.boolean(),
  checked: z.int().meta({
    description: "Number of entries checked; the check stops at the first broken entry",
  }),
  broken: z.object({
    id,
    at: instant.nullable(),
    fault: z.enum(auditProblems).meta({
      description:
        "`changed`: the entry was modified; `missing`: entries before it were removed; `end_missing`: entries after it were removed",
    }),
  }).nullable(),
  cut: z.object({ at: instant, through: id, removed: z.int() }).nullable().meta({
    description:
      "Last recorded removal of the oldest entries because the log reached its maximum length; null if there was none",
  }),
}).meta({ id: "AuditVerdict" });
export type AuditVerdict = z.infer<typeof auditVerdict>;
