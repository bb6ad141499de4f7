import { AppError, attempt, type ItemResult, refuseIf } from "../../contract/app_error.ts";
import type { BulkUpdateBody, SpreadBody } from "../../contract/bulk_changes.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { readSort } from "../../contract/read_sort.ts";
import type { List } from "../../contract/shapes.ts";
import type { RunCause } from "../../contract/runs.ts";
import {
  type LabelChange,
  type LabelCounts,
  type Task,
  type TaskAction,
  type TaskCounts,
  type TaskDetail,
  type TaskInput,
  type TaskListQuery,
  type TaskPatch,
  taskPatch,
  type TaskScheduleChanges,
} from "../../contract/tasks.ts";
import { taskSortFields } from "../../contract/task_fields.ts";
import type { View } from "../../contract/views.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import { reachOfDatabase } from "../../engine/labelled_database.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { Planned } from "../../engine/replan.ts";
import type { TaskRunRequest } from "./run_request.ts";
import { noRequest, refuseRequest, requestOf } from "./run_tasks.ts";
import { failureStreak } from "../runs/failure_streak.ts";
import type { Sealer } from "../../platform/seal.ts";
import { countMatches, findTasks, listTasks, readOutlines } from "./list_tasks.ts";
import * as store from "./store.ts";
import { refuseForEach } from "./for_each/for_each_rules.ts";
import { refuseParameters } from "./parameters/parameter_rules.ts";
import { type TaskOutline, toColumns, toTask } from "./task_rows.ts";
import { taskIssues } from "./task_rules.ts";
import type { FindCalendar, TaskPresent } from "./task_timetable.ts";
import type { TriggerFiles } from "./triggers/trigger_files.ts";
import { readWarnings } from "./task_warnings.ts";
import { taskKey, taskSource } from "./task_source.ts";
import { markColumns, type TaskMarks } from "./history/field_values.ts";
import { recordTogether } from "./history/record_history.ts";
import { readLastChange } from "./history/history_store.ts";
import { relabel } from "./relabel.ts";
import { changeSeveral, type PatchOf, type SeveralResult } from "./change_several.ts";
import { bulkPatchOf, reschedulePatchOf, spreadPatchOf } from "./patches.ts";
import { addTask, changeTask } from "./task_changes.ts";
import { byUser, type Deletion, moveIdleToTrash } from "./trash_store.ts";
import { changedFields } from "../../platform/changed_fields.ts";
import { refuseUnmapped } from "./webhook/mapping_rules.ts";
import { findWebhook } from "./webhook/store.ts";

export interface TasksOptions extends Pick<Base, "db" | "clock" | "bus" | "zone"> {
  engine: Pick<Engine, "plan" | "dropScheduled" | "clear" | "enqueue" | "stop">;
  /** Encrypts the variables that are passed to a run. */
  sealer: Sealer;
  /** Directory of the scripts. */
  scripts: string;
  triggerFiles: TriggerFiles;
  findCalendar: FindCalendar;
}

/** A task without what is slow to read for many. */
export type TaskSummary = Omit<Task, "recentOutcomes">;

/** Tasks changed in one transaction. */
const CHANGED_TOGETHER = 50;

export class Tasks {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: TasksOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns the same service over another database, such as one of what a caller may see. */
  over(db: Database): Tasks {
    return this.with({ db });
  }

  /** Returns the same service with other parts, such as a database that joins a transaction. */
  with(parts: Partial<TasksOptions>): Tasks {
    return new Tasks({ ...this.options, ...parts });
  }

