// The newest runs of people with few tasks. Most of the ledger belongs to others, so it is not read from its end: the runs of each
// task are found by its index.
import type { CompiledQuery } from "kysely";
import { fewVisibleTasks, wholeDatabase } from "../../engine/labelled_database.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { filteredRuns, isUsual, jsonValues, type RunFilter } from "./run_filter.ts";

/** How many tasks are looked at one by one. */
const MAX_TASKS = 1_000;
/** Looking into the index of a task once costs about as much as reading some runs. */
const RUNS_PER_TASK = 12;
/** More than are probably needed, so that looking once is mostly enough. */
const MARGIN = 1.2;
/** What is looked through grows by this where it had too few. */
const GROWTH = 4;

export type Read = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/** Returns the tasks whose runs are found one by one; null if there are too many, or most runs of each would be left out. */
export function fewTasks(db: Database, filter: RunFilter): number[] | null {
  return isUsual(filter) ? fewVisibleTasks(db, MAX_TASKS) : null;
}

/** Returns a page of runs, newest first; null where reading the ledger from its end is as quick. */
export async function newestOfFewTasks(
  read: Read,
  db: Database,
  filter: RunFilter,
): Promise<RunRow[] | null> {
  if (filter.sort.some(({ field, descending }) => field !== "id" || !descending)) return null;
  const tasks = fewTasks(db, filter);
  if (tasks === null) return null;
  if (tasks.length === 0) return [];
  const { page, pageSize, afterId = 0, throughId } = filter;
  // As if there were a task for each ID, and all had as many runs.
  let span = Math.ceil(page * pageSize * Math.max(...tasks) / tasks.length);
  if (span < RUNS_PER_TASK * tasks.length) return null;
  span *= MARGIN;
  const whole = wholeDatabase(db);
  // Of all tasks, as it only says where to begin.
  const [last] = await read(whole.selectFrom("run").select(({ fn }) => fn.max("id").as("id")).compile());
  const newest = Math.min(throughId ?? Infinity, Number(last?.id ?? 0));
  while (true) {
    const above = Math.max(afterId, newest - Math.ceil(span));
    const ids = await read(
      filteredRuns(whole, { ...filter, afterId: above }).select("id")
        .where("task_id", "in", jsonValues<number>(tasks)).orderBy("id", "desc")
        .limit(pageSize).offset((page - 1) * pageSize).compile(),
    );
    if (ids.length === pageSize || above === afterId) {
      return await read(
        db.selectFrom("run").selectAll().where("id", "in", ids.map(({ id }) => id)).orderBy("id", "desc")
          .compile(),
      );
    }
    span *= GROWTH;
  }
}
