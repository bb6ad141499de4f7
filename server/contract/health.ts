import * as z from "zod";
import { instant } from "./shapes.ts";

/** Why the panel cannot write, the most severe problem first. */
export const writeProblems = [
  "database_missing",
  "database_replaced",
  "disk_read_only",
  "disk_full",
  "inodes_full",
] as const;
export type WriteProblem = (typeof writeProblems)[number];

/** While the panel cannot write: the reason, and since when. */
export const readOnly = z.object({ reason: z.enum(writeProblems), since: instant });
export type ReadOnly = z.infer<typeof readOnly>;

export const diskRooms = ["ok", "low", "full"] as const;

export const diskRoom = z.object({
  room: z.enum(diskRooms).meta({
    description: "`low`: the disk is nearly full; `full`: changes are rejected",
  }),
  since: instant.meta({ description: "Time of the last change of `room` since the panel started" }),
  freeBytes: z.int(),
  totalBytes: z.int(),
});
export type DiskRoom = z.infer<typeof diskRoom>;

/** The header of a proxy that logs people in. */
export const proxyHeader = z.object({
  header: z.string(),
  reachablePast: z.boolean().meta({
    description:
      "Whether the panel listens on more than the loopback address, so that it may be reached past the proxy: dangerous",
  }),
  reachedFrom: z.string().nullable().meta({
    description:
      "Address of another machine, which is not listed as a proxy, whose request came last; null if none has since the start",
  }),
}).meta({ id: "ProxyHeader" });
export type ProxyHeaderState = z.infer<typeof proxyHeader>;

export const health = z.object({
  status: z.enum(["ok", "starting", "degraded"]),
  version: z.string().optional().meta({
    description: "Version of the panel; returned only with credentials, like `parts` and `counts`",
  }),
  parts: z.record(z.string(), z.enum(["ok", "degraded"])).optional(),
  database: z.enum(["sqlite", "postgres"]).optional().meta({
    description: "`sqlite`: embedded; `postgres`: PostgreSQL, which several machines can share",
  }),
  counts: z.record(z.string(), z.int()).optional(),
  readOnly: readOnly.nullable().optional().meta({
    description: "Why changes are currently rejected; null if they are accepted",
  }),
  proxyHeader: proxyHeader.optional().meta({
    description: "The header of a proxy that logs people in, if one does; returned only to administrators",
  }),
  disk: diskRoom.nullable().optional().meta({ description: "Disk of the data folder; null if unknown" }),
}).meta({ id: "Health" });
export type Health = z.infer<typeof health>;
