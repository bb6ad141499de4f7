import * as z from "zod";
import { flowRunQuery, upstream } from "./flows.ts";
import { linkOutcomes } from "./limits/flows.ts";
import { runStates } from "./runs.ts";
import { id, instant, listOf } from "./shapes.ts";
import { schedules } from "./tasks.ts";

/** Tasks that are connected because one starts after another, as they are defined now. */
export const flowDefinition = z.object({
  id: id.meta({ description: "Lowest ID of its tasks" }),
  name: z.string().meta({ description: "Name of the task that it begins with" }),
  tasks: z.array(z.object({
    taskId: id,
    name: z.string().meta({ description: "Empty if nothing is known any more of a deleted task" }),
    state: z.enum(["enabled", "disabled", "deleted"]),
    schedules,
    rule: upstream.shape.rule,
    links: z.array(z.object({
      from: id.meta({ description: "Task before it" }),
      outcome: z.enum(linkOutcomes).nullable().meta({ description: "Null for a deleted task" }),
    })),
    nextDueAt: instant.nullable(),
    lastRun: z.object({ id, state: z.enum(runStates) }).nullable(),
  })).meta({ description: "Each after those before it. Tasks that the caller may not see are left out." }),
}).meta({ id: "Flow" });
export type FlowDefinition = z.infer<typeof flowDefinition>;

export const flowList = listOf(z.object({
  id: flowDefinition.shape.id,
  name: flowDefinition.shape.name,
  taskCount: z.int(),
  offCount: z.int().meta({ description: "How many of its tasks are disabled or deleted" }),
}));
export type FlowList = z.infer<typeof flowList>;

/** Query of `GET /api/flows`. */
export const flowQuery = flowRunQuery.omit({ taskId: true });
export type FlowQuery = z.infer<typeof flowQuery>;
