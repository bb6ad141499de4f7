// Records the life of a run: the first and last line of its log, and each step in the ledger. Required writes are retried
// until they succeed, or until the panel ends and the exit files on disk tell the next one.
import type { EventType } from "../contract/events.ts";
import type { Retry } from "../contract/tasks.ts";
import { type Clock, sleep } from "../platform/clock.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import { isoTime } from "../platform/iso_time.ts";
import type { Base } from "./base.ts";
import type { BatchedWrites } from "./batched_writes.ts";
import type { Bus } from "./bus.ts";
import type { OpenNodes } from "./enqueue.ts";
import { begin, end, type Ending, insertQueued, noteStop, startOf } from "./ledger.ts";
import { flowOf } from "./flow_member.ts";
import type { LogKeeper } from "./logs/log_keeper.ts";
import type { LogSink } from "./logs/log_sink.ts";
import { OpenLog } from "./logs/open_log.ts";
import { appendFooter, hasFooter, type LogVoice, writeHeader } from "./logs/run_log.ts";
import type { ExitFiles } from "./exit_files.ts";
import type { RunOutput } from "./logs/run_output.ts";
import type { FollowingRuns, RunOutputs, RunType, RunTypes } from "./run_type.ts";
import type { FinalState } from "./states.ts";
import { type RunRow, type SourceKey, sourceOf, type Tx } from "./store.ts";

const RETRY_WRITE_MS = 1_000;

export interface RecorderOptions extends Pick<Base, "db" | "clock" | "logger"> {
  runTypes: RunTypes;
  writes: BatchedWrites;
  /** For writes that are safe by themselves. */
  conditionalWrites: BatchedWrites;
  publisher: RunAnnouncer;
  exitFiles: ExitFiles;
  keeper: LogKeeper;
  output: RunOutput;
  sink: LogSink;
  openNodes: OpenNodes;
  /** Gets what follows a run once its end is committed. */
  onFollowing(following: readonly FollowingRuns[]): void;
  /** Directory of all logs. */
  logs: string;
  voice(): LogVoice;
}

export class RunRecorder {
  /** Runs whose end is being recorded. */
  readonly #ending = new Set<number>();
  readonly #closing = new AbortController();

  constructor(private readonly options: RecorderOptions) {}

  /** Stops retrying writes. */
  close(): void {
    this.#closing.abort();
  }

  /** Creates the log of a run. The caller closes `output`, the descriptor for its process. */
  createLog(run: RunRow): { log: OpenLog; output: number } {
    const { logs, sink } = this.options;
    const created = OpenLog.create(logs, sink.pathFor(run));
    sink.started({ ...run, log_path: created.log.path }, created.log, { resumed: false });
    return created;
  }

  /** Writes the first line of a log. */
  header(log: OpenLog, at: number): void {
    writeHeader(log, at, this.options.voice());
  }

  /** Opens the log of a run that an earlier panel started; null when it cannot be opened. */
  openLog(run: RunRow): OpenLog | null {
    const { logs, logger, sink } = this.options;
    if (run.log_path === null) return null;
    try {
      const log = OpenLog.open(logs, run.log_path);
      sink.started(run, log, { resumed: true });
      return log;
    } catch (error) {
      logger.warn("failed to open the log of a run", { error, run: run.id });
      return null;
    }
  }

  /** Records the process of a run, unless it ends meanwhile: its end is recorded then. */
  async recordStart(run: RunRow, session: Session): Promise<void> {
    const { conditionalWrites, publisher } = this.options;
    const isStarted = await this.#untilWritten(run.id, () =>
      conditionalWrites.commitSoon(async (tx) => {
        if (this.#ending.has(run.id)) return true;
        return await begin(tx, run, {
          ...startOf(run),
          boot_id: run.boot_id,
          pid_start: session.startTime(),
        });
      }));
    if (isStarted) publisher.publish("run:started", run.id, sourceOf(run));
  }

