// Polls for what no event reports: runs that take too long, and tasks that have not run by their deadline.
import { sql } from "kysely";
import { DAY_SECONDS, wallSeconds } from "../../../contract/cron/zone.ts";
import type { Notify } from "../../../contract/tasks.ts";
import type { Base } from "../../../engine/base.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import type { Timer } from "../../../platform/clock.ts";
import { recordChange } from "../store.ts";
import type { Notifier } from "../notifier.ts";
import { logTail, type ReadTail } from "./log_tail.ts";
import { longRun, notRunBy, taskOfRun } from "./run_events.ts";
import { storedJson } from "../../../platform/stored_json.ts";

const POLL_INTERVAL_MS = 10_000;

export interface WatchRunsOptions extends Pick<Base, "db" | "clock" | "logger" | "zone"> {
  notifier: Notifier;
  logs: string;
  readTail: ReadTail;
}

export class WatchRuns {
  #timer: Timer | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isOpen = false;

  constructor(private readonly options: WatchRunsOptions) {}

  /** Starts polling every 10 s. */
  open(): void {
    this.#isOpen = true;
    this.#arm();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#timer?.cancel();
    await this.#polling;
  }

  async check(): Promise<void> {
    await this.#checkRuns();
    await this.#checkTasks();
  }

  #arm(): void {
    const { clock, logger } = this.options;
    this.#timer = clock.after(POLL_INTERVAL_MS, () => {
      this.#polling = this.check().catch((error) =>
        logger.error("failed to check the running tasks", { error })
      )
        .then(() => {
          if (this.#isOpen) this.#arm();
        });
    });
  }

  async #checkRuns(): Promise<void> {
    const { db, clock, notifier, logs, readTail } = this.options;
    // Without the condition on the end, the index of unfinished runs is not used, and all runs are read.
    const runs = await db.selectFrom("run").selectAll().where("state", "=", "running")
      .where("finished_at", "is", null).where("kind", "=", "task").where("started_at", "is not", null)
      .execute();
    for (const run of runs) {
      const task = await taskOfRun(db, run);
      const log = () => logTail({ logs, path: run.log_path }, readTail);
      await notifier.notify(longRun(run, task, clock.now(), log));
    }
  }

  async #checkTasks(): Promise<void> {
    const { db } = this.options;
    // The condition of the index, word for word.
    const tasks = await db.selectFrom("task").selectAll().where("enabled", "=", 1)
      .where(sql<boolean>`notify_json like '%"notRunBy":"%'`).execute();
    for (const task of tasks) await this.#checkTask(task);
  }

  async #checkTask(task: TaskRow): Promise<void> {
    const { db, clock, notifier, zone } = this.options;
    const { notRunBy: time } = storedJson<Notify>(task.notify_json, {});
    const [, hours, minutes] = /^(\d\d?):(\d\d)$/.exec(time ?? "") ?? [];
    if (typeof time !== "string" || hours === undefined || minutes === undefined) return;
    const wallOf = (at: number) => wallSeconds(Math.floor(at / 1000), task.time_zone ?? zone());
    const now = clock.now();
    const wall = wallOf(now);
    const today = Math.floor(wall / DAY_SECONDS) * DAY_SECONDS;
    const deadline = today + Number(hours) * 3600 + Number(minutes) * 60;
    // A user who has just set the deadline means the next one.
    if (wall < deadline || wallOf(task.updated_at) >= deadline) return;
    const last = await db.selectFrom("run").select(({ fn }) => fn.max("started_at").as("at"))
      .where("task_id", "=", task.id).executeTakeFirst();
    if (last?.at != null && wallOf(last.at) >= today) return;
    const day = new Date(today * 1000).toISOString().slice(0, 10);
    await notifier.notify(
      notRunBy(task, time, now),
      (tx) => recordChange(tx, `not-run-by task:${task.id}`, { state: day, since: now }),
    );
  }
}
