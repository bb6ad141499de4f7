import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../../../migrations/tables.ts";
import { AppError } from "../../../contract/app_error.ts";
import type { CountedFlowRun, FlowRun, FlowRunQuery } from "../../../contract/flows.ts";
import type { RunCause } from "../../../contract/runs.ts";
import type { List } from "../../../contract/shapes.ts";
import type { Base } from "../../../engine/base.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import { isActive, readFlow, type StoredFlow, type TaskInFlow, tasksOf } from "./flow_rows.ts";
import { linksOf, mayContinue, stateOf, toCountedFlowRun, toFlowRun } from "./flow_run_view.ts";
import type { StartLimits } from "../start_limits.ts";
import { type FlowTask, readGraph } from "./flow_graph.ts";
import { followFlow } from "./follow_run.ts";
import { withRunValues } from "./flow_run_values.ts";
import { isStopped } from "./stopped_flows.ts";
import { readTask } from "../store.ts";
import { taskSource } from "../task_source.ts";

export interface FlowRunsOptions extends Pick<Base, "clock" | "zone"> {
  /** Of what the caller may see. */
  db: Database;
  /** Of everything: a task may start others that the caller may not see. */
  whole: Database;
  engine: Pick<Engine, "stopFlow" | "follow" | "followEnded" | "openNodes">;
  limits: StartLimits;
}

export class FlowRuns {
  constructor(private readonly options: FlowRunsOptions) {}

  /** Lists flow runs, newest first. */
  async list({ page, pageSize, taskId, tasks }: FlowRunQuery): Promise<List<FlowRun | CountedFlowRun>> {
    const { db } = this.options;
    let query = db.selectFrom("flow_run");
    if (taskId !== undefined) query = query.where((flow) => tookPart(flow, taskId));
    const { total } = await query.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
    const rows = await query.select("id").orderBy("id", "desc").limit(pageSize).offset((page - 1) * pageSize)
      .execute();
    const items: (FlowRun | CountedFlowRun)[] = [];
    for (const { id } of rows) items.push(await (tasks === "counts" ? this.#count(id) : this.get(id)));
    return { items, total: Number(total), page, pageSize };
  }

  /** Returns one flow run. Throws `not_found`. */
  async get(id: number): Promise<FlowRun> {
    const { flow, visible } = await this.#read(id);
    const outside = await this.#readOutside(flow);
    return await withRunValues(this.options.whole, toFlowRun(flow, { visible, outside }));
  }

  async #count(id: number): Promise<CountedFlowRun> {
    const { flow, visible } = await this.#read(id);
    return toCountedFlowRun(flow, visible);
  }

  /** Reads a flow run that began with a task the caller may see, and which of its tasks those are. Throws `not_found`. */
  async #read(id: number): Promise<{ flow: StoredFlow; visible: ReadonlySet<number> }> {
    const { db, whole } = this.options;
    const isVisible = await db.selectFrom("flow_run").select("id").where("id", "=", id).executeTakeFirst();
    const flow = isVisible && await readFlow(whole, id);
    if (!flow) throw new AppError("not_found");
    const ids = flow.graph.map((task) => task.id);
    if (db === whole) return { flow, visible: new Set(ids) };
    const rows = await db.selectFrom("task").select("id").where("id", "in", ids).execute();
    return { flow, visible: new Set(rows.map((row) => row.id)) };
  }

