import { type RunKind, runKinds } from "../../contract/runs.ts";
import type { Database, RunRow } from "../store.ts";
import type { Kind, Subject } from "./kind.ts";
import { packageRuns } from "./package_runs.ts";
import { scriptDebug } from "./script_debug.ts";
import { subscriptionPulls } from "./subscription_pulls.ts";
import { taskRuns } from "./task_runs.ts";

/** Every run type. */
const kinds: Record<RunKind, Kind> = {
  task: taskRuns,
  debug: scriptDebug,
  dependency: packageRuns,
  subscription: subscriptionPulls,
};

/** Returns a run type; undefined when only another version of the panel, which may have written the row, knows it. */
export function kindOf(kind: RunKind): Kind | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** Run types that are exempt from the concurrency limit. */
export const exemptTypes: readonly RunKind[] = runKinds.filter((kind) => kinds[kind].exempt);

/**
 * Finds the sources of runs of any type, by run ID; runs whose source no longer exists, or whose type is unknown, are left
 * out.
 */
export async function findSubjects(db: Database, runs: readonly RunRow[]): Promise<Map<number, Subject>> {
  const found = new Map<number, Subject>();
  for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
    const subjects = await kindOf(kind)?.find(db, ofKind) ?? [];
    for (const [id, subject] of subjects) found.set(id, subject);
  }
  return found;
}
