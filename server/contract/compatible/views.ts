// Views as clients of the compatible API know them.
import * as z from "zod";
import { cronFilter, cronSort } from "./crons.ts";
import { bit, entityId, number } from "./envelope.ts";

/** ID of the view of all tasks, which the old panel stored and this one does not. */
export const ALL_TASKS_ID = 0;

export const cronView = z.object({
  id: z.int(),
  name: z.string(),
  position: z.number().meta({ description: "Position, in descending order" }),
  isDisabled: bit,
  filters: z.array(cronFilter).nullable(),
  sorts: z.array(cronSort).nullable(),
  filterRelation: z.enum(["and", "or"]).nullable(),
  type: z.int().meta({ description: "1 for the view of all tasks, 2 for others" }),
}).meta({ id: "CompatibleView" });
export type CronView = z.infer<typeof cronView>;

const settable = {
  name: z.string().min(1),
  filters: z.array(cronFilter).nullish(),
  sorts: z.array(cronSort).nullish(),
  filterRelation: z.string().nullish(),
};
export const cronViewInput = z.strictObject(settable);
export type CronViewInput = z.infer<typeof cronViewInput>;
export const cronViewUpdate = z.strictObject({ ...settable, id: entityId });
export const cronViewMove = z.strictObject({ fromIndex: number, toIndex: number, id: number });
