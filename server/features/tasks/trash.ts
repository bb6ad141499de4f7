// Deleted tasks stay in the trash, with their runs and logs, until they are restored or removed for good. For
// a permanent removal the row is marked first and removed last: after a crash in between, the next round continues.
import type { Insertable } from "kysely";
import { AppError, attempt, type ItemResult } from "../../contract/app_error.ts";
import { CronError } from "../../contract/cron/expression.ts";
import type { List } from "../../contract/shapes.ts";
import { TRASH_DAYS } from "../../contract/limits/tasks.ts";
import type { TrashedTask, TrashQuery } from "../../contract/task_trash.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskRow, TaskTable, TrashedTaskRow } from "../../migrations/task_tables.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { taskKindOf } from "./command/task_kind.ts";
import { planFromNow } from "./plan_source.ts";
import { type FindCalendar, readSchedules, type TaskPresent } from "./task_timetable.ts";
import { findTask, insertTask } from "./store.ts";
import { columnDefaults } from "./task_rows.ts";
import { recordOutcomes } from "./flow/end_flow.ts";
import { taskKey } from "./task_source.ts";
import * as store from "./trash_store.ts";
import { renewTriggers } from "./triggers/trigger_rows.ts";

/** Tasks that are changed before a pause. */
const BATCH = 50;
const DAY_MS = 86_400_000;
/** Days that tasks stay while the disk is nearly full. */
const LOW_DISK_DAYS = 1;

export interface TaskTrashOptions extends Pick<Base, "db" | "clock" | "logger" | "bus" | "zone"> {
  engine: Engine;
  findCalendar: FindCalendar;
  removeRuns(taskId: number): Promise<unknown>;
  /** Yields, so that requests wait for the database no longer than one batch. */
  pause(): Promise<void>;
}

export class TaskTrash {
  readonly #publisher: EventPublisher;
  readonly #closing = new AbortController();
  #removal: Promise<void> = Promise.resolve();

  /** `whole` is the trash of everybody, of one that is limited to labels: it removes what either has marked. */
  constructor(private readonly options: TaskTrashOptions, private readonly whole?: TaskTrash) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns the trash over a database that is limited to labels. */
  over(db: Database): TaskTrash {
    return new TaskTrash({ ...this.options, db }, this);
  }

  /** Returns one page of the trash, last deleted first. */
  async list(query: TrashQuery): Promise<List<TrashedTask>> {
    const { rows, total } = await store.listTrash(this.options.db, query);
    return { items: rows.map(toTrashedTask), total, page: query.page, pageSize: query.pageSize };
  }

