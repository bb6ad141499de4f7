// The flows of the panel: tasks that are connected because one starts after another, as they are defined now.
import { AppError } from "../../../contract/app_error.ts";
import type { FlowDefinition, FlowList, FlowQuery } from "../../../contract/flow_definitions.ts";
import { wholeDatabase } from "../../../engine/labelled_database.ts";
import type { Database } from "../../../engine/store.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { readSchedules } from "../task_timetable.ts";
import { readUpstream } from "./flow_graph.ts";

/** Tasks before a task, by its ID, and those after it. */
interface Links {
  before: ReadonlyMap<number, readonly number[]>;
  after: ReadonlyMap<number, readonly number[]>;
}

interface Node {
  id: number;
  /** Empty if nothing is known any more of a deleted task. */
  name: string;
  state: FlowDefinition["tasks"][number]["state"];
}

/** The tasks of a flow, each after those before it. */
type Nodes = readonly [Node, ...Node[]];

export class Flows {
  constructor(private readonly db: Database) {}

  /** Lists the flows, by their names. */
  async list({ page, pageSize }: FlowQuery): Promise<FlowList> {
    const { flows } = await this.#read();
    const all = flows.map((nodes) => ({
      ...identityOf(nodes),
      taskCount: nodes.length,
      offCount: nodes.filter(({ state }) => state !== "enabled").length,
    })).sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length, page, pageSize };
  }

  /** Returns the flow that a task belongs to. Throws `not_found`, also for a task that is in none. */
  async get(taskId: number): Promise<FlowDefinition> {
    const { flows, links } = await this.#read();
    const nodes = flows.find((one) => one.some(({ id }) => id === taskId));
    if (!nodes) throw new AppError("not_found");
    const ids = nodes.map(({ id }) => id);
    const rows = await this.db.selectFrom("task").selectAll().where("id", "in", ids).execute();
    const tasks = new Map(rows.map((row) => [row.id, row]));
    const known = new Set(ids);
    return {
      ...identityOf(nodes),
      tasks: nodes.map((node) => {
        const { id: taskId, name, state } = node;
        const row = tasks.get(taskId);
        const upstream = row ? readUpstream(row) : null;
        const before = (links.before.get(taskId) ?? []).filter((id) => known.has(id));
        return {
          ...{ taskId, name, state },
          schedules: row ? readSchedules(row) : "manual",
          rule: upstream?.rule ?? "all",
          links: before.map((from) => ({
            from,
            // What a deleted task required is in the trash with it.
            outcome: upstream?.tasks.find((link) => link.taskId === from)?.outcome ?? null,
          })),
          nextDueAt: state === "enabled" ? isoTime(row?.next_due_at ?? null) : null,
          lastRun: row?.last_run_id != null && row.last_outcome !== null
            ? { id: row.last_run_id, state: row.last_outcome }
            : null,
        };
      }),
    };
  }

  async #read(): Promise<{ flows: Nodes[]; links: Links }> {
    const links = linksOf(
      await wholeDatabase(this.db).selectFrom("task_link").select(["task_id", "upstream_id"]).execute(),
    );
    const nodes = await this.#nodes([...new Set([...links.before.keys(), ...links.after.keys()])]);
    return { flows: connected(withoutLooseEnds(nodes, links), links), links };
  }

  /** Reads those tasks that the caller may see; of deleted ones, also those of which only a link is left. */
  async #nodes(ids: readonly number[]): Promise<Map<number, Node>> {
    const nodes = new Map<number, Node>();
    if (ids.length === 0) return nodes;
    const { db } = this;
    const tasks = await db.selectFrom("task").select(["id", "name", "enabled"]).where("id", "in", ids)
      .execute();
    for (const { id, name, enabled } of tasks) {
      nodes.set(id, { id, name, state: enabled === 1 ? "enabled" : "disabled" });
    }
    const missing = ids.filter((id) => !nodes.has(id));
    if (missing.length === 0) return nodes;
    const trashed = await db.selectFrom("trashed_task").select(["id", "name"]).where("id", "in", missing)
      .execute();
    for (const { id, name } of trashed) nodes.set(id, { id, name, state: "deleted" });
    // Whoever sees everything sees that nothing else is left of it.
    if (wholeDatabase(db) !== db) return nodes;
    for (const id of missing) if (!nodes.has(id)) nodes.set(id, { id, name: "", state: "deleted" });
    return nodes;
  }
}

function linksOf(rows: readonly { task_id: number; upstream_id: number }[]): Links {
  const before = Map.groupBy(rows, ({ task_id }) => task_id);
  const after = Map.groupBy(rows, ({ upstream_id }) => upstream_id);
  return {
    before: new Map(
      [...before].map(([id, of]) => [id, of.map(({ upstream_id }) => upstream_id).sort((a, b) => a - b)]),
    ),
    after: new Map(
      [...after].map(([id, of]) => [id, of.map(({ task_id }) => task_id).sort((a, b) => a - b)]),
    ),
  };
}

/** Leaves out deleted tasks that no other starts after. */
function withoutLooseEnds(nodes: ReadonlyMap<number, Node>, { after }: Links): Map<number, Node> {
  const visible = new Map(nodes);
  for (let isMore = true; isMore;) {
    const loose = [...visible.values()].filter(({ id, state }) =>
      state === "deleted" && !after.get(id)?.some((other) => visible.has(other))
    );
    for (const { id } of loose) visible.delete(id);
    isMore = loose.length > 0;
  }
  return visible;
}

/** Returns what is connected, in the order of the lowest IDs. */
function connected(nodes: ReadonlyMap<number, Node>, { before, after }: Links): Nodes[] {
  const seen = new Set<number>();
  const flows: Nodes[] = [];
  for (const first of [...nodes.keys()].sort((a, b) => a - b)) {
    if (seen.has(first)) continue;
    seen.add(first);
    const ids = [first];
    for (const id of ids) {
      for (const other of [...before.get(id) ?? [], ...after.get(id) ?? []]) {
        if (!nodes.has(other) || seen.has(other)) continue;
        seen.add(other);
        ids.push(other);
      }
    }
    const [root, ...rest] = inOrder(ids, before).map((id) => nodes.get(id)!); // each is known
    if (root && rest.length > 0) flows.push([root, ...rest]);
  }
  return flows;
}

/** Sorts tasks so that each comes after those before it, and otherwise by their IDs. */
function inOrder(ids: readonly number[], before: Links["before"]): number[] {
  const known = new Set(ids);
  const open = new Map(
    ids.map((id) => [id, new Set((before.get(id) ?? []).filter((one) => known.has(one)))]),
  );
  const ordered: number[] = [];
  while (open.size > 0) {
    const ready = [...open].filter(([, waits]) => waits.size === 0).map(([id]) => id).sort((a, b) => a - b);
    // Saving rejects circles; one that is there all the same is visible.
    const level = ready.length > 0 ? ready : [...open.keys()].slice(0, 1);
    for (const id of level) open.delete(id);
    for (const waits of open.values()) for (const id of level) waits.delete(id);
    ordered.push(...level);
  }
  return ordered;
}

/** A flow is named after the task that it begins with. */
function identityOf(nodes: Nodes): Pick<FlowDefinition, "id" | "name"> {
  const { name } = nodes.find(({ state }) => state !== "deleted") ?? nodes[0];
  return { id: Math.min(...nodes.map(({ id }) => id)), name };
}
