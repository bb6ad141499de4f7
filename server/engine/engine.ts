// Composes everything that runs. It goes one way: planner → ledger → queue → runner → recorder → bus. The engine itself adds
// the operations that callers may request of it.
import { runVariables } from "../platform/run_variables.ts";
import { AppError } from "../contract/app_error.ts";
import type { RunCause } from "../contract/runs.ts";
import { guardedClock } from "../platform/clock.ts";
import { MarkedProcesses } from "../platform/process/marked_processes.ts";
import { BatchedWrites } from "./batched_writes.ts";
import type { Distribution, LocalRuns } from "./distribution.ts";
import type { EngineOptions } from "./engine_options.ts";
import { enqueueOnDemand, type EnqueueRequest, type EnqueueResult, type OpenNodes } from "./enqueue.ts";
import { insertQueued, listActive, type QueuedRun } from "./ledger.ts";
import type { OtherRun } from "./source.ts";
import { droppedBy, followEnded, type FollowEndedContext } from "./follow_ended.ts";
import { loseRuns } from "./lose_runs.ts";
import { LogKeeper } from "./logs/log_keeper.ts";
import { Planner } from "./planner.ts";
import { Queue } from "./queue.ts";
import { recoverRuns, type Recovery, settleRuns } from "./recovery.ts";
import { logPathOf } from "./logs/run_log.ts";
import { ExitFiles } from "./exit_files.ts";
import { RunOutput } from "./logs/run_output.ts";
import { RunAnnouncer, RunRecorder } from "./run_recorder.ts";
import { type FlowStop, RunStops } from "./run_stops.ts";
import type { FollowingRuns } from "./run_type.ts";
import { Runner, STOP_GRACE_MS } from "./runner.ts";
import { SingleMachine } from "./single_machine.ts";
import { enqueueAtStart } from "./start_runs.ts";
import { isPending } from "./states.ts";
import { type SourceKey, sourceOf, type Tx } from "./store.ts";

/** Environment variable that marks every process of a run; its value names the installation and the run. */
const MARK = runVariables.mark;

/** A run on demand of a source. */
export type RunOnDemand = Pick<EnqueueRequest, "source" | "cause" | "requestJson">;

export class Engine {
  readonly #options: EngineOptions;
  readonly #exitFiles: ExitFiles;
  readonly #processes: MarkedProcesses;
  readonly #keeper: LogKeeper;
  readonly #recorder: RunRecorder;
  readonly #runner: Runner;
  readonly #queue: Queue;
  readonly #planner: Planner;
  readonly #stops: RunStops;
  readonly #distribution: Distribution;
  readonly #publisher: RunAnnouncer;
  readonly #writes: BatchedWrites;
  readonly #closing = new AbortController();

