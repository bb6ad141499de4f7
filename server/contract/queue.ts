import * as z from "zod";
import { instant } from "./shapes.ts";
import { run } from "./runs.ts";

/** Why a run in the queue has not started. */
export const waitReasons = [
  "limit",
  "task",
  "group",
  "delay",
  "kind",
  "node",
  "no_node",
  "upstream",
] as const;

export const queueEntry = z.object({
  run,
  reason: z.enum(waitReasons).meta({
    description:
      "`limit`: all slots are in use; `task`: the task reached its limit of parallel runs; `group`: another run of its serial group is active; `delay`: its start time has not come; `kind`: the limit for runs of its type is reached; `node`: no node that may run it has a free slot; `no_node`: no node that may run it is online and accepts runs; `upstream`: it waits for other tasks to end",
  }),
  position: z.int().meta({ description: "Position in the queue; 1 is next" }),
  pool: z.string().nullable().meta({
    description: "Pool whose nodes may run it; null if it has none, or does not run a task",
  }),
  blockedBy: z.int().nullable().meta({
    description: "ID of the run that it waits for; null if it waits for none in particular",
  }),
  startAfter: instant,
}).meta({ id: "QueueEntry" });
export type QueueEntry = z.infer<typeof queueEntry>;

/** Response of `GET /api/queue`. */
export const queueState = z.object({
  limit: z.int(),
  slotsTaken: z.int().meta({
    description: "Number of active runs that count towards `limit`; pulls and package installations do not",
  }),
  live: z.array(run),
  waiting: z.array(queueEntry).meta({ description: "Up to 500 queued runs, next first" }),
  waitingTotal: z.int(),
}).meta({ id: "QueueState" });
export type QueueState = z.infer<typeof queueState>;
