// What the engine can run and plan: each feature that runs something registers its run type, and its plan source if it is
// scheduled.
import type { PlanSources } from "../engine/plan_source.ts";
import { RunTypes } from "../engine/run_types.ts";
import { scriptDebug } from "../features/debug/run_type.ts";
import { packageRuns } from "../features/dependencies/run_type.ts";
import { subscriptionPlans } from "../features/subscriptions/plan_source.ts";
import { subscriptionPulls } from "../features/subscriptions/run_type.ts";
import { taskPlans } from "../features/tasks/plan_source.ts";
import { taskRuns } from "../features/tasks/run_type.ts";

export const runTypes = new RunTypes({
  task: taskRuns,
  debug: scriptDebug,
  dependency: packageRuns,
  subscription: subscriptionPulls,
});

export const planSources: PlanSources = { task: taskPlans, subscription: subscriptionPlans };
