// Tasks that are due at a time and wait for others, over an in-memory database: what the planner, the ends of runs and the duty decide.
import type { Upstream } from "../../server/contract/flows.ts";
import type { RunState } from "../../server/contract/runs.ts";
import { enqueue, type OpenNodes } from "../../server/engine/enqueue.ts";
import { cancelQueued, skipQueued } from "../../server/engine/ledger.ts";
import type { FollowingRuns } from "../../server/engine/run_type.ts";
import type { RunRow, Tx } from "../../server/engine/store.ts";
import { writeDecision } from "../../server/engine/write_decision.ts";
import { lapseAwaiting, releaseWaiting } from "../../server/features/tasks/flow/awaiting.ts";
import { causesOfDueTime } from "../../server/features/tasks/flow/causes.ts";
import { writeLinks } from "../../server/features/tasks/flow/flow_graph.ts";
import { followEach } from "../../server/features/tasks/flow/follow_run.ts";
import { plannedTask } from "../../server/features/tasks/plan_source.ts";
import type { StartLimits } from "../../server/features/tasks/start_limits.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import { noCalendars } from "../../server/features/tasks/task_timetable.ts";
import type { TaskRow } from "../../server/migrations/task_tables.ts";
import { LedgerScene } from "./ledger_scene.ts";

const HOUR_MS = 3_600_000;
const ALL = 1_000;
const SCHEDULE = "0 6 * * *";

export class DueScene implements AsyncDisposable {
  now: number;
  panelZone = "UTC";
  /** The nodes that run what every node of a pool runs; null on a single machine. */
  nodes: number[] | null = null;
  limits: StartLimits = { heldAt: () => null, droppedAt: () => null };

  private constructor(readonly ledger: LedgerScene, now: string) {
    this.now = Date.parse(now);
  }

  static async open(now: string): Promise<DueScene> {
    return new DueScene(await LedgerScene.open(), now);
  }

  get db() {
    return this.ledger.db;
  }

  get openNodes(): OpenNodes {
    return { listOpenNodes: () => Promise.resolve(this.nodes) };
  }

  get to() {
    return { limits: this.limits, openNodes: this.openNodes, now: this.now, panelZone: this.panelZone };
  }

  /** Goes to a later instant, such as `2026-11-30T06:00Z`. */
  at(instant: string): this {
    this.now = Date.parse(instant);
    return this;
  }

  async task(
    name: string,
    upstream: Partial<Upstream> & Pick<Upstream, "tasks"> | null = null,
    columns: Partial<TaskRow> = {},
  ): Promise<TaskRow> {
    const { id } = await this.ledger.addTask();
    await this.db.updateTable("task").set({ name, ...columns }).where("id", "=", id).execute();
    return await this.require(id, upstream);
  }

  /** Adds a task that is due at a time, if others have ended since midnight, for which it waits up to an hour. */
  async dueTask(
    upstream: Partial<Upstream> & Pick<Upstream, "tasks">,
    columns: Partial<TaskRow> = {},
  ): Promise<TaskRow> {
    const rules = { schedules_json: JSON.stringify([SCHEDULE]), ...columns };
    return await this.task("due", { within: "since 00:00", waitMs: HOUR_MS, ...upstream }, rules);
  }

  /** Replaces what a task requires of others. */
  async require(
    id: number,
    upstream: Partial<Upstream> & Pick<Upstream, "tasks"> | null,
  ): Promise<TaskRow> {
    const full: Upstream | null = upstream && { rule: "all", within: "24h", waitMs: 0, ...upstream };
    await this.ledger.inTransaction((tx) => writeLinks(tx, id, full));
    await this.db.updateTable("task").set({ upstream_json: full && JSON.stringify(full) })
      .where("id", "=", id).execute();
    return await this.ledger.task(id);
  }

  /** Starts a task by hand; on each node if every node runs it. Returns the runs. */
  async start({ id }: TaskRow): Promise<number[]> {
    const task = await this.ledger.task(id);
    const request = { source: taskSource(task), cause: "person" as const, now: this.now };
    return (await this.inTransaction((tx) => enqueue(tx, this.openNodes, request))).queued;
  }