  /** Records that live runs are being stopped; retries later if that fails. */
  async stopRequested(runs: readonly RunRow[], outcome: "stopped" | "timed_out"): Promise<void> {
    const [first] = runs;
    if (!first) return;
    const { writes, clock, publisher } = this.options;
    const stop = { now: clock.now(), outcome };
    const note = () => writes.commit((tx) => noteStop(tx, runs.map(({ id }) => id), stop));
    const announce = (noted: readonly number[] = []) => {
      for (const run of runs) {
        if (noted.includes(run.id)) publisher.publish("run:stop_requested", run.id, sourceOf(run));
      }
    };
    try {
      announce(await note());
    } catch {
      void this.#untilWritten(first.id, note).then(announce);
      announce(runs.map(({ id }) => id));
    }
  }

  /**
   * Records how a run ended and what it leaves for those after it, closes its log and enqueues its retry. `secrets` are those it knew;
   * null when an earlier panel started it.
   */
  async ended(
    run: RunRow,
    log: OpenLog | null,
    ending: Ending,
    secrets: readonly string[] | null,
  ): Promise<void> {
    const outputs = await this.#collect(run, secrets);
    if (log) await this.#footer(run, log, { ending, outputs });
    await this.#close(run, log);
    await this.#write(run, ending, outputs);
  }

  /** Records the end of a run that was determined after a restart. */
  async settled(run: RunRow, ending: Ending): Promise<void> {
    const { output } = this.options;
    const log = this.openLog(run);
    if (log) output.adopt(run.id, log);
    await output.drain(run.id);
    const outputs = await this.#collect(run, null);
    // The previous panel may have died between writing the last line and the row.
    if (log && !await hasFooter(log).catch(() => false)) await this.#footer(run, log, { ending, outputs });
    await this.#close(run, log);
    await this.#write(run, ending, outputs);
  }

  // What cannot be read does not keep the end of the run from being recorded.
  async #collect(run: RunRow, secrets: readonly string[] | null): Promise<RunOutputs | null> {
    const { db, runTypes, logger } = this.options;
    try {
      return await runTypes.get(run.kind)?.collect?.(db, run, secrets) ?? null;
    } catch (error) {
      logger.error("failed to read the outputs of a run", { error, run: run.id });
      return null;
    }
  }

  // Before the end is recorded: whoever learns of it can then read the whole log, on any node.
  async #close(run: RunRow, log: OpenLog | null): Promise<void> {
    if (!log) return;
    log.close();
    await this.options.sink.ended(run);
  }

  async #write(run: RunRow, known: Ending, outputs: RunOutputs | null): Promise<void> {
    const ending = { ...known, detail: known.detail ?? outputs?.problem?.code ?? null };
    const { writes, runTypes, publisher, exitFiles, clock } = this.options;
    const type = runTypes.get(run.kind);
    this.#ending.add(run.id);
    const written = await this.#untilWritten(run.id, () =>
      writes.commitInTwo(async (tx) => {
        if (!await end(tx, run, ending)) return "taken_away";
        await outputs?.store(tx);
        await type?.ended?.(tx, run, ending);
        return { retry: await enqueueRetry(tx, run, { type, state: ending.state, now: clock.now() }) };
      }, async (tx, ended) => {
        if (ended === "taken_away") return ended;
        if (ended.retry !== null) return { ...ended, following: [] };
        // What starts after several runs is decided once each of them has ended, or is tried again.
        const to = { openNodes: this.options.openNodes, now: clock.now() };
        const following = await type?.follow?.(tx, { ...run, state: ending.state }, to);
        return { ...ended, following: following ?? [] };
      }));
    this.#ending.delete(run.id);
    if (written === undefined) return;
    exitFiles.remove(run.id);
    await outputs?.release().catch((error) =>
      this.options.logger.warn("failed to remove the outputs of a run that are stored", {
        error,
        run: run.id,
      })
    );
    // Another node has recorded its end, and told everyone.
    if (written === "taken_away") return;
    const { retry, following } = written;
    const source = sourceOf(run);
    publisher.publish("run:finished", run.id, source);
    if (retry !== null) publisher.publish("run:queued", retry, source);
    this.options.onFollowing(following);
  }

  async #footer(
    run: RunRow,
    log: OpenLog,
    { ending, outputs }: { ending: Ending; outputs: RunOutputs | null },
  ): Promise<void> {
    const { logger, voice, keeper } = this.options;
    const { state, exitCode, finishedAt: at, durationMs } = ending;
    await keeper.shorten(run, log);
    try {
      if (outputs?.problem) log.append(`\n${outputs.problem.line[voice().language]}\n`);
      appendFooter(log, { state, exitCode, at, durationMs }, voice());
    } catch (error) {
      logger.warn("failed to write the last line of a log", { error, run: run.id });
    }
  }

  // Returns undefined when the panel closed before the write succeeded.
  async #untilWritten<T>(runId: number, write: () => Promise<T>): Promise<T | undefined> {
    const { clock, logger } = this.options;
    const { signal } = this.#closing;
    let isLogged = false;
    do {
      try {
        return await write();
      } catch (error) {
        if (!isLogged) {
          logger.error("failed to save the state of a run; retrying", { error, run: runId });
        }
        isLogged = true;
        await sleep(clock, RETRY_WRITE_MS, signal);
      }
    } while (!signal.aborted);
  }
}

