import { z } from "zod";
import { id, instant } from "./shapes.ts";

/** Who did it; `nobody` is a stranger at the door, `panel` the panel by itself, `operator` the command line. */
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
