// Triggers of tasks over a test database and clock. Nothing takes runs out of the queue.
import { LedgerScene } from "./ledger_scene.ts";
import { TestClock } from "./test_clock.ts";
import { followEndedTasks } from "./dropped_run.ts";
import type { Trigger } from "../../server/contract/triggers.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Held } from "../../server/engine/decision.ts";
import type { FollowingRuns } from "../../server/engine/run_type.ts";
import type { RunRow, Tx } from "../../server/engine/store.ts";
import { FileTriggers } from "../../server/features/tasks/triggers/file_triggers.ts";
import type { SeenFile } from "../../server/features/tasks/triggers/seen_file.ts";
import { SourceTriggers } from "../../server/features/tasks/triggers/source_triggers.ts";
import { noteTriggerEvent } from "../../server/features/tasks/triggers/trigger_events.ts";
import { renewTriggers } from "../../server/features/tasks/triggers/trigger_rows.ts";
import type { StartLimits } from "../../server/features/tasks/start_limits.ts";
import type { OpenWindow } from "../../server/features/windows/window_spans.ts";
import type { WindowRow } from "../../server/migrations/window_tables.ts";

/** When a scene begins. */
export const START = Date.parse("2026-03-04T01:00:00.000Z");
export const HOUR = 3_600_000;

export class TriggerScene implements AsyncDisposable {
  readonly clock = new TestClock(START);
  /** What is seen of files, or their versions; null for what cannot be told. */
  readonly files = new Map<string, string | SeenFile | null>();
  readonly followed: FollowingRuns[] = [];
  windows: OpenWindow[] = [];
  held: Held | null = null;
  dropped: ReturnType<StartLimits["droppedAt"]> = null;
  hasRoom = true;
  /** Called in the transaction. */
  beforeCommit = (): void => {};
  /** Called in place of `engine.follow`, after a transaction has committed. */
  afterCommit = (): void => {};
  fileTriggers: FileTriggers;
  sources: SourceTriggers;

  private constructor(readonly scene: LedgerScene) {
    this.fileTriggers = this.newFileTriggers();
    this.sources = this.newSources();
  }

  static async open(): Promise<TriggerScene> {
    const scene = new TriggerScene(await LedgerScene.open());
    await scene.fileTriggers.begin();
    return scene;
  }

  get #options() {
    return {
      db: this.scene.db,
      clock: this.clock,
      bus: new Bus((error) => {
        throw error;
      }),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      engine: {
        openNodes: { listOpenNodes: () => Promise.resolve(null) },
        followEnded: (tx: Tx, ids: readonly number[], now: number) => followEndedTasks(tx, ids, now),
        follow: (following: readonly FollowingRuns[]) => {
          this.afterCommit();
          this.followed.push(...following);
        },
      },
      limits: {
        heldAt: () => {
          this.beforeCommit();
          return this.held;
        },
        droppedAt: () => this.dropped,
      },
      hasRoom: () => this.hasRoom,
    };
  }

  newFileTriggers(): FileTriggers {
    return new FileTriggers({
      ...this.#options,
      files: {
        locate: (path) => path,
        poll: (paths) => {
          const found = paths.map((path) => [path, this.files.has(path) ? this.files.get(path)! : "absent"]);
          return Promise.resolve(
            new Map(
              (found as [string, string | SeenFile | null][]).flatMap(([path, seen]) =>
                seen === null ? [] : [[path, typeof seen === "string" ? on("/", seen) : seen]]
              ),
            ),
          );
        },
      },
    });
  }

  newSources(): SourceTriggers {
    const loaded = () => this.windows;
    return new SourceTriggers({
      ...this.#options,
      zone: () => "UTC",
      loaded: {
        get all() {
          return loaded();
        },
      },
    });
  }

  /** A panel that begins anew. */
  async restart(): Promise<void> {
    await this.fileTriggers.end();
    this.fileTriggers = this.newFileTriggers();
    this.sources = this.newSources();
    await this.fileTriggers.begin();
  }

  /** Adds a task with triggers; sources are not checked. */
  async add(...triggers: Trigger[]): Promise<number> {
    const task = await this.scene.addTask();
    const triggers_json = JSON.stringify(triggers);
    await this.scene.db.updateTable("task").set({ triggers_json }).where("id", "=", task.id).execute();
    await this.renew(task.id);
    return task.id;
  }

  /** Does what restoring a task from the trash does with its triggers. */
  async renew(id: number): Promise<void> {
    const { triggers_json } = await this.scene.db.selectFrom("task").select("triggers_json")
      .where("id", "=", id).executeTakeFirstOrThrow();
    await this.scene.inTransaction((tx) => renewTriggers(tx, { id, triggers_json }, this.clock.now()));
    await this.restart();
  }

  async addFile(path: string, seen: string | null = "absent", settleMs = 2_000): Promise<number> {
    const id = await this.add({ type: "file", path, settleMs });
    await this.scene.db.updateTable("task_trigger").set({ seen }).where("task_id", "=", id).execute();
    return id;
  }

  /** Looks at the files each second. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second <= seconds; second++) {
      await this.fileTriggers.poll();
      if (second < seconds) this.clock.advance(1_000);
    }
  }

  async runs(taskId?: number): Promise<RunRow[]> {
    const query = this.scene.db.selectFrom("run").selectAll().orderBy("id");
    return await (taskId === undefined ? query : query.where("task_id", "=", taskId)).execute();
  }

  async states(taskId?: number): Promise<string[]> {
    return (await this.runs(taskId)).map(({ state, skip_reason }) => skip_reason ?? state);
  }

  async endRuns(): Promise<void> {
    await this.scene.db.updateTable("run").set({ state: "succeeded", finished_at: 1 }).where(
      "state",
      "=",
      "queued",
    )
      .execute();
  }

  async happen(event: "down" | "up", id = 1): Promise<void> {
    const at = this.clock.now();
    await this.scene.inTransaction((tx) =>
      noteTriggerEvent(tx, { type: "heartbeat", id, event, name: "Nightly", at })
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fileTriggers.end();
    await this.scene[Symbol.asyncDispose]();
  }
}

/** Returns what is seen of a file on a mount. */
export function on(mount: string | null, version: string): SeenFile {
  return { version, mount, isCutOff: false };
}

/** Returns a window that is open from 02:00 to 03:00 and concerns all tasks. */
export function windowOf(columns: Partial<WindowRow> = {}): OpenWindow {
  const row = {
    ...{ id: 1, name: "Nightly work", from_at: null, to_at: null, schedule: "0 2 * * *", duration_ms: HOUR },
    ...{ time_zone: null, valid_from: null, valid_until: null, ended_at: null, removed_at: null },
    ...{ effect: "hold" },
    ...columns,
  } as WindowRow;
  return { row, scope: { all: true }, events: null };
}
