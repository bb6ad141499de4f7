import type { Run } from "../../../../server/contract/runs.ts";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";

type Change = TaskStatistics["changes"][number];

/**
 * Returns what changed before each run, by its id, so that the first run that it affected shows it; `runs` are the oldest
 * first. Of the script, the version that a run executed counts, not when it was saved.
 */
export function changesBefore(
  runs: readonly Pick<Run, "id" | "startedAt" | "queuedAt" | "scriptVersionId">[],
  changes: readonly Change[],
): ReadonlyMap<number, readonly Change[]> {
  const marks = new Map<number, Change[]>();
  const add = (id: number, change: Change) => marks.set(id, [...marks.get(id) ?? [], change]);
  const startOf = ({ startedAt, queuedAt }: (typeof runs)[number]) => Date.parse(startedAt ?? queuedAt);
  const [first] = runs;
  for (const change of changes) {
    const at = Date.parse(change.at);
    if (change.what === "script" || !first || at < startOf(first)) continue;
    const affected = runs.find((run) => startOf(run) >= at);
    if (affected) add(affected.id, change);
  }
  let version: number | null = null;
  for (const { id, startedAt, queuedAt, scriptVersionId } of runs) {
    if (scriptVersionId === null) continue;
    if (version !== null && version !== scriptVersionId) {
      add(id, { at: startedAt ?? queuedAt, what: "script" });
    }
    version = scriptVersionId;
  }
  return marks;
}