  /** Returns one page of a view or of all tasks. Throws `validation_failed` for a field that cannot be sorted by. */
  async list(query: TaskListQuery, view: View | null = null): Promise<List<Task>> {
    const sort = query.sort === undefined ? view?.sort ?? [] : readSort(query.sort, taskSortFields);
    const { rows, total } = await listTasks(this.options.db, { query, view, sort });
    const items = await this.#show(rows);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  /** Reads all tasks, oldest first, a slice at a time. */
  readOutlines(): AsyncGenerator<TaskOutline[], void> {
    return readOutlines(this.options.db);
  }

  /** Returns those of the tasks that exist, in the order of the ids, without their recent runs. */
  async getSeveral(ids: readonly number[]): Promise<TaskSummary[]> {
    const { db, scripts } = this.options;
    const active = await store.readActive(db);
    return (await findTasks(db, ids)).map((row) =>
      toTask(row, { active: active.get(row.id) ?? [], recent: [] }, scripts)
    );
  }

  /** Returns whether another task than `id` has this name, command and schedules. */
  async hasTwin(task: store.Twin, id: number | null): Promise<boolean> {
    return await store.hasTwin(this.options.db, task, id);
  }

  /** Counts the tasks that match conditions. The caller has validated the conditions. */
  async countMatches(wanted: Pick<View, "conditions" | "relation">): Promise<number> {
    return await countMatches(this.options.db, wanted);
  }

  /** Returns one task. Throws `not_found`. */
  async get(id: number): Promise<TaskDetail> {
    const row = await store.findTask(this.options.db, id);
    if (!row) throw new AppError("not_found");
    const [task] = await this.#show([row]);
    if (!task) throw new AppError("not_found");
    const { db, clock } = this.options;
    return {
      ...task,
      hasWebhook: await findWebhook(db, id) !== undefined,
      failureStreak: await failureStreak(db, id),
      ...await readWarnings(db, { taskId: id, now: clock.now() }),
      lastChange: await readLastChange(db, id),
    };
  }

  /** Creates a task and plans it from now on. Throws `validation_failed`. */
  async create(input: Parsed<TaskInput>): Promise<TaskDetail> {
    const [id = 0] = await this.createSeveral([input]);
    return await this.get(id);
  }

  /**
   * Creates tasks, plans them from now on, and returns their ids. Creates all of them or, when it throws,
   * none. `within` receives the ids in the same transaction. `accepts` names issues of tasks that come from elsewhere, such as
   * that their before and after commands run `task`. The database is blocked meanwhile, so pass only a few at a time. Throws
   * `validation_failed`.
   */
  async createSeveral(
    inputs: readonly Parsed<TaskInput>[],
    { within, accepts = [] }: {
      within?: (tx: Tx, ids: readonly number[]) => Promise<void>;
      accepts?: readonly IssueCode[];
    } = {},
  ): Promise<number[]> {
    const { db, engine, triggerFiles } = this.options;
    const present = this.#present();
    for (const input of inputs) {
      const issues = taskIssues(input, null, present);
      refuseIf(issues.filter(({ code }) => !accepts.includes(code)));
      await refuseParameters(input, null);
      triggerFiles.refuse(input.triggers);
      await refuseForEach(input, null);
    }
    const seenFiles = await triggerFiles.seenNow(inputs.flatMap(({ triggers = [] }) => triggers));
    const planned = await db.transaction().execute(async (tx) => {
      const planned: Planned[] = [];
      await recordTogether(tx, async () => {
        for (const input of inputs) planned.push(await addTask(tx, input, { ...present, seenFiles }));
      });
      await within?.(tx, planned.map(({ id }) => id));
      return planned;
    });
    for (const { id, nextDueAt } of planned) {
      engine.plan(taskKey(id), nextDueAt);
      this.#publisher.publish("tasks", "task:created", id, 1);
    }
    return planned.map(({ id }) => id);
  }

  /**
   * Updates a task. A new schedule, time zone or enabling takes effect now: earlier due times are not caught
   * up. Throws `not_found`, `stale_version` or `validation_failed`.
   */
  async update(
    id: number,
    patch: Parsed<TaskPatch>,
    expectedVersion: number | null,
    marks: Partial<TaskMarks> = {},
  ): Promise<TaskDetail> {
    const { db, engine, triggerFiles } = this.options;
    const seenFiles = await triggerFiles.seenNow(patch.triggers);
    const present = { ...this.#present(), seenFiles };
    const { before, nextDueAt } = await db.transaction().execute(async (tx) => {
      const before = await store.findTask(tx, id);
      if (!before) throw new AppError("not_found");
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      // What an import has stored, a form sends back.
      const changed = changedFields<TaskPatch>(patch, before, toColumns);
      refuseIf(taskIssues(changed, before, present));
      await refuseParameters(changed, before);
      await refuseUnmapped(tx, changed, before);
      triggerFiles.refuse(changed.triggers);
      await refuseForEach(changed, before);
      return { before, nextDueAt: await changeTask(tx, before, patch, present, marks) };
    });
    engine.plan(taskKey(id), nextDueAt);
    if (before.enabled === 1 && patch.enabled === false) await engine.dropScheduled(taskKey(id));
    const after = await this.get(id);
    this.#publisher.publish("tasks", "task:updated", id, after.version);
    return after;
  }

  /** Enables tasks and plans them from now on. Skips those that are enabled or gone. */
  async enableSeveral(ids: readonly number[]): Promise<void> {
    await this.#changeSeveral(ids, () => parse(taskPatch, { enabled: true }));
  }

  /** Sets fields of several tasks; a failure does not stop the others. Throws `validation_failed` for what no task can have. */
  async updateSeveral({ ids, changes, dryRun }: Parsed<BulkUpdateBody>): Promise<SeveralResult[]> {
    refuseIf(
      taskIssues(changes, null, this.#present()).map((issue) => ({
        ...issue,
        path: `changes.${issue.path}`,
      })),
    );
    return await this.#changeSeveral(ids, bulkPatchOf(changes), dryRun);
  }

