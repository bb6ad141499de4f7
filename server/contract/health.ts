import * as z from "zod";
import { instant } from "./shapes.ts";

/** Why the panel cannot write, the gravest first. */
export const writeProblems = ["database_missing", "database_replaced", "disk_full", "inodes_full"] as const;
export type WriteProblem = (typeof writeProblems)[number];

/** While the panel cannot write: what keeps it from it, and since when. */
export const readOnly = z.object({ reason: z.enum(writeProblems), since: instant });
export type ReadOnly = z.infer<typeof readOnly>;

export const health = z.object({
  status: z.enum(["ok", "starting", "degraded"]),
  version: z.string().optional().meta({ description: "Only with credentials, as parts and counts" }),
  parts: z.record(z.string(), z.enum(["ok", "degraded"])).optional(),
  counts: z.record(z.string(), z.int()).optional(),
  readOnly: readOnly.nullable().optional().meta({
    description: "Why changes are refused for now; null while they are not",
  }),
}).meta({ id: "Health" });
export type Health = z.infer<typeof health>;
