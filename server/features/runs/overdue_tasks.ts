// The tasks that should have run and did not: a due time since their last run is over, and no run has started for it.
import { sql } from "kysely";
import type { OverdueReason, SkipReason } from "../../contract/runs.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";

/** A run that starts within this time is not overdue. */
const TOLERANCE_MS = 60_000;

/** What somebody decided, or is about to, is not overdue. */
const notOverdue: readonly SkipReason[] = [
  ...["disabled", "deleted", "calendar", "window", "expired"] as const,
  "rejected",
];

export interface OverdueTask {
  id: number;
  name: string;
  /** The first due time (ms) for which nothing has run since the last run. */
  dueAt: number;
  reason: OverdueReason;
}

interface Wanted {
  /** Milliseconds since the epoch. */
  now: number;
  limit: number;
  /** Only this task, if it is given. */
  taskId?: number;
}

/** Returns the enabled tasks that are overdue, those that have been for the longest time first. */
export async function findOverdueTasks(
  { db, reads }: { db: Database; reads: HeavyReads },
  wanted: Wanted,
): Promise<OverdueTask[]> {
  const { limit } = wanted;
  const skipped = (await reads.all(skippedTasks(db, wanted))).flatMap(({ due_at, ...task }) =>
    due_at === null ? [] : { ...task, dueAt: due_at, reason: `skipped_${task.reason ?? "missed"}` as const }
  );
  const waiting = (await reads.all(waitingTasks(db, wanted))).map(({ due_at, ...task }) => ({
    ...task,
    dueAt: due_at,
    reason: "waiting" as const,
  }));
  const byTask = new Map<number, OverdueTask>();
  for (const { id, name, dueAt, reason } of [...skipped, ...waiting]) {
    const dueBefore = byTask.get(id)?.dueAt ?? dueAt;
    byTask.set(id, { id, name, dueAt: Math.min(dueAt, dueBefore), reason });
  }
  return [...byTask.values()].toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id).slice(0, limit);
}

// Since the last run started, and since somebody last changed the schedule or enabled the task.
function skippedTasks(db: Database, { now, limit, taskId }: Wanted) {
  const skipped = sql`run where run.task_id = task.id and run.started_at is null
    and run.finished_at is not null and run.state = 'skipped'
    and run.skip_reason not in (${sql.join(notOverdue.map((reason) => sql.lit(reason)))})
    and run.due_at > coalesce(task.last_started_at, 0) and run.due_at >= task.planned_at`;
  const first = db.selectFrom("task").select([
    ...(["id", "name"] as const),
    sql<number | null>`(select min(run.due_at) from ${skipped})`.as("due_at"),
    sql<SkipReason | null>`(select run.skip_reason from ${skipped} order by run.due_at desc limit 1)`.as(
      "reason",
    ),
  ]).where("enabled", "=", 1).where("next_due_at", "is not", null)
    .$if(taskId !== undefined, (tasks) => tasks.where("id", "=", taskId!)).as("task");
  return db.selectFrom(first).selectAll().where("due_at", "<=", now - TOLERANCE_MS).where((
    { not, exists, selectFrom },
  ) =>
    not(exists(
      selectFrom("run as live").select("live.id").whereRef("live.task_id", "=", "task.id")
        .where("live.finished_at", "is", null).where((live) =>
          live.or([
            live("live.started_at", ">=", live.ref("task.due_at")),
            // Someone has been asked to decide.
            live("live.state", "=", "waiting_for_approval"),
          ])
        ),
    ))
  ).orderBy("due_at").orderBy("id").limit(limit).compile();
}

// In the queue, or not even planned.
function waitingTasks(db: Database, { now, limit, taskId }: Wanted) {
  const until = now - TOLERANCE_MS;
  const queued = db.selectFrom("run").innerJoin("task", "task.id", "run.task_id").select([
    ...(["task.id", "task.name", "run.due_at"] as const),
  ]).where("run.finished_at", "is", null).where("run.state", "=", "queued")
    .where("run.due_at", "<=", until).where("run.start_after", "<=", until).where("task.enabled", "=", 1);
  const unplanned = db.selectFrom("task").select(["id", "name", "next_due_at as due_at"])
    .where("enabled", "=", 1).where("next_due_at", "<=", until);
  return db.selectFrom(queued.unionAll(unplanned).as("waiting"))
    .$if(taskId !== undefined, (tasks) => tasks.where("id", "=", taskId!))
    .select(["id", "name", ({ fn }) => fn.min("due_at").as("due_at")]).groupBy(["id", "name"])
    .$narrowType<{ due_at: number }>().orderBy("due_at").orderBy("id").limit(limit).compile();
}
