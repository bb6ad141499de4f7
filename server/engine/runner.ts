// Starts runs, watches them and stops them. Each step is recorded before the next, so the panel may die at any line.
import { closeSync, openSync } from "node:fs";
import { Buffer } from "node:buffer";
import { instantOf } from "../platform/clock.ts";
import { runVariables } from "../platform/run_variables.ts";
import type { MarkedProcesses } from "../platform/process/marked_processes.ts";
import type { Ended } from "../platform/process/posix_spawn.ts";
import { type Session, spawnSession } from "../platform/process/spawn_session.ts";
import { messageOf } from "../platform/error_message.ts";
import type { Base } from "./base.ts";
import { endProcesses } from "./end_processes.ts";
import type { Ending } from "./ledger.ts";
import { LiveRun } from "./live_run.ts";
import type { LogKeeper } from "./logs/log_keeper.ts";
import type { ExitFiles } from "./exit_files.ts";
import { fitVariables } from "./fit_variables.ts";
import { runMessages } from "./run_messages.ts";
import type { RunOutput } from "./logs/run_output.ts";
import type { RunRecorder } from "./run_recorder.ts";
import { type Refusal, RunSpecError } from "./run_spec_error.ts";
import { secretLocked, spawnFailed } from "./start_refusals.ts";
import type { PreparedRun, RunSpec, VariablesOfRun } from "./run_type.ts";
import type { FinalState } from "./states.ts";
import type { RunRow } from "./store.ts";

/** Time between TERM and KILL when a run is stopped, in ms. */
export const STOP_GRACE_MS = 10_000;
/** Exit code of a command that cannot be found, by shell convention (POSIX 2.8.2). */
const NOT_FOUND = 127;

/** Stores the text of the scripts that runs have executed. */
export interface ScriptVersions {
  /**
   * Stores the text of a script that is about to run and returns its version; null when it is too large or cannot be read.
   * Called before every such run, so it should detect unchanged scripts. `path` is relative to the scripts directory;
   * `file` is its path on disk.
   */
  note(path: string, file: string): Promise<number | null>;
}

export interface RunnerOptions extends Pick<Base, "clock" | "logger" | "language"> {
  recorder: RunRecorder;
  exitFiles: ExitFiles;
  keeper: LogKeeper;
  processes: MarkedProcesses;
  output: RunOutput;
  scriptVersions: ScriptVersions;
  /** Returns the environment variable that marks every process of a run among all panels on this machine. */
  markOf(runId: number): { variable: string; value: string };
  /** Secrets of the panel itself, masked in the log of every run. */
  secrets: readonly string[];
  bootId: string;
  graceMs: number;
}

const noVariables: VariablesOfRun = { values: {}, secrets: [], unreadable: [] };

export class Runner {
  readonly #live = new Map<number, LiveRun>();
  #closed = false;

  constructor(private readonly options: RunnerOptions) {}

  /** Starts a claimed run and follows it to its end. Never throws. */
  start(run: RunRow, prepared: PreparedRun): void {
    const live = new LiveRun(run);
    // It was stopped before an earlier panel, or another node, began it, and must not begin now.
    live.stopOutcome = run.stop_outcome;
    this.#live.set(run.id, live);
    void this.#follow(live, () => this.#run(live, prepared));
  }

  /** Takes over a run whose process was found alive after a restart; `timeLimitMs` counts from its start. */
  adopt(run: RunRow, session: Session, timeLimitMs: number | null): void {
    const live = new LiveRun(run);
    this.#live.set(run.id, live);
    live.markStarted(session, null);
    live.log = this.options.recorder.openLog(run);
    if (live.log) this.options.output.adopt(run.id, live.log);
    this.options.keeper.watch(run.id, { log: live.log, leader: session.pid, resumed: true });
    live.started.resolve();
    if (run.state === "starting") this.#recordBegin(live, session);
    this.#armLimit(live, timeLimitMs);
    if (run.stop_outcome) void this.#endProcesses(live, run.stop_outcome);
    void this.#follow(live, () => this.#watch(live, session));
  }