  constructor(given: EngineOptions) {
    const { db, logger, bus, bootId, runTypes, planSources, language, zone, hasRoom, zoneRules } = given;
    // A timer that throws would end the panel, and the exit codes of all runs would be lost.
    const clock = guardedClock(
      given.clock,
      (error) => logger.error("a timer of the engine failed", { error }),
    );
    const options = { ...given, clock };
    this.#options = options;
    const base = { db, clock, logger, bus, zone, language };
    const { logs, maskerHost, environment, scriptVersions, graceMs = STOP_GRACE_MS } = options;
    const publisher = this.#publisher = new RunAnnouncer({ bus, clock, runTypes });
    const exitFiles = this.#exitFiles = new ExitFiles(options.exitFiles);
    const processes = this.#processes = new MarkedProcesses(clock, MARK);
    const markOf = (runId: number) => this.#markOf(runId);
    const nameOf = (runId: number) => markOf(runId).value;
    const { signal } = this.#closing;
    const output = new RunOutput({ ...base, exitFiles, maskerHost, environment, nameOf, signal });
    const keeper = this.#keeper = new LogKeeper({
      ...base,
      maxBytes: options.logMaxBytes,
      isHeld: async ({ id, pid }) =>
        await output.isOpen(id) ||
        (await processes.find({ environment: `${MARK}=${nameOf(id)}`, leader: pid })).length > 0,
    });
    const writes = this.#writes = new BatchedWrites(db);
    const recorder = this.#recorder = new RunRecorder({
      ...base,
      openNodes: { listOpenNodes: (tx, pool) => this.#distribution.listOpenNodes(tx, pool) },
      onFollowing: (following) => this.follow(following),
      runTypes,
      writes,
      // SQLite has one order for all, so that sharing a commit is faster.
      conditionalWrites: options.distribution ? new BatchedWrites(db, { ordered: false }) : writes,
      publisher,
      exitFiles,
      keeper,
      output,
      sink: options.logSink,
      logs,
      voice: () => ({ language: language(), zone: zone() }),
    });
    this.#runner = new Runner({
      ...base,
      recorder,
      exitFiles,
      keeper,
      processes,
      output,
      scriptVersions,
      markOf,
      secrets: options.secrets,
      bootId,
      graceMs,
    });
    const distribution = this.#distribution = options.distribution ?? new SingleMachine({ writes, bootId });
    const placer = distribution.placer(this.#localRuns());
    const followEnded: Engine["followEnded"] = (tx, ids, now) => this.followEnded(tx, ids, now);
    const queue = this.#queue = new Queue({
      ...base,
      runTypes,
      hasRoom,
      limit: options.concurrency,
      logPath: ({ logFolder }) => logFolder === null ? null : logPathOf(logFolder, clock.now(), zone()),
      placer,
      openings: (slots) => distribution.openings(slots),
      publisher,
      followEnded,
    });
    this.#planner = new Planner({
      ...{ ...base, planSources, hasRoom, zoneRules, distribution, queue, followEnded },
    });
    this.#stops = new RunStops({
      ...{ ...base, planSources },
      publisher,
      followEnded,
      onFollowing: (following) => this.follow(following),
      runner: placer,
      signal,
    });
  }

  #localRuns(): LocalRuns {
    const runner = this.#runner;
    return {
      start: (run, prepared) => {
        this.#options.beforeRun();
        runner.start(run, prepared);
      },
      adopt: (run, session, timeLimitMs) => runner.adopt(run, session, timeLimitMs),
      recover: (runs) => settleRuns(runs, this.#recovery()),
      stop: (ids, outcome) => runner.stop(ids, outcome),
      ended: (runId) => runner.ended(runId),
    };
  }

  #recovery(): Recovery {
    const { db, clock, bootId, logger, runTypes } = this.#options;
    return {
      db,
      clock,
      bootId,
      logger,
      runTypes,
      signal: this.#closing.signal,
      exitFiles: this.#exitFiles,
      processes: this.#processes,
      markOf: (runId) => this.#markOf(runId),
      nodeId: this.#distribution.nodeId,
      runner: this.#runner,
      recorder: this.#recorder,
    };
  }

  /** Adopts the runs of the previous panel, then starts planning and running where this panel decides. */
  async start(): Promise<void> {
    await recoverRuns(this.#recovery());
    await this.#distribution.open({
      begin: (isFirst) => this.#begin(isFirst),
      end: () => this.#end(),
      planChanged: (source, nextDueAt) => this.#planner.watch(source, nextDueAt),
      comparePlan: () => this.#planner.compare(),
      wake: () => this.#queue.wake(),
      released: (runId) => this.#queue.released(runId),
      lose: (nodeId) => this.loseRuns(nodeId),
    });
  }

  // Runs of the panel's start are enqueued once, however many panels there are.
  async #begin(isFirst: boolean): Promise<void> {
    const { db, clock, bootId, runTypes, startsRuns } = this.#options;
    await this.#queue.holdLive();
    for (const type of runTypes.all) {
      // A restore or another version of the panel may have left them.
      await this.#stops.cancelQueued(await type.listStopped?.(db) ?? []);
    }
    const start = { distribution: this.#distribution, runTypes, now: clock.now(), bootId };
    for (const { source, result } of isFirst ? await enqueueAtStart(db, start) : []) {
      this.#queue.enqueued(source, result);
    }
    if (startsRuns) this.#queue.open();
    await this.#planner.start();
  }

  // Both stop at once, also when the database does not answer what they still ask.
  async #end(): Promise<void> {
    await Promise.all([this.#planner.stop(), this.#queue.close()]);
  }

  /** Stops planning and starting runs. Running processes continue and are adopted by the next panel. */
  async close(): Promise<void> {
    await this.#distribution.close();
    this.#closing.abort();
    this.#recorder.close();
    await this.#runner.close();
    await this.#keeper.close();
  }

  /** This node; null on a single machine. */
  get nodeId(): number | null {
    return this.#distribution.nodeId;
  }

  /** Number of live runs that this panel knows of: all, while it decides what starts. */
  get live(): number {
    return this.#queue.live;
  }

  /**
   * Enqueues a run of a source on demand; `read` returns it as it is in the same transaction. Returns null when the overlap
   * rule of the source does not allow it. Throws `not_found` when there is no such source.
   */
  async enqueue(
    { column, id }: SourceKey,
    read: (tx: Tx) => Promise<RunOnDemand | null>,
  ): Promise<number | null> {
    const { clock } = this.#options;
    const enqueued = await this.#writes.commitInTwo(async (tx) => {
      const run = await read(tx);
      if (run === null) return undefined;
      // What only a panel can run is run by the one that was asked.
      const targetNode = run.source.placement ? null : this.#distribution.nodeId;
      const result = await enqueueOnDemand(tx, this.#distribution, { ...run, now: clock.now(), targetNode });
      return result && [{ source: run.source, result }];
    }, async (tx, started) => {
      if (!started) return started;
      const dropped = droppedBy(started.map(({ result }) => result));
      return [...started, ...await this.followEnded(tx, dropped, clock.now())];
    }, `${column} ${id}`);
    if (enqueued === undefined) throw new AppError("not_found");
    const [runId] = enqueued?.[0]?.result.queued ?? [];
    if (!enqueued || runId === undefined) return null;
    this.follow(enqueued);
    return runId;
  }

  /** Enqueues a run without a source; `alongside` is written in the same transaction. Returns the run ID. */
  async enqueueOther(
    run: Omit<QueuedRun, "source" | "now"> & { source: OtherRun },
    alongside: (tx: Tx, runId: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<number> {
    const { db, clock } = this.#options;
    const id = await db.transaction().execute(async (tx) => {
      const id = await insertQueued(tx, { ...run, now: clock.now(), targetNode: this.#distribution.nodeId });
      if (id === null) throw new Error("a run without a due time was not added to the queue");
      await alongside(tx, id);
      return id;
    });
    this.enqueued(id, null);
    return id;
  }

  /** Publishes a run that a caller has enqueued in a transaction of its own, and starts it as soon as a slot is free. */
  enqueued(runId: number, source: SourceKey | null): void {
    this.#queue.enqueued(source, { queued: [runId], skipped: [], stop: [] });
    this.#distribution.wake();
  }

  /** Publishes a run that was approved, and starts it as soon as a slot is free. */
  approved(runId: number, source: SourceKey): void {
    this.#publisher.publish("run:approved", runId, source);
    this.#distribution.wake();
  }

  /** Stops one run. Throws `not_found`, or `run_not_active` when it has ended. */
  async stopRun(runId: number): Promise<void> {
    const run = await this.#options.db.selectFrom("run").selectAll().where("id", "=", runId)
      .executeTakeFirst();
    if (!run) throw new AppError("not_found");
    if (!await this.#stops.stop([runId], sourceOf(run))) throw new AppError("run_not_active");
  }

  /** Stops all runs of a flow run, in which nothing starts any more. Resolves once they have ended, or after 5 s. */
  async stopFlow(flow: FlowStop): Promise<void> {
    await this.#stops.stopFlow(flow);
  }

  /** Stops all runs of a source and removes its queued runs. Returns false when there is nothing to stop. */
  async stop(source: SourceKey): Promise<boolean> {
    const active = await listActive(this.#options.db, source);
    return await this.#stops.stop(active.map(({ id }) => id), source);
  }

  /** Replans a source after it was created, changed, enabled or disabled; null when it is no longer due. */
  plan(source: SourceKey, nextDueAt: number | null): void {
    this.#distribution.planChanged(source, nextDueAt);
    this.#distribution.wake();
  }

  /** Starts what can start: something that is not a change of a source may allow it. */
  wake(): void {
    this.#distribution.wake();
  }

  /** Decides how many runs a source gets that each node of its pool runs. */
  get openNodes(): OpenNodes {
    return this.#distribution;
  }

  /** Publishes what a caller has decided in a transaction of its own, and plans the source by its next due time. */
  decided(source: SourceKey, nextDueAt: number | null, results: readonly EnqueueResult[]): void {
    for (const result of results) this.#queue.enqueued(source, result);
    this.plan(source, nextDueAt);
  }

  /** Publishes what follows the end of runs, and starts it as soon as slots are free. */
  follow(following: readonly FollowingRuns[]): void {
    for (const { source, result } of following) this.#queue.enqueued(source, result);
    if (following.length > 0) this.#distribution.wake();
  }

  /** Enqueues what follows runs that ended without having run, in the transaction that ends them. */
  async followEnded(tx: Tx, ids: readonly number[], now: number): Promise<FollowingRuns[]> {
    return await followEnded(tx, ids, this.#following(now));
  }

  #following(now: number): FollowEndedContext {
    return { runTypes: this.#options.runTypes, openNodes: this.#distribution, now };
  }

  /** Removes the scheduled runs of a disabled source from the queue. Runs requested on demand stay. */
  async dropScheduled(source: SourceKey): Promise<void> {
    const demanded: readonly RunCause[] = ["person", "application", "webhook"];
    const scheduled = (await listActive(this.#options.db, source))
      .filter(({ state, cause }) => isPending(state) && !demanded.includes(cause));
    await this.#stops.skip(scheduled.map(({ id }) => id), source, "disabled");
  }

  /** Removes the queued runs of a source that is about to be deleted and stops its live runs. Resolves once all have ended. */
  async clear(source: SourceKey): Promise<void> {
    this.#distribution.planChanged(source, null);
    await this.#stops.clear(source);
  }

  /** Does the same for a source that was deleted, and may be restored. Throws the reason of the signal once that is aborted. */
  async clearDeleted(source: SourceKey, signal: AbortSignal): Promise<void> {
    await this.#stops.clearDeleted(source, { signal });
  }

  /** Does the same for a source that is deleted in a transaction; what takes its time is done by the returned function, after the commit. */
  async clearOnCommit(tx: Tx, source: SourceKey): Promise<() => Promise<void>> {
    const clear = await this.#stops.clearOnCommit(tx, source);
    return async () => {
      this.#distribution.planChanged(source, null);
      await clear();
    };
  }

  /**
   * Records that the live runs of a node are lost, and retries those that ask for it. With `remove`, which deletes the node
   * in the same transaction, runs that only this node may run are skipped.
   */
  async loseRuns(nodeId: number, remove?: (tx: Tx) => Promise<void>): Promise<void> {
    const { db, clock } = this.#options;
    const to = this.#following(clock.now());
    const { lost, skipped, following } = await db.transaction().execute((tx) =>
      loseRuns(tx, { nodeId, remove }, to)
    );
    for (const { id, source } of skipped) this.#publisher.publish("run:skipped", id, source);
    for (const { id, source, retry } of lost) {
      this.#publisher.publish("run:finished", id, source);
      if (retry !== null) this.enqueued(retry, source);
    }
    this.follow(following);
  }

  /** Sets the maximum number of live runs; takes effect immediately. */
  resize(concurrency: number): void {
    this.#queue.resize(concurrency);
  }

  /** Replans what has no time zone of its own after the panel's time zone changed. */
  async zoneChanged(): Promise<void> {
    await this.#planner.zoneChanged();
  }

  /** Computes all due times anew after the rules of time zones changed. */
  async zoneRulesChanged(): Promise<void> {
    await this.#planner.zoneRulesChanged();
  }

  #markOf(runId: number): { variable: string; value: string } {
    return { variable: MARK, value: `${this.#options.installation}:${runId}` };
  }
}
