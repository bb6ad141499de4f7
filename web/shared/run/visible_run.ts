import type { Run } from "../../../server/contract/runs.ts";

/** What is known when it is decided whose log is shown. Runs are newest first. */
export interface RunChoice {
  runs: readonly Run[];
  /** The run that the address names. */
  chosen: number | null;
  /** The run that is shown now. */
  visible: number | null;
  /** Whether the reader follows the end of the log. */
  following: boolean;
}

/**
 * Decides which run's log is shown: the one the address names, else the newest that runs, else the newest. A new run takes the
 * place of one that has ended, but not under the eyes of somebody who has scrolled up.
 */
export function chooseRun({ runs, chosen, visible, following }: RunChoice): number | null {
  if (chosen !== null) return chosen;
  const best = runs.find(isRunning) ?? newestRun(runs); // one that waits has nothing to read yet
  const current = runs.find(({ id }) => id === visible);
  if (!best || !current) return best?.id ?? null;
  const stays = isRunning(current) ||
    (!following && current.state !== "queued" && current.state !== "skipped");
  return stays ? current.id : best.id;
}

/** Finds a run newer than the shown one that is going on, to be offered. */
export function newerRun(runs: readonly Run[], visible: number): Run | undefined {
  const newest = newestRun(runs);
  return newest && newest.id > visible && isRunning(newest) ? newest : undefined;
}

/** Finds the newest run; skipped due times count only where there is nothing else. */
function newestRun(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state }) => state !== "skipped") ?? runs[0];
}

function isRunning({ state }: Run): boolean {
  return state === "starting" || state === "running";
}
