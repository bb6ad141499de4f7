import type { RunKind } from "../../contract/runs.ts";
import type { Database, RunRow } from "../store.ts";
import type { Kind, Subject } from "./kind.ts";
import { scriptDebug } from "./script_debug.ts";
import { taskRuns } from "./task_runs.ts";

/** Every kind of run. */
export const kinds: Record<RunKind, Kind> = { task: taskRuns, debug: scriptDebug };

/** Finds what runs of any kind are made from, by run; one whose subject is gone is left out. */
export async function findSubjects(db: Database, runs: readonly RunRow[]): Promise<Map<number, Subject>> {
  const found = new Map<number, Subject>();
  for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
    for (const [id, subject] of await kinds[kind].find(db, ofKind)) found.set(id, subject);
  }
  return found;
}
