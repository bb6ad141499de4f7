import { type Insertable, sql } from "kysely";
import type { LabelCounts } from "../../contract/tasks.ts";
import { activeStates } from "../../engine/states.ts";
import type { Database, TaskRow, Tx } from "../../engine/store.ts";
import type { Tables, TaskTable } from "../../migrations/tables.ts";
import { jsonTexts } from "../../platform/json_texts.ts";
import type { TaskRuns } from "./task_rows.ts";

/** How many of the runs that are over a task in the list shows. */
const RECENT = 20;

/** Reads one task. */
export async function findTask(db: Database | Tx, id: number): Promise<TaskRow | undefined> {
  return await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Reads what the runs of tasks are doing and how the last ones went. */
export async function readRuns(db: Database, taskIds: readonly number[]): Promise<Map<number, TaskRuns>> {
  const byTask = new Map<number, TaskRuns>(taskIds.map((id) => [id, { active: [], recent: [] }]));
  if (taskIds.length === 0) return byTask;
  const active = await db.selectFrom("run").select(["id", "task_id", "state", "started_at"])
    .where("task_id", "in", [...taskIds]).where("finished_at", "is", null).where("state", "in", activeStates)
    .orderBy("id").execute();
  for (const row of active) byTask.get(row.task_id ?? 0)?.active.push(row);
  for (const row of await listRecent(db, taskIds)) byTask.get(row.task_id ?? 0)?.recent.push(toOutcome(row));
  return byTask;
}

// The newest few of each task by the index: a window function would read the whole past of them.
async function listRecent(db: Database, taskIds: readonly number[]) {
  return await db.selectFrom("task")
    .innerJoin("run as last", (join) =>
      join.on((on) =>
        on(
          "last.id",
          "in",
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
  return { id, state, at: new Date(at).toISOString(), durationMs: duration_ms, exitCode: exit_code };
}

/** Counts the tasks of every label, by label. */
export async function countLabels(db: Database): Promise<LabelCounts["items"]> {
  const texts = jsonTexts<Tables, "task">("task.labels_json").as<"one">(sql`one`);
  const rows = await db.selectFrom(["task", texts]).select([
    "one.value as label",
    ({ fn }) => fn.countAll().as("tasks"),
  ])
    .groupBy("one.value").orderBy("one.value").execute();
  return rows.map(({ label, tasks }) => ({ label, tasks: Number(tasks) }));
}

/** Adds a task and answers its row. */
export async function insertTask(tx: Tx, row: Insertable<TaskTable>): Promise<TaskRow> {
  return await tx.insertInto("task").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a task's columns and counts its version up. */
export async function updateTask(tx: Tx, id: number, columns: Partial<TaskRow>): Promise<void> {
  await tx.updateTable("task").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Removes a task, unless a run of it is in the queue or on the machine; its runs stay in the ledger. */
export async function removeIdleTask(db: Database | Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("task").where("id", "=", id)
    .where((where) =>
      where.not(where.exists(
        where.selectFrom("run").select("run.id").where("run.task_id", "=", id)
          .where("run.finished_at", "is", null).where("run.state", "in", activeStates),
      ))
    ).executeTakeFirst();
  return numDeletedRows > 0n;
}
