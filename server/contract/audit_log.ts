import * as z from "zod";
import { id, instant, listQuery, text } from "./shapes.ts";

/** Who acted; `nobody` is an unauthenticated client, `panel` the panel itself, `operator` the command line. */
export const auditActors = ["person", "application", "nobody", "panel", "operator"] as const;
export type AuditActor = (typeof auditActors)[number];

/** One entry of `GET /api/audit-log`. */
export const auditEntry = z.object({
  id,
  at: instant,
  actor: z.object({ kind: z.enum(auditActors), id: id.nullable(), name: z.string().nullable() }),
  ip: z.string().nullable(),
  act: z.string().meta({ description: "`tasks.run`, `login.failed`: the module, then what was done" }),
  object: z.string().nullable().meta({ description: "What it was done to: ids, a path, a name" }),
  detail: z.record(z.string(), z.unknown()).meta({ description: "Names of changed fields; never a secret" }),
  hash: z.string().meta({ description: "SHA-256 over this entry and the hash before it, hex" }),
}).meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Query of `GET /api/audit-log`; newest first. */
export const auditQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  q: listQuery.q.meta({ description: "Found in names, objects and addresses" }),
  act: text(100).optional().meta({
    description: "How the act begins: `tasks`, `tasks.run`; several separated by commas",
  }),
  actor: z.enum(auditActors).optional(),
  from: instant.optional().meta({ description: "Not before this instant" }),
  to: instant.optional().meta({ description: "Before this instant" }),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** The problem with the first broken entry. */
export const auditProblems = ["changed", "missing", "end_missing"] as const;
export type AuditProblem = (typeof auditProblems)[number];

/** Response of `GET /api/audit-log/verify`. */
export const auditVerdict = z.object({
  intact: z.boolean(),
  checked: z.int().meta({ description: "Entries looked at; after a broken one no further" }),
  broken: z.object({
    id,
    at: instant.nullable(),
    fault: z.enum(auditProblems).meta({
      description:
        "`changed`: this entry is not as it was written. `missing`: what stood before it is gone. `end_missing`: what stood after it is gone",
    }),
  }).nullable(),
  cut: z.object({ at: instant, through: id, removed: z.int() }).nullable().meta({
    description: "When the oldest entries were last cut because of their number, which was written down here",
  }),
}).meta({ id: "AuditVerdict" });
export type AuditVerdict = z.infer<typeof auditVerdict>;
