// What happens when a maintenance window opens: runs that are still queued wait for its end, and running ones are stopped if
// it says so. What becomes due meanwhile is decided by the planner.
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Engine } from "../../engine/engine.ts";
import { liveStates } from "../../engine/states.ts";
import type { Timer } from "../../platform/clock.ts";
import { hold, listUnheld } from "./held_runs.ts";
import type { LoadedWindows } from "./loaded_windows.ts";
import { concerns, nextSpan, type OpenWindow, scopedTask } from "./window_spans.ts";

/** A change of the clock is noticed within this time, in ms. */
const MAX_WAIT_MS = 60_000;
/** Windows that were deleted this long ago decide nothing any more. */
const REMOVED_KEEP_MS = 7 * 86_400_000;

export interface OpenWindowsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger" | "zone"> {
  engine: Pick<Engine, "stopRun" | "wake">;
  loaded: LoadedWindows;
}

export class OpenWindows implements Duty {
  readonly #publisher: EventPublisher;
  #timer: Timer | undefined;
  #working: Promise<void> = Promise.resolve();
  #stopListening: (() => void) | undefined;
  #isOpen = false;

  constructor(private readonly options: OpenWindowsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  async begin(): Promise<void> {
    this.#isOpen = true;
    this.#stopListening = this.options.bus.listen(({ topic }) => {
      if (topic === "windows") this.#arm(0);
    });
    await this.check();
    this.#arm(this.#wait());
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#stopListening?.();
    this.#timer?.cancel();
    await this.#working;
  }

  #arm(delayMs: number): void {
    if (!this.#isOpen) return;
    this.#timer?.cancel();
    this.#timer = this.options.clock.after(delayMs, () => {
      this.#working = this.#working.then(() => this.check()).catch((error) =>
        this.options.logger.error("failed to open a maintenance window; retrying", { error })
      ).then(() => this.#arm(Math.max(this.#wait(), 1_000)));
    });
  }

  #wait(): number {
    const { clock, zone, loaded } = this.options;
    const now = clock.now();
    const next = loaded.all.flatMap((window) => {
      const span = nextSpan(window, zone(), now);
      // Its end is announced, too: pages show what is open.
      return span ? [span.from > now ? span.from : span.until] : [];
    });
    return Math.min(MAX_WAIT_MS, ...next.map((at) => Math.max(0, at - now)));
  }

  /** Opens the windows whose time has come. */
  async check(): Promise<void> {
    const { db, clock, zone, loaded } = this.options;
    const now = clock.now();
    for (const window of loaded.all) {
      const span = nextSpan(window, zone(), now);
      if (!span || span.from > now || window.row.opened_at === span.from) continue;
      await this.#open(window, span);
    }
    await db.deleteFrom("window_source").where(
      "window_id",
      "in",
      (of) =>
        of.selectFrom("maintenance_window").select("id").where("removed_at", "<", now - REMOVED_KEEP_MS),
    ).execute();
    await db.deleteFrom("maintenance_window").where("removed_at", "<", now - REMOVED_KEEP_MS).execute();
  }

  async #open({ row, scope }: OpenWindow, { from, until }: { from: number; until: number }): Promise<void> {
    const { db, engine } = this.options;
    // Before it is recorded, so that a panel that ends in between does it again.
    if (row.stop_running === 1) await this.#stopRunning({ row, scope });
    await db.transaction().execute(async (tx) => {
      if (row.effect === "hold") {
        const queued = await listUnheld(tx, until);
        const ids = [...new Set(queued.map(({ task_id }) => task_id))];
        const tasks = ids.length === 0
          ? []
          : await tx.selectFrom("task").selectAll().where("id", "in", ids).execute();
        const concerned = new Set(
          tasks.filter((task) => concerns(scope, scopedTask(task))).map(({ id }) => id),
        );
        for (const run of queued) {
          if (!concerned.has(run.task_id)) continue;
          await hold(tx, run.id, { windowId: row.id, until, startAt: until });
        }
      }
      await tx.updateTable("maintenance_window").set({ opened_at: from }).where("id", "=", row.id).execute();
    });
    row.opened_at = from;
    this.#publisher.publish("windows", "window:updated", row.id, row.version);
    engine.wake();
  }

  async #stopRunning({ row, scope }: Pick<OpenWindow, "row" | "scope">): Promise<void> {
    const { db, engine, logger } = this.options;
    const live = await db.selectFrom("run").innerJoin("task", "task.id", "run.task_id")
      .select(["run.id as runId", "task.id", "task.labels_json", "task.placement_pool"])
      .where("run.state", "in", liveStates).where("run.finished_at", "is", null)
      .where("run.stop_requested_at", "is", null).execute();
    for (const { runId, ...task } of live) {
      if (!concerns(scope, scopedTask(task))) continue;
      await engine.stopRun(runId).catch((error) =>
        logger.warn("failed to stop a run for a maintenance window", { error, run: runId, window: row.id })
      );
    }
  }
}
