// The tasks behind one bar of the chart: those that ran in a period, and those that are still due in it.
import { sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { BusiestTasks } from "../../contract/overview.ts";
import type { RunState } from "../../contract/runs.ts";
import type { Base } from "../../engine/base.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { HOUR_MS } from "./finished_runs.ts";
import type { PlannedLoad } from "./planned_load.ts";
import { movableTasks } from "./store.ts";

/** How many tasks are named. */
const MAX_TASKS = 5;

interface BusiestOptions extends Pick<Base, "db" | "clock"> {
  reads: HeavyReads;
  /** The scheduled runs of the hours that the period may reach into. */
  load: PlannedLoad;
}

/** Milliseconds since the epoch; `to` is not included. */
interface Period {
  from: number;
  to: number;
}

type TaskCounts = BusiestTasks["items"][number];

/** Returns the tasks with the most failures and runs in a period, and how many there are. */
export async function findBusiestTasks(period: Period, options: BusiestOptions): Promise<BusiestTasks> {
  const counts = new Map<string, TaskCounts>();
  const countsOf = (taskId: number | null, name: string): TaskCounts => {
    const key = taskId === null ? `deleted ${name}` : String(taskId);
    const found = counts.get(key) ?? { taskId, name, succeeded: 0, failed: 0, other: 0, planned: 0 };
    counts.set(key, found);
    return found;
  };
  for (const { task_id, task_name, state, runs } of await options.reads.all(endedRuns(options.db, period))) {
    const one = countsOf(task_id, task_name);
    if (state === "succeeded") one.succeeded += runs;
    else if (hasFailed(state)) one.failed += runs;
    else one.other += runs;
  }
  await addPlanned(period, options, countsOf);
  const all = [...counts.values()];
  const runsOf = ({ succeeded, failed, other, planned }: TaskCounts) => succeeded + failed + other + planned;
  all.sort((one, next) =>
    next.failed - one.failed || runsOf(next) - runsOf(one) || (one.name < next.name ? -1 : 1)
  );
  return { items: all.slice(0, MAX_TASKS), total: all.length };
}

/** Adds the due times after now, by whole hours. */
async function addPlanned(
  { from, to }: Period,
  { db, reads, clock, load }: BusiestOptions,
  countsOf: (taskId: number, name: string) => TaskCounts,
): Promise<void> {
  const current = Math.floor(clock.now() / HOUR_MS);
  const first = Math.max(0, Math.floor(from / HOUR_MS) - current);
  const end = Math.ceil(to / HOUR_MS) - current;
  if (end <= first) return;
  await load.next(await reads.all(movableTasks(db)), ({ id, name }, hours) => {
    const planned = hours.slice(first, end).reduce((sum, runs) => sum + runs, 0);
    if (planned > 0) countsOf(id, name).planned += planned;
  });
}

function endedRuns(db: Database, { from, to }: Period) {
  return db.selectFrom("run").select(["task_id", "state", sql<string>`max(task_name)`.as("task_name")])
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("finished_at", "is not", null).where("finished_at", ">=", from).where("finished_at", "<", to)
    .where("kind", "=", "task").groupBy(["task_id", "state"])
    .$castTo<{ task_id: number | null; task_name: string; state: RunState; runs: number }>().compile();
}
