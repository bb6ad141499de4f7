// The tasks that start after others, and what one start can cause.
import { type FieldIssue, refuseIf } from "../../../contract/app_error.ts";
import { type Upstream, upstream } from "../../../contract/flows.ts";
import { gathered } from "../../../engine/gathered.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { checkLater, cycleIssue } from "./link_cycles.ts";

/** A task of a flow run, as it was when that started. */
export interface FlowTask {
  id: number;
  name: string;
  /** Null for the first one. */
  upstream: Pick<Upstream, "tasks" | "rule" | "within"> | null;
  /** What the first one required of the tasks before it, if it was due at a time. */
  awaited?: Pick<Upstream, "tasks">;
  /** Unset for a task without its own. */
  timeZone?: string;
}

/** Reads the tasks that a task starts after; null for none, or when they cannot be parsed. */
export function readUpstream({ upstream_json }: Pick<TaskRow, "upstream_json">): Upstream | null {
  return upstream_json === null
    ? null
    : upstream.safeParse(storedJson<object>(upstream_json, {})).data ?? null;
}

/** Returns whether others start after a task. */
export const hasDownstream = gathered(async (tx: Tx, taskIds: readonly number[]) => {
  const rows = await tx.selectFrom("task_link").select("upstream_id").distinct()
    .where("upstream_id", "in", [...new Set(taskIds)]).execute();
  const found = new Set(rows.map(({ upstream_id }) => upstream_id));
  return taskIds.map((id) => found.has(id));
});

/** Returns the tasks that can start because of one, that one first and each after those before it. */
export async function readGraph(db: Database | Tx, first: number): Promise<FlowTask[]> {
  const rows = await readTasks(db, await idsBelow(db, first));
  const found = new Map(rows.map((row): [number, FlowTask] => {
    const { id, name, time_zone: timeZone } = row;
    const upstream = id === first ? null : readUpstream(row);
    return [id, { id, name, upstream, ...timeZone !== null && { timeZone } }];
  }));
  const root = found.get(first);
  if (!root) return [];
  // The first one stays first, even in a circle.
  found.delete(first);
  return inOrder(new Map([[first, root], ...found]));
}

/** Finds the tasks that can start because of one, and that one. What has rules of time starts by them. */
async function idsBelow(db: Database | Tx, first: number): Promise<number[]> {
  const rows = await db.withRecursive(
    "below(id)",
    (query) =>
      query.selectFrom("task").select("task.id").where("task.id", "=", first).union(
        query.selectFrom("below").innerJoin("task_link", "task_link.upstream_id", "below.id")
          .innerJoin("task", "task.id", "task_link.task_id").select("task.id")
          .where("task.upstream_json", "is not", null).where("task.schedules_json", "not like", "[%"),
      ),
  ).selectFrom("below").select("below.id").execute();
  return rows.map(({ id }) => id);
}

async function readTasks(db: Database | Tx, ids: readonly number[]) {
  return await db.selectFrom("task").select(["id", "name", "upstream_json", "time_zone"])
    .where("id", "in", [...ids]).orderBy("id").execute();
}

// Each after all of those before it that are in the graph. Saving refuses cycles; in one that is there all the same, no task runs
// twice.
function inOrder(found: ReadonlyMap<number, FlowTask>): FlowTask[] {
  const ordered = new Set<FlowTask>();
  const entered = new Set<number>();
  const stack = [...found.values()].reverse();
  while (stack.length > 0) {
    const task = stack.at(-1)!; // it is not empty
    const before = entered.has(task.id)
      ? []
      : (task.upstream?.tasks ?? []).flatMap(({ taskId }) => found.get(taskId) ?? []).filter((one) =>
        !entered.has(one.id)
      );
    entered.add(task.id);
    if (before.length > 0) stack.push(...before);
    else ordered.add(stack.pop()!);
  }
  return [...ordered];
}

/**
 * Replaces the links of a task. Throws `validation_failed` for an upstream task that does not exist, or that starts after the task
 * itself; then it names the way.
 */
export async function writeLinks(tx: Tx, taskId: number, after: Upstream | null): Promise<void> {
  const ids = [...new Set(after?.tasks.map(({ taskId }) => taskId))];
  const names = new Map((ids.length === 0 ? [] : await readTasks(tx, ids)).map(({ id, name }) => [id, name]));
  const known = new Set(
    (await tx.selectFrom("task_link").select("upstream_id").where("task_id", "=", taskId).execute())
      .map(({ upstream_id }) => upstream_id),
  );
  const isLater = checkLater(tx, taskId);
  const issues: FieldIssue[] = [];
  for (const [index, { taskId: id }] of (after?.tasks ?? []).entries()) {
    const path = `upstream.tasks.${index}.taskId`;
    // One that was deleted since stays.
    if (!names.has(id) && !known.has(id)) issues.push({ path, code: "unknown_task" });
    else if (after!.tasks.findIndex((other) => other.taskId === id) < index) {
      issues.push({ path, code: "same_task" });
    } else if (!isLater) {
      const issue = await cycleIssue(tx, { taskId, upstreamId: id, index });
      if (issue) issues.push(issue);
    }
  }
  refuseIf(issues);
  await tx.deleteFrom("task_link").where("task_id", "=", taskId).execute();
  if (ids.length === 0) return;
  await tx.insertInto("task_link").values(ids.map((upstream_id) => ({ task_id: taskId, upstream_id })))
    .execute();
}
