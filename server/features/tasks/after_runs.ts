// What follows the end of runs: a rule `@after` is due some time later, and a task that is never due again is disabled. The
// database says which tasks wait for it, so that nothing is forgotten when the panel ends in between.
import { parseCron } from "../../contract/cron/expression.ts";
import { AfterRunEnds } from "../../engine/after_run_ends.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Engine } from "../../engine/engine.ts";
import { listActive } from "../../engine/ledger.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { recordTogether } from "./history/record_history.ts";
import { planAfterRun } from "./plan_source.ts";
import * as store from "./store.ts";
import { taskKey } from "./task_source.ts";
import { readSchedules } from "./task_timetable.ts";

/** How long events are gathered, in ms. */
const GATHER_MS = 100;
export interface AfterRunsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger"> {
  engine: Pick<Engine, "plan">;
}

export class AfterRuns {
  readonly #publisher: EventPublisher;
  readonly duty: Duty;

  constructor(private readonly options: AfterRunsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
    this.duty = new AfterRunEnds({
      ...options,
      gatherMs: GATHER_MS,
      work: () => this.run(),
      failed: (error) => options.logger.error("failed to plan tasks after their runs; retrying", { error }),
    });
  }

  /** Plans and disables the tasks that wait for it. */
  async run(): Promise<void> {
    const { db, clock, engine } = this.options;
    const ids = await listWaiting(db, clock.now());
    for (const id of ids) {
      const changed = await db.transaction().execute((tx) =>
        recordTogether(tx, () => settle(tx, id, clock.now()))
      );
      if (!changed) continue;
      engine.plan(taskKey(id), changed.nextDueAt);
      this.#publisher.publish("tasks", "task:updated", id, changed.version);
    }
  }
}

// Nothing starts them, or a rule `@after` has been decided.
async function listWaiting(db: Database, now: number): Promise<number[]> {
  const rows = await db.selectFrom("task").select(["id", "schedules_json", "valid_until"])
    .where("enabled", "=", 1).where((task) =>
      task.or([
        task.and([
          task("schedules_json", "like", "%@after%"),
          task.or([task("after_due_at", "is", null), task("after_due_at", "<=", task.ref("cursor_at"))]),
        ]),
        task.and([task("next_due_at", "is", null), task("schedules_json", "like", "[%")]),
        task("valid_until", "<=", now),
      ])
    ).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function settle(
  tx: Tx,
  id: number,
  now: number,
): Promise<{ nextDueAt: number | null; version: number } | null> {
  const task = await store.findTask(tx, id);
  if (!task) return null;
  const planned = await planAfterRun(tx, task);
  if (planned !== null) return { nextDueAt: planned, version: task.version };
  if (!hasEnded(task, now) || (await listActive(tx, taskKey(id))).length > 0) return null;
  await store.updateTask(tx, task, { enabled: 0, next_due_at: null, updated_at: now }, now);
  return { nextDueAt: null, version: task.version + 1 };
}

// A retry of its last run is active until it has ended.
function hasEnded(task: TaskRow, now: number): boolean {
  if (task.enabled === 0 || task.next_due_at !== null) return false;
  if (task.valid_until !== null && task.valid_until <= now) return true;
  const schedules = readSchedules(task);
  return Array.isArray(schedules) && schedules.every((text) => {
    const rule = parseCron(text, { seed: task.id });
    return rule.kind === "once" || (rule.kind === "cron" && rule.years !== undefined);
  });
}