  /** Moves tasks with one time of day apart, in the order of the ids; a failure does not stop the others. */
  async spread({ ids, dryRun, ...to }: Parsed<SpreadBody>): Promise<SeveralResult[]> {
    return await this.#changeSeveral(ids, spreadPatchOf(to), dryRun);
  }

  async #changeSeveral(
    ids: readonly number[],
    patchOf: PatchOf,
    dryRun = false,
  ): Promise<SeveralResult[]> {
    const { db, engine } = this.options;
    const unique = [...new Set(ids)];
    const all: SeveralResult[] = [];
    for (let first = 0; first < unique.length; first += CHANGED_TOGETHER) {
      const slice = unique.slice(first, first + CHANGED_TOGETHER);
      const present = this.#present();
      const { results, changed } = await db.transaction().execute((tx) =>
        recordTogether(tx, () => changeSeveral(tx, slice, { patchOf, present, dryRun }))
      );
      all.push(...results);
      for (const { id, nextDueAt, version, isDisabled } of changed) {
        engine.plan(taskKey(id), nextDueAt);
        if (isDisabled) await engine.dropScheduled(taskKey(id));
        this.#publisher.publish("tasks", "task:updated", id, version);
      }
    }
    return all;
  }

  /** Deletes a task: clears its queue, ends its runs, then moves it to the trash. Throws `not_found`. */
  async remove(id: number, deletion: Deletion = byUser(null)): Promise<void> {
    const { db, clock, engine } = this.options;
    const move = (tx: Tx) => moveIdleToTrash(tx, id, { ...deletion, now: clock.now() });
    if (!await store.findTask(db, id)) throw new AppError("not_found");
    // Repeats if the schedule or a user added another run after the last one ended.
    do await engine.clear(taskKey(id)); while (
      !await db.transaction().execute(move) && await store.findTask(db, id)
    );
    this.#publisher.publish("tasks", "task:deleted", id, 0);
  }

  /**
   * Runs a task now and returns the run ID; `request` applies to this run and its retries. Throws `not_found`,
   * `validation_failed`, or `task_already_active` when the overlap rule of the task does not allow it.
   */
  async run(id: number, cause: RunCause, request = noRequest): Promise<number> {
    const { db, engine } = this.options;
    // The engine knows every task.
    if (reachOfDatabase(db) !== null && !await store.findTask(db, id)) throw new AppError("not_found");
    const runId = await engine.enqueue(taskKey(id), async (tx) => {
      const task = await store.readTask(tx, id);
      if (!task) return null;
      return { source: taskSource(task), cause, requestJson: await requestOf(task, request, this.options) };
    });
    if (runId === null) throw new AppError("task_already_active");
    return runId;
  }

  /** Stops all runs of a task and removes its queued runs. Throws `task_not_running` when there is nothing to stop. */
  async stop(id: number): Promise<void> {
    if (!await this.options.engine.stop(taskKey(id))) throw new AppError("task_not_running");
  }

  /** Deletes several tasks in parallel, because each may have runs that take a while to end. */
  async removeSeveral(ids: readonly number[], deletion: Deletion = byUser(null)): Promise<ItemResult[]> {
    return await Promise.all(ids.map((id) => attempt(id, () => this.remove(id, deletion))));
  }

  /**
   * Runs several tasks now and returns the ID of each run, null for a failure, which does not stop the others. `request`
   * is passed to each run in addition to the task's settings. Throws `validation_failed` when a task cannot have its values
   * of parameters.
   */
  async runSeveral(
    ids: readonly number[],
    cause: RunCause,
    request: TaskRunRequest,
  ): Promise<(ItemResult & { runId: number | null })[]> {
    await refuseRequest(this.options.db, ids, request, this.options);
    return await Promise.all([...new Set(ids)].map(async (id) => {
      let runId: number | null = null;
      const result = await attempt(id, async () => {
        runId = await this.run(id, cause, request);
      });
      return { ...result, runId };
    }));
  }

  /** Applies an action to several tasks; a failure does not stop the others. */
  async action(action: TaskAction, ids: readonly number[], cause: RunCause): Promise<ItemResult[]> {
    const results: ItemResult[] = [];
    for (const id of new Set(ids)) {
      results.push(await attempt(id, () => this.#applyTo(action, id, cause)));
    }
    return results;
  }

  /** Adds and removes labels of several tasks; a failure does not stop the others. */
  async relabel(ids: readonly number[], change: Parsed<LabelChange>): Promise<ItemResult[]> {
    const { db, clock } = this.options;
    const done = await relabel(db, ids, change, clock.now());
    for (const { id, version } of done) {
      if (version !== null) this.#publisher.publish("tasks", "task:updated", id, version);
    }
    return done.map(({ id, error }) => ({ id, error: error }));
  }

  /**
   * Changes the schedules of several tasks, each only if its schedules are still those stated; a failure does not stop
   * the others.
   */
  async reschedule({ changes }: Parsed<TaskScheduleChanges>): Promise<ItemResult[]> {
    const ids = changes.map(({ id }) => id);
    const results = await this.#changeSeveral(ids, reschedulePatchOf(changes));
    return results.map(({ id, error }) => ({ id, error }));
  }

  async labels(): Promise<LabelCounts> {
    return { items: await store.countLabels(this.options.db) };
  }

  /** Returns how many tasks each built-in view has. */
  async counts(): Promise<TaskCounts> {
    return await store.countBuiltInViews(this.options.db);
  }

  #present(): TaskPresent {
    const { clock, zone, findCalendar } = this.options;
    return { now: clock.now(), zone: zone(), findCalendar };
  }

  async #applyTo(action: TaskAction, id: number, cause: RunCause): Promise<void> {
    const row = await store.findTask(this.options.db, id);
    if (!row) throw new AppError("not_found");
    switch (action) {
      case "run":
        return void await this.run(id, cause);
      case "stop":
        return await this.stop(id);
      case "enable":
      case "disable":
        if ((row.enabled === 1) === (action === "enable")) return;
        return void await this.update(id, parse(taskPatch, { enabled: action === "enable" }), null);
      case "pin":
      case "unpin":
        return await this.#mark(id, { pinned: action === "pin" });
      case "mute":
      case "unmute":
        return await this.#mark(id, { muted: action === "mute" });
    }
    return action satisfies never;
  }

  async #mark(id: number, marks: Partial<TaskMarks>): Promise<void> {
    const { db, clock } = this.options;
    const before = await db.transaction().execute(async (tx) => {
      const row = await store.findTask(tx, id);
      if (row) await store.updateTask(tx, row, markColumns(marks), clock.now());
      return row;
    });
    if (!before) throw new AppError("not_found");
    this.#publisher.publish("tasks", "task:updated", id, before.version + 1);
  }

  async #show(rows: readonly TaskRow[]): Promise<Task[]> {
    const runs = await store.readRuns(this.options.db, rows.map(({ id }) => id));
    return rows.map((row) =>
      toTask(row, runs.get(row.id) ?? { active: [], recent: [] }, this.options.scripts)
    );
  }
}
