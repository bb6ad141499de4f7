import { type Insertable, sql } from "kysely";
import { bareSchedules } from "../../contract/task_rules.ts";
import type { LabelCounts, Task, TaskCounts } from "../../contract/tasks.ts";
import { builtInViews } from "../../contract/task_fields.ts";
import { activeStates, liveStates } from "../../engine/states.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import { beforeLabels } from "../../engine/labelled_database.ts";
import { gathered } from "../../engine/gathered.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskChangeTable, TaskRow, TaskTable } from "../../migrations/task_tables.ts";
import { recordInserted, recordUpdated } from "./history/record_history.ts";
import { isAmong, jsonTexts } from "../../platform/sql_expressions.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { OutlineRow, TaskRuns } from "./task_rows.ts";
import { isInBuiltInView } from "./view_conditions.ts";

/** How many finished runs the list shows for each task. */
const RECENT = 20;

export async function findTask(db: Database | Tx, id: number): Promise<TaskRow | undefined> {
  return await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns a task; null when there is none. Calls at the same moment share a query. */
export const readTask = gathered(async (tx: Tx, ids: readonly number[]) => {
  const rows = await tx.selectFrom("task").selectAll().where("id", "in", [...new Set(ids)]).execute();
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => tasks.get(id) ?? null);
});

const outlineColumns = [
  "id",
  "name",
  "command",
  "schedules_json",
  "labels_json",
  "enabled",
  "pinned",
  "subscription_id",
  "last_started_at",
  "last_duration_ms",
  "created_at",
  "updated_at",
] as const satisfies (keyof OutlineRow)[];

/** Returns the outlines of up to `size` tasks with a higher id than `after`, by id. */
export async function readOutlines(db: Database, after: number, size: number): Promise<OutlineRow[]> {
  return await db.selectFrom("task").select(outlineColumns).where("id", ">", after).orderBy("id").limit(size)
    .execute();
}

export type Twin = Pick<Task, "name" | "command" | "schedules">;

/** Returns whether another task than `id` has this name, command and schedules. */
export async function hasTwin(
  db: Database,
  { name, command, schedules }: Twin,
  id: number | null,
): Promise<boolean> {
  const twin = await db.selectFrom("task").select("id").where("command", "=", command).where(
    "name",
    "=",
    name,
  )
    .where("schedules_json", "=", JSON.stringify(bareSchedules(schedules))).where("id", "!=", id ?? 0)
    .executeTakeFirst();
  return twin !== undefined;
}

const activityColumns = ["id", "task_id", "state", "started_at", "stop_requested_at", "held_until"] as const;

export async function readActive(db: Database): Promise<Map<number, TaskRuns["active"]>> {
  const rows = await db.selectFrom("run").select(activityColumns)
    .where("task_id", "is not", null).where("finished_at", "is", null).where("state", "in", activeStates)
    .orderBy("id").execute();
  return Map.groupBy(rows, ({ task_id }) => task_id ?? 0);
}

/** Returns the active and the most recent runs of tasks. */
export async function readRuns(db: Database, taskIds: readonly number[]): Promise<Map<number, TaskRuns>> {
  const byTask = new Map<number, TaskRuns>(taskIds.map((id) => [id, { active: [], recent: [] }]));
  if (taskIds.length === 0) return byTask;
  const active = await db.selectFrom("run").select(activityColumns)
    .where("task_id", "in", [...taskIds]).where("finished_at", "is", null).where("state", "in", activeStates)
    .orderBy("id").execute();
  for (const row of active) byTask.get(row.task_id ?? 0)?.active.push(row);
  for (const row of await listRecent(db, taskIds)) byTask.get(row.task_id ?? 0)?.recent.push(toOutcome(row));
  return byTask;
}