  /** Ends a run as given, and follows it. Returns what was queued or released. */
  async end(id: number, state: RunState, columns: Partial<RunRow> = {}): Promise<number[]> {
    return queuedOf(
      await this.inTransaction(async (tx) => {
        await tx.updateTable("run").set({ state, started_at: this.now, finished_at: this.now, ...columns })
          .where("id", "=", id).execute();
        return await this.follow(tx, [id]);
      }),
    );
  }

  /** Runs a task, which ends as given. */
  async run(task: TaskRow, state: RunState): Promise<number[]> {
    const [id] = await this.start(task);
    return await this.end(id!, state);
  }

  async follow(tx: Tx, ids: readonly number[]): Promise<FollowingRuns[]> {
    const rows = await tx.selectFrom("run").selectAll().where("id", "in", [...ids]).execute();
    return await followEach(tx, rows, this.to);
  }

  /** Decides a due time that has come now. Returns its run. */
  async due({ id }: TaskRow): Promise<number> {
    const row = plannedTask(await this.ledger.task(id), {
      findCalendar: noCalendars,
      panelZone: () => this.panelZone,
    });
    const decided = {
      row,
      timetable: row.timetable(this.panelZone)!,
      now: this.now,
      openNodes: this.openNodes,
    };
    const decision = { kind: "run" as const, cause: "schedule" as const, dueAt: this.now };
    const { queued, skipped } = await this.inTransaction((tx) => writeDecision(tx, decided, decision));
    return [...queued, ...skipped][0]!;
  }

  async lapse(): Promise<number[]> {
    return queuedOf(await this.inTransaction((tx) => lapseAwaiting(tx, this.to, ALL)));
  }

  /** What a panel does that starts, or after a task was changed. */
  async releaseAll(): Promise<number[]> {
    const all = { taskIds: null, after: 0, limit: ALL };
    return queuedOf((await this.inTransaction((tx) => releaseWaiting(tx, all, this.to))).released);
  }

  /** Removes a run from the queue: stopped by a user, or skipped for a reason. */
  async remove(id: number, reason: "stopped" | "disabled" | "deleted" | "limit"): Promise<void> {
    await this.inTransaction(async (tx) => {
      if (reason === "stopped") await cancelQueued(tx, [id], { now: this.now, by: null });
      else await skipQueued(tx, [id], { reason, now: this.now });
      await this.follow(tx, [id]);
    });
  }

  /** Returns the state of a run: `waiting` while it waits for others, and why it was skipped. */
  async state(id: number): Promise<string> {
    const { state, skip_reason, awaits_until } = await this.ledger.run(id);
    return awaits_until === null ? skip_reason ?? state : "waiting";
  }

  /** Returns what was decided of the links of a task in the flow run of a run. */
  async links({ id }: TaskRow, runId: number): Promise<string[]> {
    const rows = await this.db.selectFrom("flow_link")
      .innerJoin("run", "run.flow_run_id", "flow_link.flow_run_id")
      .select(["flow_link.upstream_id", "decision", "reason"]).where("run.id", "=", runId)
      .where("flow_link.task_id", "=", id).orderBy("flow_link.upstream_id").execute();
    return rows.map(({ decision, reason }) => reason === null ? decision : `${decision} ${reason}`);
  }

  /** Returns why the run of a due time waits, or has waited in vain. */
  async causes({ id }: TaskRow, runId: number): Promise<string[]> {
    const [task, run] = [await this.ledger.task(id), await this.ledger.run(runId)];
    const causes = await causesOfDueTime(this.db, task, run, this.to);
    return causes.map(({ taskId, reason }) => `${taskId} ${reason}`);
  }

  async inTransaction<T>(action: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.ledger.inTransaction(action);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ledger[Symbol.asyncDispose]();
  }
}

function queuedOf(following: readonly FollowingRuns[]): number[] {
  return following.flatMap(({ result }) => result.queued);
}
