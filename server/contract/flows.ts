import * as z from "zod";
import { runStates } from "./runs.ts";
import { flowLimits } from "./limits/flows.ts";
import { id, instant, listOf, listQuery } from "./shapes.ts";

/** What the end of an upstream task must be, so that its link is followed. */
export const linkOutcomes = ["succeeded", "failed", "any"] as const;

/** `24h`, or since a time of day. */
const within = z.string().max(20);

export const upstream = z.strictObject({
  tasks: z.array(z.strictObject({ taskId: id, outcome: z.enum(linkOutcomes).default("succeeded") }))
    .min(1).max(flowLimits.upstream),
  rule: z.enum(["all", "any"]).default("all"),
  within: within.default("24h"),
  waitMs: z.int().min(0).max(flowLimits.waitMs).default(0),
});
export type Upstream = z.infer<typeof upstream>;

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
] as const;
export type LinkReason = (typeof linkReasons)[number];