/** Publishes changes of runs once they have been committed. */
export class RunAnnouncer {
  constructor(private readonly options: { bus: Bus; clock: Clock; runTypes: RunTypes }) {}

  /** Publishes a change of a run, and the resulting state change of its source. */
  publish(type: EventType & `run:${string}`, id: number, source: SourceKey | null): void {
    const at = isoTime(this.options.clock.now());
    const events = source && this.options.runTypes.sourceType(source.column)?.events?.(source.id);
    this.options.bus.publish({ topic: "runs", type, id, version: 0, at, ...events?.ofRun });
    if (source && events) this.options.bus.publish({ ...events.ofSource, id: source.id, version: 0, at });
  }
}

const MAX_DELAY_MS = 24 * 3_600_000;
const RETRIED: readonly FinalState[] = ["failed", "timed_out", "interrupted", "lost"];

/** Enqueues the next attempt of a failed run if its source asks for one. Returns the ID of the new run, or null. */
export async function enqueueRetry(
  tx: Tx,
  run: RunRow,
  { type, state, now }: { type: Pick<RunType, "retryRule"> | undefined; state: FinalState; now: number },
): Promise<number | null> {
  if (!RETRIED.includes(state)) return null;
  const rule = await type?.retryRule?.(tx, run) ?? null;
  if (rule === null || run.attempt > rule.retry.times) return null;
  // It may still be running where nobody can see it: only the task can know whether running twice is harmless.
  if (state === "lost" && !rule.retry.onLost) return null;
  const startAfter = now + retryDelayMs(rule.retry, run.attempt);
  const held = rule.heldAt?.(startAfter) ?? null;
  return await insertQueued(tx, {
    source: rule.source,
    cause: "retry",
    now,
    startAfter: held?.startAt ?? startAfter,
    ...held && { held },
    targetNode: run.target_node,
    attempt: run.attempt + 1,
    retryOf: run.id,
    requestJson: run.request_json,
    triggerJson: run.trigger_json,
    flow: flowOf(run),
    item: run.item === null ? null : { index: run.item, value: run.item_value ?? "" },
  });
}

/** Returns the delay in ms after a failed attempt (the first is 1): constant or doubling, at most one day. */
export function retryDelayMs({ delayMs, backoff }: Retry, attempt: number): number {
  const factor = backoff === "exponential" ? 2 ** (attempt - 1) : 1;
  return Math.min(MAX_DELAY_MS, delayMs * factor);
}
