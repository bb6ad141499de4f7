// The API of occurrences over a ledger that the test writes.
import type { Insertable } from "kysely";
import type { RunState } from "../../server/contract/runs.ts";
import type { Database } from "../../server/engine/store.ts";
import { ComingRuns } from "../../server/features/occurrences/coming_counts.ts";
import { occurrenceRoutes } from "../../server/features/occurrences/routes.ts";
import { OccurrenceReports } from "../../server/features/occurrences/service.ts";
import { Timeline } from "../../server/features/occurrences/timeline.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { noCalendars, readTimetable } from "../../server/features/tasks/task_timetable.ts";
import type { RunTable } from "../../server/migrations/run_tables.ts";
import { directReads } from "../../server/platform/heavy_reads.ts";
import { freshDatabase } from "./fresh_database.ts";
import { type AppResponse, TestApp } from "./test_app.ts";
import { TestClock } from "./test_clock.ts";

export interface OccurrenceSceneOptions {
  now: string;
  zone?: string;
}

export class OccurrenceScene implements AsyncDisposable {
  #app!: TestApp;
  #cookie!: string;

  private constructor(readonly db: Database, readonly clock: TestClock) {}

  static async open({ now, zone = "UTC" }: OccurrenceSceneOptions): Promise<OccurrenceScene> {
    const scene = new OccurrenceScene(await freshDatabase(), new TestClock(now));
    const { db, clock } = scene;
    const options = {
      ...{ db, clock, zone: () => zone, reads: directReads(db) },
      timetable: (task: Parameters<typeof readTimetable>[0]) =>
        readTimetable(task, { zone: zone, findCalendar: noCalendars }),
    };
    const coming = new ComingRuns(options);
    scene.#app = await TestApp.open({
      routes: occurrenceRoutes(
        () => new OccurrenceReports(options, coming),
        () => new Timeline(options, coming),
      ),
    });
    scene.#cookie = await scene.#app.setUp();
    return scene;
  }

  /** Sends a request below `/api/occurrences`. */
  async call(path: string, query: Record<string, string>): Promise<AppResponse> {
    return await this.#app.call("GET", `/api/occurrences${path}?${new URLSearchParams(query)}`, {
      cookie: this.#cookie,
    });
  }

  /** Adds a task with cron rules, or a manual one without. */
  async addTask(
    name: string,
    rules: readonly string[] = [],
    labels: readonly string[] = [],
  ): Promise<number> {
    const { id } = await this.db.insertInto("task").values({
      ...columnDefaults,
      ...{ name, command: "true", pinned: 0, created_at: 0, updated_at: 0, cursor_at: 0, version: 1 },
      schedules_json: rules.length > 0 ? JSON.stringify(rules) : '"manual"',
      labels_json: JSON.stringify(labels),
      next_due_at: rules.length > 0 ? this.clock.now() + 1 : null,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  /** Adds a run that was queued at a time. Returns its id. */
  async addRun(
    task: number | null,
    state: RunState,
    queuedAt: string,
    columns: Partial<Insertable<RunTable>> = {},
  ): Promise<number> {
    const at = Date.parse(queuedAt);
    const { id } = await this.db.insertInto("run").values({
      ...{ task_id: task, task_name: `task ${task}`, kind: "task", cause: "person", state, due_count: 1 },
      ...{ queued_at: at, start_after: 1, queue_rank: 0, queue_order: 1, attempt: 1 },
      finished_at: ["queued", "starting", "running"].includes(state) ? null : at + 60_000,
      ...columns,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
    await this.db.destroy();
  }
}
