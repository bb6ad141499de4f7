import { type RunKind, runKinds } from "../../contract/runs.ts";
import type { Database, RunRow } from "../store.ts";
import type { Kind, Subject } from "./kind.ts";
import { packageRuns } from "./package_runs.ts";
import { scriptDebug } from "./script_debug.ts";
import { subscriptionPulls } from "./subscription_pulls.ts";
import { taskRuns } from "./task_runs.ts";

/** Every kind of run. */
const kinds: Record<RunKind, Kind> = {
  task: taskRuns,
  debug: scriptDebug,
  dependency: packageRuns,
  subscription: subscriptionPulls,
};

/** Finds a kind; undefined for one that only another panel knows, which may have written the row. */
export function kindOf(kind: RunKind): Kind | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** Kinds whose runs take none of the limited places. */
export const exemptTypes: readonly RunKind[] = runKinds.filter((kind) => kinds[kind].exempt);

/** Finds what runs of any kind are made from, by run; one whose subject is gone, or of a kind nobody knows, is left out. */
export async function findSubjects(db: Database, runs: readonly RunRow[]): Promise<Map<number, Subject>> {
  const found = new Map<number, Subject>();
  for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
    const subjects = await kindOf(kind)?.find(db, ofKind) ?? [];
    for (const [id, subject] of subjects) found.set(id, subject);
  }
  return found;
}