  /** Restores tasks with their ids and history and plans them from now on; a failure does not stop the others. */
  async restore(ids: readonly number[]): Promise<ItemResult[]> {
    const results: ItemResult[] = [];
    for (const id of new Set(ids)) {
      results.push(await attempt(id, () => this.#restore(id)));
      if (results.length % BATCH === 0) await this.options.pause();
    }
    return results;
  }

  /** Removes tasks of the trash for good, and then their runs and logs in the background. */
  async remove(ids: readonly number[]): Promise<ItemResult[]> {
    const removed = new Set(await store.markRemoved(this.options.db, { ids }));
    this.#finishRemovals(removed.size);
    return [...new Set(ids)].map((id) => ({
      id,
      error: removed.has(id) ? null : new AppError("not_found"),
    }));
  }

  /** Removes all tasks of the trash for good. Returns how many. */
  async empty(): Promise<number> {
    const { length } = await store.markRemoved(this.options.db, "all");
    this.#finishRemovals(length);
    return length;
  }

  /**
   * Removes what has been in the trash for too long, and finishes interrupted removals. While the disk is nearly
   * full, tasks stay only a day.
   */
  async purge({ isDiskLow }: { isDiskLow: boolean }): Promise<void> {
    const { db, clock } = this.options;
    const days = isDiskLow ? LOW_DISK_DAYS : TRASH_DAYS;
    const { length } = await store.markRemoved(db, { before: clock.now() - days * DAY_MS });
    this.#finishRemovals(length);
    await this.#removal;
  }

  /** Resolves when no removal is in progress. */
  async settled(): Promise<void> {
    await this.#removal;
  }

  /** Stops after the task whose runs are being removed; the next start continues. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#removal;
  }

  async #restore(id: number): Promise<void> {
    const { db, clock, engine, zone, findCalendar } = this.options;
    const { version, nextDueAt } = await db.transaction().execute(async (tx) => {
      const trashed = await store.takeFromTrash(tx, id);
      if (!trashed) throw new AppError("not_found");
      if (await findTask(tx, id)) throw new AppError("already_exists");
      return await insertRestored(tx, trashed, { now: clock.now(), zone: zone(), findCalendar });
    });
    engine.plan(taskKey(id), nextDueAt);
    this.#publisher.publish("tasks", "task:created", id, version);
  }

  #finishRemovals(marked: number): void {
    if (this.whole) return this.whole.#finishRemovals(marked);
    // Nothing announces the end of a removal: what it removes was no longer visible, except for runs and logs.
    if (marked > 0) this.#publisher.publish("tasks", "task:deleted", 0, 0);
    this.#removal = this.#removal.then(() => this.#removeMarked()).catch((error) =>
      this.options.logger.error("failed to remove the runs of deleted tasks", { error })
    );
  }

  async #removeMarked(): Promise<void> {
    const { db, removeRuns, pause } = this.options;
    let removed = 0;
    while (!this.#closing.signal.aborted) {
      const id = await store.findMarked(db);
      if (id === undefined) break;
      await recordOutcomes(db, id);
      await removeRuns(id);
      await store.removeMarked(db, id);
      removed += 1;
      if (removed % BATCH === 0) await pause();
    }
    if (removed === 0) return;
    this.#publisher.publish("logs", "log:removed", 0, 0);
  }
}

function toTrashedTask(row: TrashedTaskRow): TrashedTask {
  const { id, name, command, cause, deleted_at, deleted_by } = row;
  return {
    id,
    name,
    command,
    schedules: readSchedules({ schedules_json: schedulesTextOf(store.readTrashedRow(row)) }),
    cause,
    deletedAt: storedInstant(deleted_at),
    deletedBy: deleted_by,
    expiresAt: storedInstant(deleted_at + TRASH_DAYS * DAY_MS),
  };
}

function schedulesTextOf({ schedules_json: text }: Partial<TaskRow>): string {
  return typeof text === "string" ? text : JSON.stringify("manual");
}

async function insertRestored(
  tx: Tx,
  trashed: TrashedTaskRow,
  present: TaskPresent,
): Promise<{ version: number; nextDueAt: number | null }> {
  const row = await insertTask(tx, restoredRow(trashed, present.now), "restored");
  const { version } = row;
  await renewTriggers(tx, row, present.now);
  try {
    return { version, nextDueAt: (await planFromNow(tx, row, present)).nextDueAt };
  } catch (error) {
    // It had no due time before it was deleted either.
    if (error instanceof CronError) return { version, nextDueAt: null };
    throw error;
  }
}

// A newer version may have added columns since, which get their defaults.
function restoredRow(trashed: TrashedTaskRow, now: number): Insertable<TaskTable> {
  const { id, name, command, subscription_id } = trashed;
  const row = store.readTrashedRow(trashed);
  const set = Object.keys(columnDefaults).map((column) => {
    const key = column as keyof typeof columnDefaults; // its own keys
    return [key, row[key] === undefined ? columnDefaults[key] : row[key]];
  });
  return {
    ...columnDefaults,
    ...Object.fromEntries(set),
    id,
    name,
    command,
    kind: taskKindOf(command),
    schedules_json: schedulesTextOf(row),
    subscription_id,
    pinned: row.pinned ?? 0,
    muted: row.muted ?? 0,
    last_run_id: row.last_run_id ?? null,
    last_started_at: row.last_started_at ?? null,
    last_duration_ms: row.last_duration_ms ?? null,
    last_outcome: row.last_outcome ?? null,
    last_exit_code: row.last_exit_code ?? null,
    created_at: row.created_at ?? now,
    updated_at: now,
    cursor_at: now,
    version: Number(row.version ?? 0) + 1,
  };
}
