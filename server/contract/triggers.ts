import * as z from "zod";
import { triggerLimits } from "./limits/triggers.ts";
import { id, line } from "./shapes.ts";

const { settleMs } = triggerLimits;

/** What starts a task besides time and other tasks. */
export const trigger = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("file"),
    path: line(triggerLimits.path).min(1).meta({
      description: "Absolute, or relative to the scripts folder",
    }),
    settleMs: z.int().min(settleMs.min).max(settleMs.max).default(settleMs.usual).meta({
      description: "How many milliseconds its size and its time of change must stay the same",
    }),
  }),
  z.strictObject({ type: z.literal("subscription"), subscriptionId: id }),
  z.strictObject({ type: z.literal("heartbeat"), heartbeatId: id, on: z.enum(["down", "up"]) }),
  z.strictObject({ type: z.literal("window"), windowId: id, on: z.enum(["start", "end"]) }),
]);
export type Trigger = z.infer<typeof trigger>;
export type TriggerType = Trigger["type"];

export const triggers = z.array(trigger).max(triggerLimits.triggers);

/** What happens to the source of a trigger; a subscription has pulled something new. */
export const triggerEvents = ["pulled", "down", "up", "start", "end"] as const;
export type TriggerEvent = (typeof triggerEvents)[number];

/** Query of `GET /api/tasks/started-by`. */
export const startedByQuery = z.strictObject({
  type: z.enum(["subscription", "heartbeat", "window"]),
  id: z.coerce.number().int().positive(),
});
export type StartedByQuery = z.infer<typeof startedByQuery>;

/** The trigger that has started a run. */
export const runTrigger = z.object({
  type: z.enum(["file", "subscription", "heartbeat", "window"]),
  name: z.string().nullable().meta({
    description: "Name of the subscription, heartbeat or window at that time; null for a file",
  }),
  path: z.string().nullable().meta({ description: "Absolute path of the file; null for other types" }),
  on: z.enum(triggerEvents).nullable().meta({
    description: "What happened to a subscription, heartbeat or window; null for a file",
  }),
});
export type RunTrigger = z.infer<typeof runTrigger>;
