// Whether tasks would start after themselves.
import type { FieldIssue } from "../../../contract/app_error.ts";
import { upstream } from "../../../contract/flows.ts";
import type { Tx } from "../../../engine/store.ts";
import { storedJson } from "../../../platform/stored_json.ts";

/** A task that would start after itself. */
export interface LinkCycle {
  taskId: number;
  issue: FieldIssue;
}

const collected = new WeakMap<Tx, Set<number>>();

/**
 * Looks for cycles once, when an action that links many tasks has ended, and returns them. In between, links may form cycles: an
 * action can turn round the order of tasks.
 */
export async function checkLinksTogether(tx: Tx, action: () => Promise<void>): Promise<LinkCycle[]> {
  const linked = new Set<number>();
  collected.set(tx, linked);
  try {
    await action();
    return await findCycles(tx, linked);
  } finally {
    collected.delete(tx);
  }
}

/** Has the links of a task checked when the action that writes them has ended. Returns false if there is no such action. */
export function checkLater(tx: Tx, taskId: number): boolean {
  return collected.get(tx)?.add(taskId) !== undefined;
}

/** Returns the issue of a link with which a task would start after itself, directly or through others; null if it would not. */
export async function cycleIssue(
  tx: Tx,
  { taskId, upstreamId, index }: { taskId: number; upstreamId: number; index: number },
): Promise<FieldIssue | null> {
  if (!await isBelow(tx, taskId, upstreamId)) return null;
  const ids = await wayBetween(tx, upstreamId, taskId);
  return ids && issueOf(index, ids, await readNames(tx, ids));
}

function issueOf(index: number, ids: readonly number[], names: ReadonlyMap<number, string>): FieldIssue {
  // One that the caller may not see has no name here.
  const way = ids.map((id) => names.get(id) ?? "…").join(" → ");
  return { path: `upstream.tasks.${index}.taskId`, code: "cycle", params: { way } };
}

/** Returns whether a task starts after another one, directly or through others, or is that one. */
async function isBelow(tx: Tx, from: number, id: number): Promise<boolean> {
  const row = await tx.withRecursive(
    "above(id)",
    (query) =>
      query.selectFrom("task_link").select("task_link.upstream_id as id").where("task_link.task_id", "=", id)
        .union(
          query.selectFrom("above").innerJoin("task_link", "task_link.task_id", "above.id")
            .select("task_link.upstream_id as id"),
        ),
  ).selectFrom("above").select("above.id").where("above.id", "=", from).limit(1).executeTakeFirst();
  return from === id || row !== undefined;
}

/** Returns the way from a task up to one that it starts after, directly or through others, and back; null without one. */
async function wayBetween(tx: Tx, from: number, to: number): Promise<number[] | null> {
  const below = new Map<number, number | null>([[from, null]]);
  for (let level = [from]; level.length > 0 && !below.has(to);) {
    const links = await tx.selectFrom("task_link").select(["task_id", "upstream_id"]).where(
      "task_id",
      "in",
      level,
    )
      .execute();
    level = [];
    for (const { task_id, upstream_id } of links) {
      if (below.has(upstream_id)) continue;
      below.set(upstream_id, task_id);
      level.push(upstream_id);
    }
  }
  if (!below.has(to)) return null;
  const ids: number[] = [];
  for (let id: number | null | undefined = to; id != null; id = below.get(id)) ids.push(id);
  ids.push(to);
  return ids;
}

async function readNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.selectFrom("task").select(["id", "name"]).where("id", "in", [...ids]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns one cycle of each group of tasks that start after each other and of which one was linked. */
async function findCycles(tx: Tx, linked: ReadonlySet<number>): Promise<LinkCycle[]> {
  if (linked.size === 0) return [];
  const links = await tx.selectFrom("task_link").select(["task_id", "upstream_id"]).execute();
  const above = Map.groupBy(links, ({ task_id }) => task_id);
  const upstreamOf = (id: number) => (above.get(id) ?? []).map(({ upstream_id }) => upstream_id);
  const groups = groupsOf(linked, upstreamOf);
  const found = new Set<number>();
  const cycles: LinkCycle[] = [];
  for (const taskId of linked) {
    const group = groups.get(taskId);
    const upstreamId = upstreamOf(taskId).find((id) => groups.get(id) === group);
    if (group === undefined || upstreamId === undefined || found.has(group)) continue;
    found.add(group);
    const ids = await wayBetween(tx, upstreamId, taskId) ?? [];
    const index = (await upstreamIdsOf(tx, taskId)).indexOf(upstreamId);
    cycles.push({ taskId, issue: issueOf(Math.max(0, index), ids, await readNames(tx, ids)) });
  }
  return cycles;
}

async function upstreamIdsOf(tx: Tx, id: number): Promise<number[]> {
  const row = await tx.selectFrom("task").select("upstream_json").where("id", "=", id).executeTakeFirst();
  const stored = upstream.safeParse(storedJson<object>(row?.upstream_json ?? "null", {})).data;
  return stored?.tasks.map(({ taskId }) => taskId) ?? [];
}

interface Step {
  id: number;
  above: number[];
  next: number;
}

/** Returns the group of each task: two are in the same one if each starts after the other. Tarjan's algorithm, without recursion. */
function groupsOf(
  first: Iterable<number>,
  upstreamOf: (id: number) => number[],
): Map<number, number> {
  const groups = new Map<number, number>();
  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const open: number[] = [];
  for (const root of first) {
    const steps: Step[] = [];
    const enter = (id: number) => {
      order.set(id, order.size);
      lowest.set(id, order.get(id)!);
      open.push(id);
      steps.push({ id, above: upstreamOf(id), next: 0 });
    };
    const lower = (id: number, to: number) => lowest.set(id, Math.min(lowest.get(id)!, to));
    if (!order.has(root)) enter(root);
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const { id, above } = step;
      const next = above[step.next++];
      if (next !== undefined) {
        if (!order.has(next)) enter(next);
        else if (!groups.has(next)) lower(id, order.get(next)!);
        continue;
      }
      steps.pop();
      const below = steps.at(-1);
      if (below) lower(below.id, lowest.get(id)!);
      if (lowest.get(id) !== order.get(id)) continue;
      for (const member of open.splice(open.lastIndexOf(id))) groups.set(member, id);
    }
  }
  return groups;
}
