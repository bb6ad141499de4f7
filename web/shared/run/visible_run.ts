import type { Run } from "../../../server/contract/runs.ts";

/** The inputs that decide whose log is visible. Runs are newest first. */
export interface RunChoice {
  runs: readonly Run[];
  /** The run in the URL. */
  chosen: number | null;
  /** The visible run. */
  visible: number | null;
  /** Whether the user follows the end of the log. */
  following: boolean;
}

/**
 * Returns the run whose log to show: the one in the URL, else the newest running one, else the newest. A new run
 * replaces one that has ended, but not while the user has scrolled up.
 */
export function chooseRun({ runs, chosen, visible, following }: RunChoice): number | null {
  if (chosen !== null) return chosen;
  const best = runs.find(isRunning) ?? newestRun(runs); // a queued run has no log yet
  const current = runs.find(({ id }) => id === visible);
  if (!best || !current) return best?.id ?? null;
  const stays = isRunning(current) ||
    (!following && current.state !== "queued" && current.state !== "skipped");
  return stays ? current.id : best.id;
}

/** Returns an active run newer than the visible one, to offer it. */
export function newerRun(runs: readonly Run[], visible: number): Run | undefined {
  const newest = newestRun(runs);
  return newest && newest.id > visible && isRunning(newest) ? newest : undefined;
}

/** Returns the newest run; skipped due times count only when there is nothing else. */
function newestRun(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state }) => state !== "skipped") ?? runs[0];
}

function isRunning({ state }: Run): boolean {
  return state === "starting" || state === "running";
}
