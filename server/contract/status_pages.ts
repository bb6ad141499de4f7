import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { id, instant, text } from "./shapes.ts";

/** How many status pages there can be. */
export const maxStatusPages = 100;
/** How many tasks a status page shows. */
export const maxStatusTasks = 200;

export const statusPage = z.object({
  id,
  label: z.string().meta({ description: "Its tasks have this label" }),
  path: z.string().meta({
    description:
      "Secret address of the page below the base path; with `/badge.svg` behind it, that of the badge",
  }),
  createdAt: instant,
}).meta({ id: "StatusPage" });
export type StatusPage = z.infer<typeof statusPage>;

export const statusPages = z.object({ items: z.array(statusPage) });

export const statusPageInput = z.strictObject({
  label: text(taskLimits.labelLength).trim().min(1).meta({ description: "A label of tasks" }),
});
export type StatusPageInput = z.infer<typeof statusPageInput>;

export const statusToken = z.object({ token: z.string().regex(/^[\w-]{20,60}$/) });
