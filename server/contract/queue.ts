import * as z from "zod";
import { instant } from "./shapes.ts";
import { run } from "./runs.ts";

/** Why a run in the queue has not started. */
export const waitReasons = ["limit", "task", "group", "delay", "kind"] as const;

export const queueEntry = z.object({
  run,
  reason: z.enum(waitReasons).meta({
    description:
      "`limit`: all slots are taken; `task`: its own earlier run; `group`: its serial group; `delay`: not yet; `kind`: as many pulls as may run at once",
  }),
  position: z.int().meta({ description: "1 is next" }),
  blockedBy: z.int().nullable().meta({ description: "The run it waits for, where it is one" }),
  startAfter: instant,
}).meta({ id: "QueueEntry" });
export type QueueEntry = z.infer<typeof queueEntry>;

/** Response of `GET /api/queue`. */
export const queueState = z.object({
  limit: z.int(),
  slotsTaken: z.int().meta({
    description: "How many live runs count against `limit`; pulls and package installations do not",
  }),
  live: z.array(run),
  waiting: z.array(queueEntry).meta({ description: "At most 500, next first" }),
  waitingTotal: z.int(),
}).meta({ id: "QueueState" });
export type QueueState = z.infer<typeof queueState>;