  /**
   * Stops live runs: TERM, grace period, KILL, sweep. Acts before recording: what cannot be recorded now, on a full disk,
   * is recorded later. Resolves once recording was attempted. Returns the runs that were live.
   */
  async stop(ids: readonly number[], outcome: "stopped" | "timed_out"): Promise<number[]> {
    const lives = ids.flatMap((id) => this.#live.get(id) ?? []);
    if (lives.length === 0) return [];
    const fresh = lives.filter(({ stopOutcome }) => stopOutcome === null);
    for (const one of fresh) {
      one.stopOutcome = outcome;
      void this.#endProcesses(one, outcome);
    }
    await this.options.recorder.stopRequested(fresh.map(({ run }) => run), outcome);
    return lives.map(({ run }) => run.id);
  }

  /** Resolves when the run has ended and that is recorded; immediately when it is not live. */
  async ended(runId: number): Promise<void> {
    await this.#live.get(runId)?.done.promise;
  }

  /**
   * Stops tracking all runs without ending them: they continue and are adopted at the next start. Waits for starts in
   * progress: the next panel would take a run without a process for one that never began, and start it again.
   */
  async close(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ started }) => started.promise));
    await Promise.all([...this.#live.values()].map(({ begun }) => begun));
    this.#closed = true;
    for (const live of this.#live.values()) live.letGo();
  }

  // Whatever goes wrong with one run, it ends and its slot is freed.
  async #follow(live: LiveRun, steps: () => Promise<void>): Promise<void> {
    const { logger } = this.options;
    try {
      await steps();
    } catch (error) {
      logger.error("failed to monitor a run", { error, run: live.run.id });
      live.started.resolve();
      if (!this.#live.has(live.run.id)) return;
      live.detail ??= messageOf(error);
      if (live.session) await (live.ending ?? this.#sweep(live, live.session, this.options.graceMs));
      await this.#finish(live, { state: "failed", exitCode: null, signal: null }).catch((error) =>
        logger.error("failed to end a run that could not be monitored", { error, run: live.run.id })
      );
    }
  }

  async #run(live: LiveRun, prepared: PreparedRun): Promise<void> {
    const started = await this.#start(live, prepared);
    live.started.resolve();
    if ("pid" in started) await this.#watch(live, started);
    else await this.#finish(live, started);
  }

  // Returns its process, or its result when none was started.
  async #start(live: LiveRun, prepared: PreparedRun): Promise<Session | Result> {
    const { clock, logger } = this.options;
    const at = clock.now();
    live.run = { ...live.run, started_at: at };
    try {
      const output = prepared.logFolder === null ? openSync("/dev/null", "w") : this.#createLog(live, at);
      const session = await this.#spawn(live, prepared, output);
      return session ?? { state: "failed", exitCode: NOT_FOUND, signal: null };
    } catch (error) {
      logger.error("failed to start a run", { error, run: live.run.id });
      live.detail = messageOf(error);
      return { state: "failed", exitCode: null, signal: null };
    }
  }

  // Returns the open descriptor for its process.
  #createLog(live: LiveRun, at: number): number {
    const { recorder } = this.options;
    const { log, output } = recorder.createLog(live.run);
    live.log = log;
    live.run = { ...live.run, log_path: log.path };
    try {
      recorder.header(log, at);
      return output;
    } catch (error) {
      closeSync(output);
      throw error;
    }
  }

  // Returns null when the run cannot be started; its log says why.
  async #spawn(live: LiveRun, prepared: PreparedRun, log: number): Promise<Session | null> {
    const { variables, spec } = await this.#prepare(live, prepared).catch((error) => {
      closeSync(log);
      throw error;
    });
    if ("code" in spec || live.stopOutcome) {
      closeSync(log);
      if ("code" in spec) this.#refuse(live, spec);
      return null;
    }
    try {
      const { command, args, around, directory } = spec;
      for (const note of spec.notes ?? []) warn(live, note[this.options.language()]);
      const environment = this.#fit(live, this.#withTrigger(live, spec, variables), variables.values);
      const secrets = live.secrets = [...variables.secrets, ...this.options.secrets];
      const output = live.log === null ? log : await this.options.output.open(live.run.id, log, secrets);
      const exitFile = this.options.exitFiles.file(live.run.id);
      // Taken before the start: a short run is over before this panel learns that it started.
      const at = instantOf(this.options.clock);
      const session = await spawnSession({ command, args, around, directory, environment, exitFile, output });
      live.markStarted(session, at);
      this.#begin(live, session, prepared.timeLimitMs);
      return session;
    } catch (error) {
      this.#refuse(live, spawnFailed(messageOf(error)));
      return null;
    }
  }

  async #prepare(
    live: LiveRun,
    prepared: PreparedRun,
  ): Promise<{ variables: VariablesOfRun; spec: RunSpec | Refusal }> {
    const variables = await prepared.variables?.() ?? noVariables;
    if (variables.unreadable.length > 0) return { variables, spec: secretLocked(variables.unreadable) };
    const spec = specOf(prepared, live.run, variables);
    if ("code" in spec) return { variables, spec };
    await this.#noteScript(live, spec);
    const own = await prepared.prepareFolders?.(live.run, variables);
    if (!own) return { variables, spec };
    const environment = { ...spec.environment, ...own.environment };
    return { variables, spec: { ...spec, environment, notes: [...spec.notes ?? [], ...own.notes] } };
  }

  // Written anew by each start; it is removed with the exit file.
  #withTrigger(live: LiveRun, spec: RunSpec, { trigger }: VariablesOfRun): RunSpec {
    if (trigger === undefined) return spec;
    const file = this.options.exitFiles.writeTrigger(live.run.id, Buffer.from(trigger, "base64"));
    return { ...spec, environment: { ...spec.environment, [runVariables.triggerFile]: file } };
  }

  // Variables that do not fit are in a file that the library for scripts reads.
  #fit(live: LiveRun, spec: RunSpec, values: VariablesOfRun["values"]): Record<string, string> {
    const { exitFiles, markOf, language, logger } = this.options;
    const mark = markOf(live.run.id);
    const whole = { ...spec, environment: { ...spec.environment, [mark.variable]: mark.value } };
    const { environment, leftOut } = fitVariables(whole, values, exitFiles.variables(live.run.id));
    try {
      for (const name of leftOut) warn(live, runMessages[language()].noRoom(name));
    } catch (error) {
      logger.warn("failed to write a warning about a missing variable to the log of a run", { error });
    }
    return environment;
  }

  // Records which version of the script runs. A failure does not keep the run from starting.
  async #noteScript(live: LiveRun, { script }: RunSpec): Promise<void> {
    if (script === null) return;
    const { scriptVersions, logger } = this.options;
    live.run = { ...live.run, script_path: script.path };
    try {
      live.run = { ...live.run, script_version_id: await scriptVersions.note(script.path, script.file) };
    } catch (error) {
      logger.warn("failed to save the version of a script", { error, run: live.run.id });
    }
  }

  #refuse(live: LiveRun, refusal: Refusal): void {
    live.detail = refusal.code;
    warn(live, refusal.line[this.options.language()]);
  }

  #begin(live: LiveRun, session: Session, timeLimitMs: number | null): void {
    this.options.keeper.watch(live.run.id, { log: live.log, leader: session.pid, resumed: false });
    this.#recordBegin(live, session);
    this.#armLimit(live, timeLimitMs);
    if (live.stopOutcome) void this.#endProcesses(live, live.stopOutcome);
  }

  #recordBegin(live: LiveRun, session: Session): void {
    const { clock, bootId, recorder, logger } = this.options;
    const { run } = live;
    // A run that an earlier panel started without recording it began some time before.
    const startedAt = run.started_at ?? clock.now();
    live.run = {
      ...run,
      state: "running",
      pid: session.pid,
      boot_id: bootId,
      started_at: startedAt,
      lag_ms: Math.max(0, startedAt - startableAt(run)),
    };
    live.begun = recorder.recordStart(live.run, session).catch((error) =>
      logger.error("failed to record the start of a run", { error, run: run.id })
    );
  }

  #armLimit(live: LiveRun, timeLimitMs: number | null): void {
    if (timeLimitMs === null || timeLimitMs === 0 || live.run.started_at === null) return;
    const { clock } = this.options;
    const left = live.run.started_at + timeLimitMs - clock.now();
    this.#awaitLimit(live, clock.monotonic() + left);
  }

  // Timers cannot wait for months: the timer is set again until the deadline has passed.
  #awaitLimit(live: LiveRun, deadline: number): void {
    if (this.#closed) return;
    const { clock, logger } = this.options;
    live.timer = clock.after(deadline - clock.monotonic(), () => {
      if (clock.monotonic() < deadline) return this.#awaitLimit(live, deadline);
      this.stop([live.run.id], "timed_out").catch((error) =>
        logger.error("failed to stop a run at its time limit", { error, run: live.run.id })
      );
    });
  }

  async #watch(live: LiveRun, session: Session): Promise<void> {
    const ended = await session.ended;
    if (this.#closed) return;
    const left = this.options.exitFiles.exit(live.run.id);
    if (live.ending) await live.ending;
    // A wrapper without an exit code was killed itself: its processes must not stay behind unnoticed.
    else if (left === null) await this.#sweep(live, session, 0);
    await this.#finish(live, outcome(live, ended, left?.code ?? null), left?.at);
  }

  async #endProcesses(live: LiveRun, wanted: "stopped" | "timed_out"): Promise<void> {
    const { session } = live;
    if (!session || live.ending) return;
    live.stopOutcome = wanted;
    live.ending = this.#sweep(live, session, this.options.graceMs);
    await live.ending;
  }

  async #sweep(live: LiveRun, session: Session, graceMs: number): Promise<void> {
    const { clock, processes, markOf, logger } = this.options;
    const { variable, value } = markOf(live.run.id);
    const mark = { environment: `${variable}=${value}`, leader: session.pid };
    try {
      const left = await endProcesses({ mark, graceMs, clock, processes });
      if (left > 0) {
        logger.error("processes of a run are still alive after it was stopped", {
          run: live.run.id,
          processes: left,
        });
      }
    } catch (error) {
      logger.error("failed to end the processes of a run", { error, run: live.run.id });
    }
  }

  async #finish(live: LiveRun, result: Result, leftAt?: number): Promise<void> {
    const { clock, recorder, keeper, output } = this.options;
    await output.drain(live.run.id);
    if (this.#closed) return;
    const { finishedAt, durationMs } = live.end(instantOf(clock), leftAt ?? null);
    // Stopped before it had a process.
    const unborn = live.stopOutcome !== null && live.session === null;
    const final = unborn ? { state: live.stopOutcome ?? "stopped", exitCode: null, signal: null } : result;
    try {
      const peakMemoryBytes = await keeper.finish(live.run.id);
      const { run, log, secrets, detail } = live;
      const ending = { ...final, finishedAt, durationMs, detail, peakMemoryBytes };
      await recorder.ended(run, log, ending, secrets);
    } finally {
      live.timer?.cancel();
      this.#live.delete(live.run.id);
      live.done.resolve();
    }
  }
}

type Result = Pick<Ending, "exitCode" | "signal"> & { state: FinalState };

function outcome(live: LiveRun, ended: Ended, left: number | null): Result {
  const exitCode = left ?? ended.code;
  if (live.stopOutcome) return { state: live.stopOutcome, exitCode, signal: ended.signal };
  if (exitCode === 0) return { state: "succeeded", exitCode, signal: null };
  // Nobody saw it end and it left no exit code: the machine stopped, or someone killed it.
  if (exitCode === null && ended.signal === null) return { state: "interrupted", exitCode, signal: null };
  return { state: "failed", exitCode, signal: ended.signal };
}

/** Returns when a run could have started (ms): it was due, no window held it any more, and it was approved. */
function startableAt({ due_at, queued_at, held_until, approval_at }: RunRow): number {
  return Math.max(due_at ?? queued_at, held_until ?? 0, approval_at ?? 0);
}

function specOf(prepared: PreparedRun, run: RunRow, { values }: VariablesOfRun): RunSpec | Refusal {
  try {
    return prepared.spec(run, values);
  } catch (error) {
    if (error instanceof RunSpecError) return error.refusal;
    throw error;
  }
}

function warn({ log }: LiveRun, text: string): void {
  log?.append(`${text}\n`);
}
