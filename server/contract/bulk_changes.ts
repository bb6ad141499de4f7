// One change of several tasks, and its preview.
import * as z from "zod";
import { batchResult, idsBody } from "./shapes.ts";
import { taskPatch } from "./tasks.ts";

const dryRun = z.boolean().default(false).meta({
  description: "Only returns what would be changed; nothing is",
});

/** The fields that can be set of several tasks at once: what distinguishes tasks from each other cannot. */
export const bulkPatch = taskPatch.omit({ name: true, command: true, parameters: true });
export type BulkPatch = z.infer<typeof bulkPatch>;

/** Body of `POST /api/tasks/update`. */
export const bulkUpdateBody = z.strictObject({
  ...idsBody.shape,
  changes: bulkPatch.refine((changes) => Object.keys(changes).length > 0, { message: "at least one field" }),
  dryRun,
}).meta({ id: "BulkUpdateBody" });
export type BulkUpdateBody = z.infer<typeof bulkUpdateBody>;

/** Body of `POST /api/tasks/spread`. */
export const spreadBody = z.strictObject({
  ...idsBody.shape,
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/).meta({
    description: "Time of day of the first task, `HH:MM` or `HH:MM:SS`, in the time zone of each task",
  }),
  everyMs: z.int().min(1_000).max(12 * 3_600_000).multipleOf(1_000).meta({
    description: "Time from one task to the next in milliseconds, in whole seconds",
  }),
  dryRun,
}).meta({ id: "SpreadBody" });
export type SpreadBody = z.infer<typeof spreadBody>;

/** Response of `POST /api/tasks/update` and `POST /api/tasks/spread`, in the order of the ids. */
export const bulkResult = z.object({
  results: z.array(
    batchResult.shape.results.element.extend({
      before: bulkPatch.optional().meta({
        description: "The fields that differ, before; absent with `error`",
      }),
      after: bulkPatch.optional().meta({ description: "The same fields after" }),
    }),
  ),
}).meta({ id: "BulkResult" });
export type BulkResult = z.infer<typeof bulkResult>;