  /** Reads the tasks that are not part of a flow run, after which its tasks start: those that the caller may see. */
  async #readOutside(flow: StoredFlow): Promise<FlowRun["outside"]> {
    const { db, whole } = this.options;
    const known = new Set(flow.graph.map((task) => task.id));
    const ids = [...new Set(flow.graph.flatMap((task) => linksOf(flow, task)))].filter((id) =>
      !known.has(id)
    );
    if (ids.length === 0) return [];
    const rows = await db.selectFrom("task").select(["id", "name"]).where("id", "in", ids).execute();
    const names = new Map(rows.map((row) => [row.id, row.name]));
    // Whoever sees everything sees that the others were deleted.
    return ids.filter((id) => db === whole || names.has(id)).map((taskId) => ({
      taskId,
      name: names.get(taskId) ?? null,
    }));
  }

  /** Reads a flow run that the caller may change. Throws `not_found`, and `permission_missing` if it has tasks of others. */
  async #readOwn(id: number): Promise<StoredFlow> {
    const { flow, visible } = await this.#read(id);
    if (flow.graph.some((task) => !visible.has(task.id))) throw new AppError("permission_missing");
    return flow;
  }

  /**
   * Ends a flow run: its runs are stopped, and nothing starts any more. It is still running when some of them do not end at once. Throws
   * `not_found` and `run_not_active`.
   */
  async stop(id: number): Promise<FlowRun> {
    await this.#readOwn(id);
    await this.options.engine.stopFlow({
      id,
      close: (tx, now) => close(tx, id, now),
      isClosed: (tx) => isStopped(tx, id),
    });
    return await this.get(id);
  }

  /**
   * Runs what has not succeeded, and what starts after it. Throws `not_found`, `flow_run_active` and `nothing_to_continue`.
   */
  async continue(id: number, cause: RunCause): Promise<FlowRun> {
    const { whole, engine } = this.options;
    await this.#readOwn(id);
    const following = await whole.transaction().execute((tx) => this.#continue(tx, id, cause));
    engine.follow(following);
    return await this.get(id);
  }

  async #continue(tx: Tx, id: number, cause: RunCause): Promise<FollowingRuns[]> {
    const { clock, zone, engine, limits } = this.options;
    const { openNodes } = engine;
    const now = clock.now();
    const flow = await readFlow(tx, id);
    if (!flow) throw new AppError("not_found");
    if (isActive(flow)) throw new AppError("flow_run_active");
    const known = tasksOf(flow);
    if (!mayContinue(flow, [...known.values()])) throw new AppError("nothing_to_continue");
    const attempt = flow.attempt + 1;
    await tx.updateTable("flow_run").set({
      ...{ attempt, stopped_at: null, ended_at: null },
      outcomes_json: JSON.stringify(outcomesBefore(flow)),
      graph_json: JSON.stringify(await graphAnew(tx, flow, known)),
    }).where("id", "=", id).execute();
    if (known.get(flow.taskId)?.outcome === "succeeded") {
      const following = await followFlow(tx, id, { now, panelZone: zone(), openNodes, limits });
      if (following.length === 0) throw new AppError("nothing_to_continue");
      return following;
    }
    const task = await readTask(tx, flow.taskId);
    if (!task) throw new AppError("nothing_to_continue");
    const source = taskSource(task);
    const last = await tx.selectFrom("run").select(["request_json", "trigger_json"]).where(
      "flow_run_id",
      "=",
      id,
    )
      .where("task_id", "=", flow.taskId).orderBy("id", "desc").limit(1).executeTakeFirst();
    // Its runs have been removed since, and with them what it was given.
    if (!last) throw new AppError("nothing_to_continue");
    const given = { requestJson: last.request_json, triggerJson: last.trigger_json };
    const request = { source, cause, now, dueAt: null, ...given, flow: { id, attempt } };
    const result = await enqueue(tx, openNodes, request);
    if (result.queued.length + result.skipped.length === 0) throw new AppError("nothing_to_continue");
    return [{ source, result }, ...await engine.followEnded(tx, result.skipped, now)];
  }
}

/** Returns what was recorded of the tasks of a flow run, for its next attempt. */
function outcomesBefore({ outcomes }: StoredFlow): StoredFlow["outcomes"] {
  return Object.fromEntries(
    Object.entries(outcomes).filter(([, outcome]) => outcome !== "not_run").map(([id, outcome]) => [
      id,
      outcome === "failed" ? "failed_before" : outcome,
    ]),
  );
}

/** Returns the graph of the next attempt. A due time that was skipped at once had none but its own task. */
async function graphAnew(
  tx: Tx,
  { graph, taskId }: StoredFlow,
  known: ReadonlyMap<number, TaskInFlow>,
): Promise<readonly FlowTask[]> {
  if (graph.length > 1 || known.get(taskId)?.outcome !== "not_run") return graph;
  const [, ...others] = await readGraph(tx, taskId);
  return [...graph, ...others];
}

async function close(tx: Tx, id: number, now: number): Promise<void> {
  const flow = await readFlow(tx, id);
  if (!flow) throw new AppError("not_found");
  if (stateOf(flow, [...tasksOf(flow).values()]) !== "running") throw new AppError("run_not_active");
  await tx.updateTable("flow_run").set({ stopped_at: now }).where("id", "=", id)
    .where("stopped_at", "is", null).execute();
}

/** A task that did not run in a flow run has links in it. */
function tookPart(flow: ExpressionBuilder<Tables, "flow_run">, taskId: number) {
  return flow.or([
    flow("flow_run.task_id", "=", taskId),
    flow(
      "flow_run.id",
      "in",
      flow.selectFrom("flow_link").select("flow_run_id").where("flow_link.task_id", "=", taskId),
    ),
  ]);
}
