import * as z from "zod";
import { instant } from "./shapes.ts";

/** Why the panel cannot write, the most severe problem first. */
export const writeProblems = ["database_missing", "database_replaced", "disk_full", "inodes_full"] as const;
export type WriteProblem = (typeof writeProblems)[number];

/** While the panel cannot write: the reason, and since when. */
export const readOnly = z.object({ reason: z.enum(writeProblems), since: instant });
export type ReadOnly = z.infer<typeof readOnly>;

export const diskRooms = ["ok", "low", "full"] as const;

/** The disk of the data folder. */
export const diskRoom = z.object({
  room: z.enum(diskRooms).meta({ description: "`low`: nearly full; `full`: changes are refused" }),
  since: instant.meta({ description: "Since when it is so, as far as this start has seen" }),
  freeBytes: z.int(),
  totalBytes: z.int(),
});
export type DiskRoom = z.infer<typeof diskRoom>;

export const health = z.object({
  status: z.enum(["ok", "starting", "degraded"]),
  version: z.string().optional().meta({ description: "Only with credentials, as parts and counts" }),
  parts: z.record(z.string(), z.enum(["ok", "degraded"])).optional(),
  counts: z.record(z.string(), z.int()).optional(),
  readOnly: readOnly.nullable().optional().meta({
    description: "Why changes are refused for now; null while they are not",
  }),
  disk: diskRoom.nullable().optional().meta({ description: "Null when it cannot be known" }),
}).meta({ id: "Health" });
export type Health = z.infer<typeof health>;
