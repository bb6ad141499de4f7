import * as z from "zod";
import { runStates } from "./runs.ts";
import { flowLimits, linkOutcomes } from "./limits/flows.ts";
import { taskLimits } from "./limits/tasks.ts";
import { runOutputs } from "./outputs.ts";
import { parameterValue, parameterValues, runParameters } from "./parameters.ts";
import { id, instant, listOf, listQuery } from "./shapes.ts";

/** `24h`, or since a time of day. */
const within = z.string().max(20);

export const upstream = z.strictObject({
  tasks: z.array(z.strictObject({
    taskId: id,
    outcome: z.enum(linkOutcomes).default("succeeded"),
    parameters: parameterValues.optional().meta({
      description: "Values that the task's parameters get when it is started by this link",
    }),
  })).min(1).max(flowLimits.upstream),
  rule: z.enum(["all", "any"]).default("all"),
  within: within.default("24h"),
  waitMs: z.int().min(0).max(flowLimits.waitMs).default(0),
});
export type Upstream = z.infer<typeof upstream>;

/** A list for each value of which a task runs. */
export const forEach = z.strictObject({
  parameter: z.string().max(taskLimits.parameterName).meta({
    description: "Parameter of the task that gets the value",
  }),
  values: z.array(parameterValue).min(1).max(flowLimits.items).optional().meta({
    description: "The values; without them, `output` names the list",
  }),
  output: z.string().min(1).max(flowLimits.outputKey).optional().meta({
    description: "Output of a task before it, each line of which is a value",
  }),
  limit: z.int().min(1).max(flowLimits.itemsAtOnce).default(1).meta({
    description: "How many of the runs may be live at once",
  }),
}).meta({ id: "ForEach" });
export type ForEach = z.infer<typeof forEach>;

export const linkDecisions = ["followed", "not_followed", "waiting", "lapsed"] as const;
export type LinkDecision = (typeof linkDecisions)[number];

/** Why a link was not followed. */
export const linkReasons = [
  "upstream_failed",
  "upstream_succeeded",
  "upstream_not_run",
  "started_already",
  "other_link",
  "not_recent",
  "disabled",
  "deleted",
  "expired",
  "calendar",
  "window",
  "overlap",
  "merged",
  "replaced",
  "list",
  "no_node",
  "removed",
  "stopped",
] as const;
export type LinkReason = (typeof linkReasons)[number];

/** Those that are about the task that would have been started, not about one before it. */
export const ownLinkReasons = [
  ...["disabled", "deleted", "expired", "calendar", "window"] as const,
  ...["overlap", "merged", "replaced", "list", "no_node", "removed", "stopped"] as const,
] satisfies LinkReason[];

export function isOwnLinkReason(reason: LinkReason | null): boolean {
  return ownLinkReasons.some((own) => own === reason);
}

const flowTaskStates = [...runStates, "waiting", "not_run"] as const;
export const flowRunStates = ["running", "succeeded", "failed", "stopped", "skipped"] as const;
export type FlowRunState = (typeof flowRunStates)[number];

/** One start and what it has caused. */
export const flowRun = z.object({
  id,
  taskId: id.meta({ description: "Task that it began with" }),
  taskName: z.string(),
  startedAt: instant,
  attempt: z.int().meta({ description: "1, and 1 more each time it was continued" }),
  state: z.enum(flowRunStates).meta({
    description:
      "Once nothing runs or waits any more, `failed` if a task has not succeeded that ran, `skipped` if none has run",
  }),
  canContinue: z.boolean().meta({
    description:
      "Whether it can be continued: it has ended, and was stopped, or something of it failed or was skipped",
  }),
  tasks: z.array(z.object({
    taskId: id,
    name: z.string().meta({ description: "Name of the task when the flow run started" }),
    runId: id.nullable().meta({
      description: "Its last run; null before it has one, and once that was removed",
    }),
    state: z.enum(flowTaskStates).meta({
      description:
        "State of that run; `waiting` while it is not decided whether it runs, `not_run` if it will not",
    }),
    items: z.array(z.object({
      item: z.int().meta({ description: "Position in the list, from 0" }),
      value: z.string().meta({ description: `At most ${flowLimits.itemValue} characters of the value` }),
      runId: id,
      state: z.enum(runStates),
    })).nullable().meta({
      description: "Its last run for each value of its list; null for a task that runs once",
    }),
    parameters: runParameters.meta({
      description:
        "Values that this run was given, texts cut as in `outputs`; null stands for a secret. Null without " +
        "parameters, for a task with `items`, and for values that are too long for this list: see the run",
    }),
    outputs: runOutputs.nullable().meta({
      description:
        `What that run left for the tasks after its own, with secrets masked; texts are cut after ${taskLimits.parameterPreview} characters`,
    }),
    omittedOutputs: z.array(z.string()).meta({
      description:
        `Outputs that the tasks after it do not get, because its runs for a list have more than ${flowLimits.outputBytes} bytes of them together`,
    }),
    links: z.array(z.object({
      from: id.meta({ description: "Task before it" }),
      decision: z.enum(linkDecisions),
      reason: z.enum(linkReasons).nullable().meta({
        description: "Why the link was not followed, or lapsed",
      }),
    })),
  })).meta({ description: "Each after those before it. Tasks that the caller may not see are left out." }),
  outside: z.array(z.object({
    taskId: id,
    name: z.string().nullable().meta({ description: "Null if it was deleted" }),
  })).meta({
    description:
      "Tasks that are not part of the flow run, after which its tasks start: their last runs count",
  }),
}).meta({ id: "FlowRun" });
export type FlowRun = z.infer<typeof flowRun>;

/** The same in short. */
export const countedFlowRun = flowRun.omit({ tasks: true, outside: true }).extend({
  taskCounts: z.partialRecord(z.enum(flowTaskStates), z.int()).meta({
    description:
      "Number of tasks in each state that one of them is in, without those that the caller may not see",
  }),
}).meta({ id: "CountedFlowRun" });
export type CountedFlowRun = z.infer<typeof countedFlowRun>;

export const flowRunList = listOf(z.union([flowRun, countedFlowRun]));

/** Query of `GET /api/flow-runs`. */
export const flowRunQuery = z.strictObject({
  page: listQuery.page,
  pageSize: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "Items per page" }),
  taskId: z.coerce.number().int().positive().optional().meta({ description: "Task that took part in them" }),
  tasks: z.enum(["list", "counts"]).default("list").meta({
    description:
      "With `counts`, each flow run has `taskCounts` in place of `tasks` and `outside`, which may be long",
  }),
});
export type FlowRunQuery = z.infer<typeof flowRunQuery>;