// Reads the newest runs of each task through the index: a window function would read their whole history.
async function listRecent(db: Database, taskIds: readonly number[]) {
  return await db.selectFrom("task")
    .innerJoin("run as last", (join) =>
      join.on((on) =>
        isAmong(
          on.ref("last.id"),
          on.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "task.id")
            .where("run.finished_at", "is not", null).orderBy("run.id", "desc").limit(RECENT),
        )
      ))
    .select(["last.task_id", "last.id", "last.state", "last.duration_ms", "last.exit_code"])
    .select(({ fn }) => fn.coalesce("last.started_at", "last.due_at", "last.queued_at").as("at"))
    .where("task.id", "in", [...taskIds]).orderBy("last.id").execute();
}

function toOutcome(
  { id, state, at, duration_ms, exit_code }: Awaited<ReturnType<typeof listRecent>>[number],
): TaskRuns["recent"][number] {
  return { id, state, at: isoTime(at), durationMs: duration_ms, exitCode: exit_code };
}

export async function countLabels(db: Database): Promise<LabelCounts["items"]> {
  const texts = jsonTexts(sql.ref("task.labels_json")).as<"one">(sql`one`);
  const rows = await db.selectFrom(["task", texts]).select([
    "one.value as label",
    ({ fn }) => fn.countAll().as("tasks"),
  ])
    .groupBy("one.value").orderBy("one.value").execute();
  return rows.map(({ label, tasks }) => ({ label, tasks: Number(tasks) }));
}

export async function countBuiltInViews(db: Database): Promise<TaskCounts> {
  // Live runs are few: counting them does not look for the runs of every task.
  const running = db.selectFrom("run").innerJoin("task", "task.id", "run.task_id")
    .select(({ fn }) => fn.count("run.task_id").distinct().as("tasks"))
    .where("run.finished_at", "is", null).where("run.state", "in", liveStates);
  const counted = builtInViews.filter((view) => view !== "running");
  const row = await db.selectFrom("task")
    .select(({ fn }) => fn.countAll().as("all"))
    .select(running.as("running"))
    .select((eb) => counted.map((view) => eb.fn.countAll().filterWhere(isInBuiltInView(eb, view)).as(view)))
    .executeTakeFirstOrThrow();
  const { all, running: live, ...others } = row;
  const counts = Object.entries({ all, running: live, ...others }).map((
    [view, tasks],
  ) => [view, Number(tasks)]);
  return Object.fromEntries(counts) as TaskCounts; // has exactly these keys
}

/** Inserts a task and records it in its history: a new one, or one restored from the trash. */
export async function insertTask(
  tx: Tx,
  row: Insertable<TaskTable>,
  type: "created" | "restored",
): Promise<TaskRow> {
  beforeLabels(tx, row.labels_json);
  const inserted = await tx.insertInto("task").values(row).returningAll().executeTakeFirstOrThrow();
  await recordInserted(tx, inserted, { type, now: inserted.updated_at });
  return inserted;
}

/** Updates columns of a task, increments its version, and records what changes in its history. */
export async function updateTask(
  tx: Tx,
  before: TaskRow,
  columns: Partial<TaskRow>,
  now: number,
): Promise<void> {
  beforeLabels(tx, columns.labels_json);
  await tx.updateTable("task").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", before.id).execute();
  await recordUpdated(tx, before, columns, now);
}

/** Records changes of one task; of more than `taskLimits.changes`, the oldest are removed. */
export async function addChanges(tx: Tx, changes: readonly Insertable<TaskChangeTable>[]): Promise<void> {
  const taskId = changes[0]?.task_id ?? 0;
  await tx.insertInto("task_change").values(changes).execute();
  const oldest = await tx.selectFrom("task_change").select("id").where("task_id", "=", taskId)
    .orderBy("id", "desc").offset(taskLimits.changes).limit(1).executeTakeFirst();
  if (!oldest) return;
  await tx.deleteFrom("task_change").where("task_id", "=", taskId).where("id", "<=", oldest.id).execute();
}
