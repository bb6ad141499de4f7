// Changes tasks within a transaction of another feature: a pull that brings scripts also brings their tasks.
import { AppError, refuseIf } from "../../contract/app_error.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { bareSchedules, keepValues } from "../../contract/task_rules.ts";
import { type TaskInput, type TaskPatch, taskPatch } from "../../contract/tasks.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Tx } from "../../engine/store.ts";
import * as store from "./store.ts";
import { scheduleIssues, taskIssues } from "./task_rules.ts";
import type { FindCalendar, TaskPresent } from "./task_timetable.ts";
import { forgetFuture, type Planned } from "../../engine/replan.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { readTaskSchedules } from "./parameters/rule_values.ts";
import { planFromNow, plannedTask } from "./plan_source.ts";
import { writeLinks } from "./flow/flow_graph.ts";
import { writeTriggers } from "./triggers/trigger_rows.ts";
import { markColumns, type TaskMarks } from "./history/field_values.ts";
import { recordTogether } from "./history/record_history.ts";
import { columnDefaults, type SetColumns, toColumns } from "./task_rows.ts";
import { taskKey } from "./task_source.ts";
import { moveToTrash, updateTrashed } from "./trash_store.ts";

export interface TasksChange {
  add: readonly { input: Parsed<TaskInput>; subscriptionId: number }[];
  /** May be in the trash. */
  change: readonly { id: number; patch: Parsed<TaskPatch> }[];
  /** To be moved to the trash. Their runs are ended after the commit; see `endRuns`. */
  remove: readonly number[];
}

/** The resulting changes, to be published after the transaction commits. */
export type TasksChanged = readonly {
  taskId: number;
  nextDueAt: number | null;
  type: "task:created" | "task:updated" | "task:deleted";
  /** Ends the runs of a deleted task. */
  endRuns?: () => Promise<void>;
}[];

export interface TaskChangesOptions extends Pick<Base, "clock" | "bus" | "zone"> {
  engine: Engine;
  findCalendar: FindCalendar;
}

export class TaskChanges {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: TaskChangesOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /**
   * Changes tasks in a transaction; call `notify` and `endRuns` after it commits. Throws `validation_failed`.
   */
  async write(tx: Tx, change: TasksChange): Promise<TasksChanged> {
    return await recordTogether(tx, () => this.#write(tx, change));
  }

  async #write(tx: Tx, { add, change, remove }: TasksChange): Promise<TasksChanged> {
    const { clock, zone, findCalendar } = this.options;
    const present = { now: clock.now(), zone: zone(), findCalendar };
    const changed: TasksChanged[number][] = [];
    for (const { input, subscriptionId } of add) {
      refuseIf(taskIssues(input, null, present));
      const made = await addTask(tx, input, present);
      await tx.updateTable("task").set({ subscription_id: subscriptionId }).where("id", "=", made.id)
        .execute();
      changed.push({ taskId: made.id, nextDueAt: made.nextDueAt, type: "task:created" });
    }
    for (const { id, patch } of change) {
      const before = await store.findTask(tx, id);
      refuseIf(taskIssues(patch, before ?? null, present));
      if (!before) {
        await updateTrashed(tx, id, (trashed) => toColumns(withRuleValues(patch, trashed)), present.now);
        continue;
      }
      const nextDueAt = await changeTask(tx, before, withRuleValues(patch, before), present);
      changed.push({ taskId: id, nextDueAt, type: "task:updated" });
    }
    for (const id of remove) {
      const deletion = { cause: "subscription", by: null, now: present.now } as const;
      const endRuns = await this.options.engine.clearOnCommit(tx, taskKey(id));
      await moveToTrash(tx, id, deletion);
      changed.push({ taskId: id, nextDueAt: null, type: "task:deleted", endRuns });
    }
    return changed;
  }

  notify(changed: TasksChanged): void {
    for (const { taskId, nextDueAt, type } of changed) {
      this.options.engine.plan(taskKey(taskId), nextDueAt);
      this.#publisher.publish("tasks", type, taskId, type === "task:created" ? 1 : 0);
    }
  }

