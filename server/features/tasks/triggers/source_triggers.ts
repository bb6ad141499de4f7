// Starts tasks when a subscription has pulled something, a heartbeat goes down or comes back, and a maintenance window begins or
// ends. What has happened is in the database, so that nothing is forgotten when the panel ends, and nothing starts twice.
import type { Base } from "../../../engine/base.ts";
import type { Duty } from "../../../engine/deciding.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { Timer } from "../../../platform/clock.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import type { LoadedWindows } from "../../windows/loaded_windows.ts";
import { nextSpan, type OpenWindow } from "../../windows/window_spans.ts";
import { startTriggered, type TriggerContext } from "./start_triggered.ts";
import { newMoment, openSince, type WindowMoment, type WindowSeen } from "./window_moments.ts";

/** How long events are gathered, in ms. */
const GATHER_MS = 50;
/** How often is looked without an event, in ms: one of another node may get lost, and the clock may be set. */
const COMPARE_MS = 60_000;
const RETRY_MS = 1_000;
/** Events, or triggers of windows, of one transaction. */
const BATCH = 50;

export interface SourceTriggersOptions
  extends Omit<TriggerContext, "engine">, Pick<Base, "db" | "clock" | "bus" | "logger" | "zone"> {
  engine: TriggerContext["engine"] & Pick<Engine, "follow">;
  loaded: Pick<LoadedWindows, "all">;
  /** Returns whether there is space to record runs; while false, starts are delayed, not lost. */
  hasRoom(): boolean;
}

/** Events after which there may be something to do. A ping that changes nothing is none. */
const events: readonly string[] = [
  ...["heartbeat:down", "heartbeat:up", "subscription:pulled"],
  ...["task:created", "task:updated"],
];

interface WindowChange {
  id: number;
  taskId: number;
  before: string | null;
  window: OpenWindow;
  event: "start" | "end";
  moment: WindowMoment;
}

export class SourceTriggers implements Duty {
  #timer: { timer: Timer; at: number } | undefined;
  #working: Promise<void> | undefined;
  #isOpen = false;
  #isStale = false;
  #stopListening: () => void = () => {};

  constructor(private readonly options: SourceTriggersOptions) {}

  begin(): Promise<void> {
    this.#isOpen = true;
    this.#stopListening = this.options.bus.listen(({ topic, type }) => {
      if (topic !== "windows" && !events.includes(type)) return;
      if (this.#working) this.#isStale = true;
      else this.#arm(GATHER_MS);
    });
    this.#arm(0);
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#stopListening();
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    await this.#working;
  }

  #arm(delayMs: number): void {
    if (!this.#isOpen || this.#working) return;
    const { clock } = this.options;
    const at = clock.monotonic() + delayMs;
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.timer.cancel();
    const timer = clock.after(delayMs, () => {
      this.#timer = undefined;
      this.#working = this.#work().then((nextMs) => {
        this.#working = undefined;
        const isStale = this.#isStale;
        this.#isStale = false;
        this.#arm(isStale ? GATHER_MS : nextMs);
      });
    });
    this.#timer = { timer, at };
  }

  async #work(): Promise<number> {
    try {
      return await this.run();
    } catch (error) {
      this.options.logger.error("failed to start tasks by their triggers; retrying", { error });
      return RETRY_MS;
    }
  }

  /** Starts what has its reason to, and returns after how many ms the next window begins or ends. */
  async run(): Promise<number> {
    if (!this.options.hasRoom()) return RETRY_MS;
    while (await this.#startByEvents() === BATCH);
    return await this.#startByWindows();
  }

  async #startByEvents(): Promise<number> {
    const { db, engine } = this.options;
    if (!await db.selectFrom("trigger_event").select("id").limit(1).executeTakeFirst()) return 0;
    const { count, following } = await db.transaction().execute(async (tx) => {
      const events = await tx.selectFrom("trigger_event").selectAll().orderBy("id").limit(BATCH).execute();
      const following: FollowingRuns[] = [];
      for (const { id, type, source_id, event, name, at } of events) {
        const named = await tx.selectFrom("task_trigger").select("task_id").where("type", "=", type)
          .where("source_id", "=", source_id).where("event", "=", event).where("created_at", "<=", at)
          .orderBy("id").execute();
        for (const { task_id: taskId } of named) {
          following.push(...await this.#start(tx, taskId, { type, name, path: null, on: event }));
        }
        await tx.deleteFrom("trigger_event").where("id", "=", id).execute();
      }
      return { count: events.length, following };
    });
    engine.follow(following);
    return count;
  }

  async #startByWindows(): Promise<number> {
    const { db, engine, clock, zone, loaded } = this.options;
    const rows = await listWindowTriggers(db);
    const now = clock.now();
    const windows = new Map(loaded.all.map((window) => [window.row.id, window]));
    const changes: WindowChange[] = [];
    const next: number[] = [];
    for (const { id, task_id: taskId, source_id, event, seen: before, created_at } of rows) {
      const window = windows.get(source_id ?? 0);
      // One that was deleted starts nothing.
      if (!window || window.row.removed_at !== null || (event !== "start" && event !== "end")) continue;
      const seen = storedJson<WindowSeen>(before, {
        from: openSince(window, zone(), created_at),
        at: created_at,
      });
      const moment = newMoment(window, { event, seen, now, zone: zone() });
      if (moment) changes.push({ id, taskId, before, window, event, moment });
      const span = nextSpan(window, zone(), now);
      if (span) next.push(span.from > now ? span.from : span.until);
    }
    for (let first = 0; first < changes.length; first += BATCH) {
      const batch = changes.slice(first, first + BATCH);
      engine.follow(await db.transaction().execute((tx) => this.#writeMoments(tx, batch)));
    }
    return Math.min(COMPARE_MS, ...next.map((at) => Math.max(0, at - now)));
  }

  async #writeMoments(tx: Tx, changes: readonly WindowChange[]): Promise<FollowingRuns[]> {
    const following: FollowingRuns[] = [];
    for (const { id, taskId, before, window, event, moment } of changes) {
      const { numUpdatedRows } = await tx.updateTable("task_trigger").set({
        seen: JSON.stringify(moment.seen),
      })
        .where("id", "=", id).where("seen", before === null ? "is" : "=", before).executeTakeFirst();
      if (Number(numUpdatedRows) === 0 || moment.effect === "none") continue;
      const trigger = { type: "window" as const, name: window.row.name, path: null, on: event };
      following.push(...await this.#start(tx, taskId, trigger, moment.effect === "missed"));
    }
    return following;
  }

  async #start(
    tx: Tx,
    taskId: number,
    trigger: Parameters<typeof startTriggered>[1]["trigger"],
    isMissed = false,
  ): Promise<FollowingRuns[]> {
    const { clock, engine, limits } = this.options;
    return await startTriggered(tx, { taskId, trigger, now: clock.now(), isMissed }, { engine, limits });
  }
}

async function listWindowTriggers(db: Database) {
  return await db.selectFrom("task_trigger").innerJoin("task", "task.id", "task_trigger.task_id")
    .select(["task_trigger.id", "task_id", "source_id", "event", "seen", "task_trigger.created_at"])
    .where("type", "=", "window").orderBy("task_trigger.id").execute();
}
