// Composes everything that runs: planner, ledger, queue and runner, and the operations callers may request of them.
import { AppError } from "../contract/app_error.ts";
import type { RunCause } from "../contract/runs.ts";
import { type Clock, guardedClock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import { MarkedProcesses } from "../platform/process/marked_processes.ts";
import { Announcer } from "./announce.ts";
import { BatchedWrites } from "./batched_writes.ts";
import type { Bus } from "./bus.ts";
import type { Interpreter } from "./command/interpreters.ts";
import { enqueueOnDemand, type EnqueueResult } from "./enqueue.ts";
import { insertOther, listActive, type OtherRun } from "./ledger.ts";
import { LogKeeper } from "./log_keeper.ts";
import { RunOutput } from "./run_output.ts";
import type { PlanSources } from "./plan_source.ts";
import { Planner } from "./planner.ts";
import { Queue, slotOf } from "./queue.ts";
import { recoverRuns } from "./recovery.ts";
import { logPathOf } from "./run_log.ts";
import { RunMarks } from "./run_marks.ts";
import { PullQueue } from "./pull_queue.ts";
import { RunRecorder } from "./run_recorder.ts";
import { type RunRequest, writeRequest } from "./run_request.ts";
import { Runner, STOP_GRACE_MS } from "./runner.ts";
import type { SpecContext } from "./spec_parts.ts";
import { enqueueAtStart } from "./start_runs.ts";
import { RunStops } from "./run_stops.ts";
import type { RunTypes } from "./run_types.ts";
import type { ScriptVersions } from "./script_versions.ts";
import type { Database, Tx } from "./store.ts";

/** Environment variable that marks every process of a run; its value names the installation and the run. */
const MARK = "SUNDIAL_RUN_MARK";

export interface EngineOptions {
  /** What can run, and what can be due: registered by features. */
  runTypes: RunTypes;
  planSources: PlanSources;
  db: Database;
  clock: Clock;
  logger: Logger;
  bus: Bus;
  /** Identifies this installation among all on the machine. */
  installation: string;
  bootId: string;
  /** Whether due runs are started or only recorded. Defaults to true. */
  startsRuns?: boolean;
  /** Returns whether there is space to record more runs; while false, none is planned or started. Defaults to true. */
  hasRoom?(): boolean;
  /** Called right before a run is started. */
  beforeRun?(): void;
  /** Directory of all logs. */
  logs: string;
  /** Directory of the exit files of runs. */
  marks: string;
  /** Maximum number of runs that are live at once. */
  concurrency: number;
  /** Maximum size of one log in bytes; of a larger log, the first and the last part are kept. */
  logMaxBytes(): number;
  context: Omit<SpecContext, "markOf">;
  scriptVersions: ScriptVersions;
  /** Time between TERM and KILL, in ms. */
  graceMs?: number;
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #announcer: Announcer;
  readonly #marks: RunMarks;
  readonly #processes: MarkedProcesses;
  readonly #planner: Planner;
  readonly #queue: Queue;
  readonly #recorder: RunRecorder;
  readonly #keeper: LogKeeper;
  readonly #runner: Runner;
  readonly #stops: RunStops;
  /** Operations on subscriptions. */
  readonly pulls: PullQueue;
  readonly #closing = new AbortController();

  constructor(given: EngineOptions) {
    const { db, logger, bus, bootId, runTypes, planSources, hasRoom = () => true } = given;
    // A timer that throws would end the panel, and the exit codes of all runs would be lost.
    const clock = guardedClock(
      given.clock,
      (error) => logger.error("a timer of the engine failed", { error }),
    );
    const options = { ...given, clock };
    this.#options = options;
    this.#announcer = new Announcer(bus, clock);
    this.#marks = new RunMarks(options.marks);
    this.#processes = new MarkedProcesses(clock, MARK);
    const voice = () => ({ language: options.context.language(), zone: options.context.zone() });
    const entry = (runId: number) => `${MARK}=${this.#markOf(runId).value}`;
    this.#keeper = new LogKeeper({
      ...{
        clock,
        logger,
        maxBytes: options.logMaxBytes,
        language: options.context.language,
      },
      hasProcesses: async ({ id, pid }) =>
        (await this.#processes.find({ environment: entry(id), leader: pid })).length > 0,
    });
    const output = new RunOutput({ ...options, marks: this.#marks, nameOf: (id) => this.#markOf(id).value });
    const shared = {
      clock,
      logger,
      announcer: this.#announcer,
      marks: this.#marks,
      keeper: this.#keeper,
      output,
    };
    const writes = new BatchedWrites(db);
    this.#recorder = new RunRecorder({ ...shared, runTypes, writes, logs: options.logs, bootId, voice });
    this.#runner = new Runner({
      ...shared,
      db,
      recorder: this.#recorder,
      processes: this.#processes,
      context: { ...options.context, markOf: (runId) => this.#markOf(runId) },
      scriptVersions: options.scriptVersions,
      graceMs: options.graceMs ?? STOP_GRACE_MS,
      onEnded: (runId) => this.#queue.release(runId),
    });
    this.#queue = new Queue({
      ...{ db, clock, logger, bootId, runTypes, hasRoom },
      limit: options.concurrency,
      logPath: ({ logFolder }) => logPathOf(logFolder, clock.now(), options.context.zone()),
      start: (run, source) => {
        options.beforeRun?.();
        this.#runner.start(run, source);
      },
    });
    this.#planner = new Planner({
      ...{ planSources, db, clock, logger, hasRoom },
      zone: options.context.zone,
      onEnqueued: ({ kind, id }, result) => this.#announce(kind === "task" ? id : null, result),
      onBatch: () => this.#queue.wake(),
    });
    const shares = { db, clock, announcer: this.#announcer };
    const { signal } = this.#closing;
    this.#stops = new RunStops({ ...shares, runner: this.#runner, logger, signal });
    this.pulls = new PullQueue({ ...shares, planner: this.#planner, queue: this.#queue, stops: this.#stops });
  }

  /** Adopts the runs of the previous panel, enqueues start-up runs, then starts planning and running. */
  async start(): Promise<void> {
    await this.#recover();
    await this.#runAtStart();
    if (this.#options.startsRuns ?? true) this.#queue.open();
    await this.#planner.start();
  }

  /** Stops planning and starting runs. Running processes continue and are adopted by the next panel. */
  async close(): Promise<void> {
    await this.#planner.stop();
    await this.#queue.close();
    this.#closing.abort();
    this.#recorder.close();
    await this.#runner.close();
    await this.#keeper.close();
  }

  /** Counts for health and metrics. */
  get counts(): { planned: number; live: number } {
    return { planned: this.#planner.planned, live: this.#queue.live };
  }

  /**
   * Runs a task now; `request` applies to this run and its retries. Throws `not_found`, or `task_already_active` when the
   * overlap rule of the task does not allow it.
   */
  async runNow(taskId: number, cause: RunCause, request: RunRequest | null = null): Promise<number> {
    const { db, clock } = this.#options;
    const result = await db.transaction().execute(async (tx) => {
      const task = await tx.selectFrom("task").selectAll().where("id", "=", taskId).executeTakeFirst();
      if (!task) throw new AppError("not_found");
      const requestJson = request && this.writeRequest(request);
      return await enqueueOnDemand(tx, { task, cause, now: clock.now(), requestJson });
    });
    const id = result?.queued[0];
    if (!result || id === undefined) throw new AppError("task_already_active");
    this.#announce(taskId, result);
    this.#queue.wake();
    return id;
  }

  /** Serializes a run request for `runOther`; returns null when it is empty. Throws `secret_key_wrong`. */
  writeRequest(request: RunRequest): string | null {
    return writeRequest(request, this.#options.context.sealer);
  }

  /** Enqueues a run that belongs to no task; `alongside` is written in the same transaction. Returns the run ID. */
  async runOther(
    request: Omit<OtherRun, "now">,
    alongside: (tx: Tx, runId: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<number> {
    const { db, clock } = this.#options;
    const run = { ...request, now: clock.now() };
    const id = await db.transaction().execute(async (tx) => {
      const id = await insertOther(tx, run);
      await alongside(tx, id);
      return id;
    });
    this.#announcer.run("run:queued", id, null);
    this.#queue.wake();
    return id;
  }

  /** Returns the interpreter that would run a script, chosen by the script's name. */
  interpreterOf(script: string): Interpreter {
    const { interpreters, runtime } = this.#options.context;
    return interpreters.choose(script, runtime());
  }

  /** Stops all runs of a task and removes its queued runs. Throws `task_not_running` when there is nothing to stop. */
  async stopTask(taskId: number): Promise<void> {
    if (!await this.#stops.stop(await this.#activeIds(taskId), taskId)) {
      throw new AppError("task_not_running");
    }
  }

  /** Stops one run. Throws `not_found`, or `run_not_active` when it has ended. */
  async stopRun(runId: number): Promise<void> {
    const run = await this.#options.db.selectFrom("run").select(["id", "task_id"])
      .where("id", "=", runId).executeTakeFirst();
    if (!run) throw new AppError("not_found");
    if (!await this.#stops.stop([runId], run.task_id)) throw new AppError("run_not_active");
  }

  /** Replans a task after it was created, changed, enabled or disabled; null when it is no longer due. */
  planTask(taskId: number, nextDueAt: number | null): void {
    this.#planner.watch({ kind: "task", id: taskId }, nextDueAt);
    this.#queue.wake();
  }

  /** Removes the scheduled runs of a disabled task from the queue. Runs requested on demand stay. */
  async dropScheduled(taskId: number): Promise<void> {
    const active = await listActive(this.#options.db, taskId);
    const asked: readonly RunCause[] = ["person", "application"];
    const scheduled = active.filter(({ state, cause }) => state === "queued" && !asked.includes(cause))
      .map(({ id }) => id);
    await this.#stops.skip(scheduled, taskId, "disabled");
  }

  /** Removes the queued runs of a task that is about to be deleted and stops its live runs. Resolves once all have ended. */
  async clearTask(taskId: number): Promise<void> {
    this.#planner.watch({ kind: "task", id: taskId }, null);
    await this.#stops.clear(() => this.#activeIds(taskId), taskId);
  }

  /** Sets the maximum number of live runs; takes effect immediately. */
  resize(concurrency: number): void {
    this.#queue.resize(concurrency);
  }

  /** Replans the tasks without their own time zone after the panel's time zone changed. */
  async zoneChanged(): Promise<void> {
    await this.#planner.zoneChanged();
  }

  /** Resolves when a run has ended; immediately when it is not live. */
  async ended(runId: number): Promise<void> {
    await this.#runner.ended(runId);
  }

  async #activeIds(taskId: number): Promise<number[]> {
    return (await listActive(this.#options.db, taskId)).map(({ id }) => id);
  }

  #announce(taskId: number | null, { queued, skipped, stop }: EnqueueResult): void {
    for (const id of queued) this.#announcer.run("run:queued", id, taskId);
    for (const id of skipped) this.#announcer.run("run:skipped", id, taskId);
    if (stop.length > 0) {
      this.#runner.stop(stop, "stopped").catch((error) =>
        this.#options.logger.error("a run that is to be replaced could not be stopped", {
          fault: error,
          runs: stop,
        })
      );
    }
  }

  async #recover(): Promise<void> {
    const { db, clock, bootId, logger, runTypes } = this.#options;
    await recoverRuns({
      ...{ db, clock, bootId, logger, runTypes },
      signal: this.#closing.signal,
      marks: this.#marks,
      processes: this.#processes,
      markOf: (runId) => this.#markOf(runId),
      adopt: async (run, session, timeLimitMs) => {
        this.#queue.occupy(slotOf(run));
        await this.#runner.adopt(run, session, timeLimitMs);
      },
      settle: (run, ending) => this.#recorder.settled(run, ending),
    });
  }

  async #runAtStart(): Promise<void> {
    const { db, clock, bootId } = this.#options;
    for (const { taskId, result } of await enqueueAtStart(db, { now: clock.now(), bootId })) {
      this.#announce(taskId, result);
    }
  }

  #markOf(runId: number): { variable: string; value: string } {
    return { variable: MARK, value: `${this.#options.installation}:${runId}` };
  }
}
