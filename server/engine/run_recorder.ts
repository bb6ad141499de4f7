// Records the life of a run: the first and last line of its log, and each step in the ledger. Required writes are retried
// until they succeed, or until the panel ends and the exit files on disk tell the next one.
import { closeSync } from "node:fs";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import type { Announcer } from "./announce.ts";
import type { BatchedWrites } from "./batched_writes.ts";
import type { RunTypes } from "./run_types.ts";
import { begin, end, type Ending, noteStop } from "./ledger.ts";
import type { LiveRun } from "./live_run.ts";
import type { LogKeeper } from "./log_keeper.ts";
import { OpenLog } from "./open_log.ts";
import { appendFooter, hasFooter, type LogVoice, writeHeader } from "./run_log.ts";
import type { RunMarks } from "./run_marks.ts";
import type { RunOutput } from "./run_output.ts";
import type { RunRow } from "./store.ts";

const RETRY_WRITE_MS = 1_000;

export interface RecorderOptions {
  runTypes: RunTypes;
  writes: BatchedWrites;
  clock: Clock;
  logger: Logger;
  announcer: Announcer;
  marks: RunMarks;
  keeper: LogKeeper;
  output: RunOutput;
  /** Directory of all logs. */
  logs: string;
  bootId: string;
  voice(): LogVoice;
}

export class RunRecorder {
  readonly #options: RecorderOptions;
  readonly #waits = new Set<() => void>();
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Stops retrying writes. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#waits) cancel();
  }

  /** Creates the log of a run with its first line. Returns the open descriptor for its process. */
  createLog(live: LiveRun, at: number): number {
    const { logs, voice } = this.#options;
    const { log, output } = OpenLog.create(logs, live.run.log_path ?? `run_${live.run.id}.log`);
    live.log = log;
    live.run = { ...live.run, log_path: log.path };
    try {
      writeHeader(log, at, voice());
      return output;
    } catch (error) {
      closeSync(output);
      throw error;
    }
  }

  /** Opens the log of a run that an earlier panel started; null when it cannot be opened. */
  openLog({ id, log_path }: RunRow): OpenLog | null {
    const { logs, logger } = this.#options;
    try {
      return log_path === null ? null : OpenLog.open(logs, log_path);
    } catch (error) {
      logger.warn("the log of a run cannot be opened", { error, run: id });
      return null;
    }
  }

  /** Appends a warning of the panel to a run's log. */
  warning({ log }: LiveRun, text: string): void {
    log?.append(`${text}\n`);
  }

  /** Records the process of a run. */
  async begun(live: LiveRun, session: Session): Promise<void> {
    const { writes, clock, bootId, announcer } = this.#options;
    // A run that an earlier panel started without recording it began some time before.
    const startedAt = live.run.started_at ?? clock.now();
    const begun = {
      pid: session.pid,
      pid_start: session.start,
      boot_id: bootId,
      started_at: startedAt,
      lag_ms: Math.max(0, startedAt - (live.run.due_at ?? live.run.queued_at)),
      log_path: live.run.log_path,
      script_path: live.run.script_path,
      script_version_id: live.run.script_version_id,
    };
    live.run = { ...live.run, ...begun, state: "running" };
    await this.#untilWritten(live.run.id, () => writes.commit((tx) => begin(tx, live.run.id, begun)));
    announcer.run("run:started", live.run.id, live.run.task_id);
  }

  /** Records that live runs are being stopped; retries later if that fails. */
  async stopRequested(runs: readonly RunRow[], outcome: "stopped" | "timed_out"): Promise<void> {
    const [first] = runs;
    if (!first) return;
    const { writes, clock, announcer } = this.#options;
    const stop = { now: clock.now(), outcome };
    const note = () => writes.commit((tx) => noteStop(tx, runs.map(({ id }) => id), stop));
    const announce = () => {
      for (const { id, task_id } of runs) announcer.run("run:stop_requested", id, task_id);
    };
    try {
      await note();
    } catch {
      void this.#untilWritten(first.id, note).then(announce);
    }
    announce();
  }

  /** Records how a run ended, closes its log and does the follow-up work. */
  async ended({ run, log }: LiveRun, ending: Ending): Promise<void> {
    if (log) await this.#footer(run, log, ending);
    log?.close();
    await this.#write(run, ending);
  }

  /** Records the end of a run that was determined after a restart. */
  async settled(run: RunRow, ending: Ending): Promise<void> {
    await this.#options.output.drain(run.id);
    const log = this.openLog(run);
    // The previous panel may have died between writing the last line and the row.
    if (log && !await hasFooter(log).catch(() => false)) await this.#footer(run, log, ending);
    log?.close();
    await this.#write(run, ending);
  }

  async #write(run: RunRow, ending: Ending): Promise<void> {
    const { writes, runTypes, announcer, marks, clock } = this.#options;
    const queued = await this.#untilWritten(
      run.id,
      () =>
        writes.commit(async (tx) =>
          await end(tx, run, ending)
            ? await runTypes.get(run.kind)?.followUp(tx, run, ending.state, clock.now()) ?? null
            : null
        ),
    );
    if (queued === undefined) return;
    marks.remove(run.id);
    announcer.run("run:finished", run.id, run.task_id);
    if (queued !== null) announcer.run("run:queued", queued, run.task_id);
  }

  async #footer(run: RunRow, log: OpenLog, ending: Ending): Promise<void> {
    const { logger, voice, keeper } = this.#options;
    const { state, exitCode, finishedAt: at, durationMs } = ending;
    await keeper.shorten(run, log);
    try {
      appendFooter(log, { state, exitCode, at, durationMs }, voice());
    } catch (error) {
      logger.warn("the last line of a log could not be written", { error, run: run.id });
    }
  }

  // Returns undefined when the panel closed before the write succeeded.
  async #untilWritten<T>(runId: number, write: () => Promise<T>): Promise<T | undefined> {
    let isLogged = false;
    do {
      try {
        return await write();
      } catch (error) {
        if (!isLogged) {
          this.#options.logger.error("cannot write down a run, trying again", { fault: error, run: runId });
        }
        isLogged = true;
        if (!this.#closed) await this.#rest();
      }
    } while (!this.#closed);
  }

  // Waits for the next attempt, or until the panel closes.
  async #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(RETRY_WRITE_MS, resolve);
    const cancel = () => {
      timer.cancel();
      resolve();
    };
    this.#waits.add(cancel);
    await promise;
    this.#waits.delete(cancel);
  }
}