  /** Ends the runs of the tasks that were deleted, in parallel. */
  async endRuns(changed: TasksChanged): Promise<void> {
    await Promise.all(changed.map(({ endRuns }) => endRuns?.()));
  }
}

// Who changes schedules here knows no parameters.
function withRuleValues(
  patch: Parsed<TaskPatch>,
  { schedules_json = '"manual"', rule_values_json = "{}" }: Partial<TaskRow>,
): Parsed<TaskPatch> {
  const { schedules, ...others } = patch;
  if (schedules === undefined) return patch;
  const before = readTaskSchedules({ schedules_json, rule_values_json });
  return parse(taskPatch, {
    ...others,
    schedules: keepValues(schedules, before),
  });
}

// Writes a task and its plan in one transaction: a crash in between must not leave a new schedule with the
// old due time.

/** Inserts a task and plans it from now on. Throws `validation_failed`. */
export async function addTask(tx: Tx, input: Parsed<TaskInput>, present: TaskPresent): Promise<Planned> {
  const { now } = present;
  const set = { ...columnDefaults, ...toColumns(input) };
  const fixed = { pinned: 0, created_at: now, updated_at: now, cursor_at: now, version: 1 } as const;
  const row = await store.insertTask(tx, { ...requireColumns(set), ...fixed }, "created");
  // The id, which determines `H` in a rule, is known only now.
  refuseIf(scheduleIssues(bareSchedules(input.schedules), row.id));
  if (input.upstream) await writeLinks(tx, row.id, input.upstream);
  if (input.triggers) await writeTriggers(tx, row.id, input.triggers, { now, seen: present.seenFiles });
  return await planFromNow(tx, row, present);
}

/** Updates a task; a new schedule, time zone or enabling takes effect now. Returns its next due time. */
export async function changeTask(
  tx: Tx,
  before: TaskRow,
  patch: Parsed<TaskPatch>,
  present: TaskPresent,
  marks: Partial<TaskMarks> = {},
): Promise<number | null> {
  const columns = toColumns(patch);
  const updated = { ...columns, ...markColumns(marks), updated_at: present.now };
  await store.updateTask(tx, before, updated, present.now);
  if (patch.upstream !== undefined) await writeLinks(tx, before.id, patch.upstream);
  if (patch.triggers) {
    await writeTriggers(tx, before.id, patch.triggers, { now: present.now, seen: present.seenFiles });
  }
  await recordChanges(tx, before, columns, present.now);
  if (!changesTiming(before, columns)) return before.next_due_at;
  await forgetFuture(tx, plannedTask(before, present), present);
  const row = await store.findTask(tx, before.id);
  return row ? (await planFromNow(tx, row, present)).nextDueAt : null;
}

// A form sends all its fields. Unchanged fields must not discard a due time that is being decided right now.
function changesTiming(before: TaskRow, after: Partial<SetColumns>): boolean {
  const timing = [
    ...["schedules_json", "time_zone", "enabled", "calendar_id", "on_day_off"] as const,
    ...["valid_from", "valid_until"] as const,
  ];
  return timing.some((column) => after[column] !== undefined && after[column] !== before[column]);
}

// The name of a change and the columns whose new values make it.
const recorded = {
  command: ["command", "before_command", "after_command", "working_directory"],
  schedule: ["schedules_json", "time_zone", "calendar_id", "on_day_off"],
} as const;

/** Records what an update changed, for the trend of durations, and removes the oldest records beyond the limit. */
async function recordChanges(tx: Tx, before: TaskRow, after: Partial<SetColumns>, at: number): Promise<void> {
  const changed = (["command", "schedule"] as const).filter((what) =>
    recorded[what].some((column) => after[column] !== undefined && after[column] !== before[column])
  );
  if (changed.length === 0) return;
  await store.addChanges(tx, changed.map((what) => ({ task_id: before.id, at, what })));
}

function requireColumns(set: typeof columnDefaults & Partial<ReturnType<typeof toColumns>>) {
  const { name, command, schedules_json } = set;
  if (name === undefined || command === undefined || schedules_json === undefined) {
    throw new AppError("validation_failed");
  }
  return { ...set, name, command, schedules_json };
}
