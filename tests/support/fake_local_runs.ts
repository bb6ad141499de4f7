// The runs of a machine without processes: they are recorded in the ledger as the runner does, and end when a test says so.
import type { LocalRuns } from "../../server/engine/distribution.ts";
import { begin, end, type Ending, noteStop, requeue } from "../../server/engine/ledger.ts";
import type { PreparedRun } from "../../server/engine/run_type.ts";
import type { FinalState } from "../../server/engine/states.ts";
import { type Database, type RunRow, sourceOf } from "../../server/engine/store.ts";
import type { RunAnnouncer } from "../../server/engine/run_recorder.ts";

interface Live {
  run: RunRow;
  prepared: PreparedRun | null;
  begun: Promise<unknown>;
  done: PromiseWithResolvers<void>;
}

export interface FakeLocalRunsOptions {
  db: Database;
  bootId: string;
  publisher?: Pick<RunAnnouncer, "publish">;
}

/** What is prepared for a run whose process is never started. */
export const unstarted: PreparedRun = {
  ...{ logFolder: null, maxAtOnce: 1, timeLimitMs: null },
  spec: () => {
    throw new Error("nothing is started");
  },
};

/** Returns a type of such runs. */
export function unstartedType(more: Partial<PreparedRun> = {}) {
  return {
    prepare: (_: Database, rows: readonly RunRow[]) =>
      Promise.resolve(new Map(rows.map(({ id }) => [id, { ...unstarted, ...more }]))),
  };
}

export class FakeLocalRuns implements LocalRuns, AsyncDisposable {
  readonly #options: FakeLocalRunsOptions;
  readonly #live = new Map<number, Live>();
  readonly #beginnings: Promise<unknown>[] = [];
  /** Runs that were started here, in order. */
  readonly started: number[] = [];
  /** Runs that were to be stopped here, with the reason. */
  readonly stopped: [id: number, outcome: string][] = [];
  /** Runs that were settled here. */
  readonly recovered: number[] = [];
  /** The largest number of runs that were live at once. */
  mostAtOnce = 0;
  /** Whether the process dies right before it would start a run. */
  isDying = false;

  constructor(options: FakeLocalRunsOptions) {
    this.#options = options;
  }

  get live(): number[] {
    return [...this.#live.keys()];
  }

  start(run: RunRow, prepared: PreparedRun): void {
    if (this.isDying) return;
    this.started.push(run.id);
    const { db, bootId } = this.#options;
    const process = { pid: 1, pid_start: "1", boot_id: bootId, started_at: 1, lag_ms: null };
    const { log_path, script_path, script_version_id } = run;
    this.#follow(
      run,
      prepared,
      begin(db as never, run, { ...process, log_path, script_path, script_version_id }),
    );
  }

  adopt(run: RunRow): Promise<void> {
    this.#follow(run, null);
    return Promise.resolve();
  }

  #follow(run: RunRow, prepared: PreparedRun | null, begun: Promise<unknown> = Promise.resolve()): void {
    // Its row may be gone.
    const settled = begun.catch(() => {});
    this.#beginnings.push(settled);
    this.#live.set(run.id, { run, prepared, begun: settled, done: Promise.withResolvers() });
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#live.size);
  }

  async recover(runs: readonly RunRow[]): Promise<number[]> {
    const adopted: number[] = [];
    for (const run of runs) {
      this.recovered.push(run.id);
      if (run.state === "starting") await requeue(this.#options.db as never, run);
      else {
        await this.adopt(run);
        adopted.push(run.id);
      }
    }
    return adopted;
  }

  async stop(ids: readonly number[], outcome: "stopped" | "timed_out"): Promise<number[]> {
    const here = ids.filter((id) => this.#live.has(id));
    if (here.length === 0) return [];
    for (const id of here) this.stopped.push([id, outcome]);
    await noteStop(this.#options.db as never, here, { now: 2, outcome });
    for (const id of here) await this.end(id, outcome);
    return here;
  }

  async ended(runId: number): Promise<void> {
    await this.#live.get(runId)?.done.promise;
  }

  prepared(id: number): PreparedRun | null {
    return this.#live.get(id)?.prepared ?? null;
  }

  /** Ends a live run. Returns false when the ledger no longer takes its outcome. */
  async end(id: number, state: FinalState = "succeeded"): Promise<boolean> {
    const live = this.#live.get(id);
    if (!live) throw new Error(`run ${id} is not live here`);
    await live.begun;
    const ending: Ending = {
      ...{ state, exitCode: state === "succeeded" ? 0 : null, signal: null, finishedAt: 3 },
      ...{ durationMs: 2, detail: null },
    };
    const isRecorded = await end(this.#options.db as never, live.run, ending);
    this.#live.delete(id);
    live.done.resolve();
    if (isRecorded) this.#options.publisher?.publish("run:finished", id, sourceOf(live.run));
    return isRecorded;
  }

  /** Waits until every start is recorded. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#beginnings);
  }

  /** Forgets a live run without its end, as a process does that is killed. */
  forget(id: number): void {
    this.#live.delete(id);
  }
}
