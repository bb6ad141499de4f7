import { type RunKind, runKinds } from "../../contract/runs.ts";
import type { Database, RunRow } from "../store.ts";
import type { Kind, Subject } from "./kind.ts";
import { packageRuns } from "./package_runs.ts";
import { scriptDebug } from "./script_debug.ts";
import { subscriptionPulls } from "./subscription_pulls.ts";
import { taskRuns } from "./task_runs.ts";

/** Every kind of run. */
export const kinds: Record<RunKind, Kind> = {
  task: taskRuns,
  debug: scriptDebug,
  dependency: packageRuns,
  subscription: subscriptionPulls,
};

/** Kinds whose runs take none of the limited places. */
export const ownLaneKinds: readonly RunKind[] = runKinds.filter((kind) => kinds[kind].ownLane);

/** Finds what runs of any kind are made from, by run; one whose subject is gone is left out. */
export async function findSubjects(db: Database, runs: readonly RunRow[]): Promise<Map<number, Subject>> {
  const found = new Map<number, Subject>();
  for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
    for (const [id, subject] of await kinds[kind].find(db, ofKind)) found.set(id, subject);
  }
  return found;
}
