// The planner over a real database with a manual clock. Only `endAll` takes runs out of the queue.
import { parse } from "../../server/contract/parsed.ts";
import { type TaskInput, taskInput } from "../../server/contract/tasks.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Engine } from "../../server/engine/engine.ts";
import type { EnqueueResult } from "../../server/engine/enqueue.ts";
import { Planner } from "../../server/engine/planner.ts";
import type { Database, RunRow, SourceKey } from "../../server/engine/store.ts";
import type { TaskRow } from "../../server/migrations/task_tables.ts";
import { Tasks } from "../../server/features/tasks/service.ts";
import { TriggerFiles } from "../../server/features/tasks/triggers/trigger_files.ts";
import { followEndedTasks } from "./dropped_run.ts";
import { TestClock } from "./test_clock.ts";
import { freshDatabase } from "./fresh_database.ts";
import { type ConfigSwitches, readSwitches } from "../../server/features/tasks/command/config_switches.ts";
import type { WorkCalendar } from "../../server/contract/work_calendar.ts";
import type { WindowSpan } from "../../server/engine/decision.ts";
import { createPlanSources } from "../../server/services/build_engine.ts";

const isRemote = Deno.env.get("SUNDIAL_TEST_ENGINE") === "postgres";
const MAX_TURNS = isRemote ? 10_000 : 100;
const PAUSE_MS = isRemote ? 2 : 0;

export interface PlannerSceneOptions {
  now: string | number;
  zone?: string;
  /** Database file; in memory by default. */
  path?: string;
  config?: string;
}

export class PlannerScene implements AsyncDisposable {
  readonly db: Database;
  readonly clock: TestClock;
  readonly tasks: Tasks;
  readonly result: (EnqueueResult & { taskId: number })[] = [];
  /** Messages of the planner at warn and error. */
  readonly logged: { message: string; fields: unknown }[] = [];
  zone: string;
  /** Name of the rules of time zones. */
  zoneRules = "2025b";
  planner: Planner;

  readonly #switches: ConfigSwitches;
  readonly calendars = new Map<number, WorkCalendar>();
  /** They concern every task. */
  windows: WindowSpan[] = [];

  private constructor(db: Database, { now, zone = "UTC", config = "" }: PlannerSceneOptions) {
    this.db = db;
    this.#switches = readSwitches(config);
    this.zone = zone;
    this.clock = new TestClock(now);
    this.planner = this.newPlanner();
    const engine = {
      plan: (source: SourceKey, dueAt: number | null) => this.planner.watch(source, dueAt),
      dropScheduled: () => Promise.resolve(),
    };
    const bus = new Bus((error) => {
      throw error;
    });
    // Creating and changing tasks needs only this part of the engine.
    const options = {
      db,
      clock: this.clock,
      bus,
      engine: engine as unknown as Engine,
      sealer: null as never,
      scripts: "/scripts",
      triggerFiles: new TriggerFiles({
        ...{ clock: this.clock, scripts: "/scripts", root: "/data" },
        isDeciding: () => true,
      }),
      zone: () => this.zone,
      findCalendar: (id: number) => this.calendars.get(id) ?? null,
    };
    this.tasks = new Tasks(options);
  }

  static async open(options: PlannerSceneOptions): Promise<PlannerScene> {
    const db = await freshDatabase(options.path);
    return new PlannerScene(db, options);
  }

  /** Creates another planner over the same database, not started. */
  newPlanner(): Planner {
    const log = (message: string, fields?: unknown) => void this.logged.push({ message, fields });
    return new Planner({
      planSources: createPlanSources({ configFile: { switches: () => this.#switches } }, {
        findCalendar: (id) => this.calendars.get(id) ?? null,
        windowsOf: (_task, { after, until }) =>
          this.windows.filter((window) => window.from <= until && window.until > after),
      }),
      hasRoom: () => true,
      db: this.db,
      clock: this.clock,
      logger: { debug: () => {}, info: () => {}, warn: log, error: log },
      zone: () => this.zone,
      zoneRules: () => this.zoneRules,
      distribution: { listOpenNodes: () => Promise.resolve(null) },
      followEnded: followEndedTasks,
      queue: {
        enqueued: (source, result) => void this.result.push({ taskId: source?.id ?? 0, ...result }),
        wake: () => {},
      },
    });
  }

  async add(input: Partial<TaskInput> & Pick<TaskInput, "schedules">): Promise<number> {
    return (await this.tasks.create(parse(taskInput, { name: "task", command: "true", ...input }))).id;
  }

  async start(): Promise<void> {
    await this.planner.start();
    this.clock.advance(0);
    await this.settle();
  }

  /** Stops the panel and starts it again `downMs` later. */
  async restart(downMs = 0): Promise<void> {
    await this.planner.stop();
    this.clock.advance(downMs);
    this.planner = this.newPlanner();
    await this.start();
  }

  /** Advances the clock in one step and lets the planner react. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.settle();
  }

  /** Sets the wall clock; the planner notices at its next check. */
  async setWall(now: number): Promise<void> {
    this.clock.setWall(now);
    await this.advance(1_000);
  }

  /** Advances the clock to an instant, from due time to due time, as a panel that is never late. */
  async goTo(end: number): Promise<void> {
    while (this.clock.now() < end) {
      const next = Math.min(await this.#nextDue() ?? end, end);
      // An overdue one was not planned: let the planner retry.
      await this.advance(next > this.clock.now() ? next - this.clock.now() : 1_000);
    }
  }

  async #nextDue(): Promise<number | null> {
    const { next } = await this.db.selectFrom("task").select(({ fn }) => fn.min("next_due_at").as("next"))
      .where("enabled", "=", 1).executeTakeFirstOrThrow();
    return next === null ? null : Number(next);
  }

  /** Waits for pending work, until the planner waits only for its timer. */
  async settle(): Promise<void> {
    for (let turn = 0; turn === 0 || (this.clock.timers === 0 && turn < MAX_TURNS); turn++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Ends every queued run, as if the machine had no limit and commands took no time. */
  async endAll(): Promise<void> {
    await this.db.updateTable("run").set({ state: "succeeded" }).where("state", "=", "queued").execute();
  }

  async task(id: number): Promise<TaskRow> {
    return await this.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }

  async rows(taskId?: number): Promise<RunRow[]> {
    let query = this.db.selectFrom("run").selectAll();
    if (taskId !== undefined) query = query.where("task_id", "=", taskId);
    return await query.orderBy("id").execute();
  }

  /** Formats the ledger of a task, times in UTC: `run 03-08T07:00`, `missed run …`, `skip missed …..… ×3`. */
  async ledger(taskId: number): Promise<string[]> {
    return (await this.rows(taskId)).map((row) => {
      const due = shortTime(row.due_at);
      if (row.state !== "skipped") return `${row.cause === "missed" ? "missed run" : "run"} ${due}`;
      const through = row.due_through === null ? "" : `..${shortTime(row.due_through)} ×${row.due_count}`;
      return `skip ${row.skip_reason} ${due}${through}`;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.planner.stop();
    await this.db.destroy();
    if (this.clock.timers > 0) throw new Error(`${this.clock.timers} timers are left`);
  }
}

/** Formats a time as `03-08T07:00`, with seconds where they are not zero. */
export function shortTime(at: number | null): string {
  return at === null ? "never" : new Date(at).toISOString().slice(5, 19).replace(/:00$/, "");
}
