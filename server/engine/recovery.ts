// Determines after a start what became of the runs that were live when the previous panel ended. Each is adopted, settled
// by its exit file, returned to the queue because it never began, or recorded as interrupted.
import type { Clock } from "../platform/clock.ts";
import type { MarkedProcesses } from "../platform/process/marked_processes.ts";
import { isSameProcess } from "../platform/process/process_table.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import { watchEnd } from "../platform/process/watch_end.ts";
import type { Base } from "./base.ts";
import { endProcesses } from "./end_processes.ts";
import type { LocalRuns } from "./distribution.ts";
import { type Ending, requeue } from "./ledger.ts";
import type { ExitFiles, LeftExit } from "./exit_files.ts";
import type { RunRecorder } from "./run_recorder.ts";
import type { RunTypes } from "./run_type.ts";
import { liveStates } from "./states.ts";
import type { RunRow } from "./store.ts";

export type Found =
  | { kind: "alive"; session: Session }
  | { kind: "never_began" }
  | { kind: "ended"; ending: Ending };

export interface RecoveryOptions {
  clock: Clock;
  exitFiles: ExitFiles;
  processes: MarkedProcesses;
  bootId: string;
  markOf(runId: number): { variable: string; value: string };
  /** Stops watching the processes that were found alive. */
  signal: AbortSignal;
}

export interface Recovery extends RecoveryOptions, Pick<Base, "db" | "logger"> {
  runTypes: RunTypes;
  /** The node whose runs are recovered; null on a single machine. */
  nodeId: number | null;
  /** Takes over the runs that are alive. */
  runner: Pick<LocalRuns, "adopt">;
  /** Records how the others ended. */
  recorder: Pick<RunRecorder, "settled">;
}

/** Recovers the runs of every type that were live in the previous panel. */
export async function recoverRuns(recovery: Recovery): Promise<void> {
  const { db, nodeId } = recovery;
  if (nodeId !== null) await takeOver(recovery, nodeId);
  let live = db.selectFrom("run").selectAll().where("finished_at", "is", null)
    .where("state", "in", liveStates);
  if (nodeId !== null) {
    // Without a boot, it was assigned to this node, which has not taken it yet.
    live = live.where("node_id", "=", nodeId).where("boot_id", "is not", null);
  }
  const runs = await live.execute();
  if (nodeId !== null) await endTakenAway(runs, recovery);
  else removeLeft(runs, recovery);
  await settleRuns(runs, recovery);
}

/**
 * Determines what became of runs that the ledger lists as live here and that nothing follows. Returns those that are alive; they
 * are followed from now on.
 */
export async function settleRuns(runs: readonly RunRow[], recovery: Recovery): Promise<number[]> {
  const { db, clock, logger, runTypes, recorder } = recovery;
  const prepared = await runTypes.prepare(db, runs);
  const adopted: number[] = [];
  for (const run of runs) {
    try {
      const found = await recoverRun(run, prepared.get(run.id)?.timeLimitMs ?? null, recovery);
      if (found === "alive") adopted.push(run.id);
    } catch (error) {
      // One run that cannot be parsed must not keep the panel from starting.
      logger.error("failed to recover a run", { error, run: run.id });
      await recorder.settled(run, interrupted(run, clock.now()));
    }
  }
  return adopted;
}

// Runs of the time when this was the only machine.
async function takeOver({ db, exitFiles }: Recovery, nodeId: number): Promise<void> {
  const ids = exitFiles.list();
  if (ids.length === 0) return;
  await db.updateTable("run").set({ node_id: nodeId }).where("id", "in", ids).where("node_id", "is", null)
    .where("finished_at", "is", null).where("state", "in", liveStates).where("boot_id", "is not", null)
    .execute();
}

// The previous panel was killed after it had recorded their ends. Among the files are secrets and what deliveries contained.
function removeLeft(runs: readonly RunRow[], { exitFiles }: Recovery): void {
  const live = new Set(runs.map(({ id }) => id));
  for (const id of exitFiles.list()) if (!live.has(id)) exitFiles.removeAll(id);
}

// While this node was silent, its runs were lost, and may run elsewhere by now.
async function endTakenAway(runs: readonly RunRow[], recovery: Recovery): Promise<void> {
  const { exitFiles, processes, clock, logger, markOf } = recovery;
  const own = new Set(runs.map(({ id }) => id));
  for (const id of exitFiles.list()) {
    if (own.has(id)) continue;
    const { variable, value } = markOf(id);
    const mark = { environment: `${variable}=${value}`, leader: null };
    logger.warn("ending what is left of a run that was taken away from this node", { run: id });
    await endProcesses({ mark, graceMs: 0, clock, processes });
    exitFiles.removeAll(id);
  }
}

async function recoverRun(
  run: RunRow,
  timeLimitMs: number | null,
  recovery: Recovery,
): Promise<Found["kind"]> {
  const { db, logger, runner, recorder } = recovery;
  const found = await findRun(run, recovery);
  logger.info("found a run that was started before the restart", { run: run.id, found: found.kind });
  if (found.kind === "alive") runner.adopt(run, found.session, timeLimitMs);
  else if (found.kind === "ended") await recorder.settled(run, found.ending);
  else await db.transaction().execute((tx) => requeue(tx, run));
  return found.kind;
}

/** Determines what became of a run that the ledger lists as starting or running. */
export async function findRun(run: RunRow, options: RecoveryOptions): Promise<Found> {
  const { exitFiles, bootId, clock } = options;
  const left = exitFiles.exit(run.id);
  if (left) return { kind: "ended", ending: endingOf(run, left, clock.now()) };
  const sameBoot = run.boot_id === bootId;
  const session = sameBoot ? await findSession(run, options) : null;
  if (session) return { kind: "alive", session };
  // It may have ended between the two checks.
  const late = exitFiles.exit(run.id);
  if (late) return { kind: "ended", ending: endingOf(run, late, clock.now()) };
  if (run.state === "starting" && sameBoot && !exitFiles.hasStarted(run.id)) return { kind: "never_began" };
  await endLeftovers(run, options);
  return { kind: "ended", ending: interrupted(run, options.clock.now()) };
}

async function findSession(run: RunRow, options: RecoveryOptions): Promise<Session | null> {
  // The PID alone may belong to another process by now.
  if (run.pid !== null && run.pid_start !== null) {
    return isSameProcess(run.pid, run.pid_start) ? sessionOf(run.pid, run.pid_start, options) : null;
  }
  // The panel died between spawning the process and recording its PID: the run's mark in the environment identifies it.
  const found = await options.processes.find({ environment: environmentOf(run, options), leader: null });
  const leader = found.find(({ pid, session }) => pid === session);
  return leader ? sessionOf(leader.pid, leader.start, options) : null;
}

function sessionOf(pid: number, start: string | null, { clock, signal }: RecoveryOptions): Session {
  return { pid, startTime: () => start, ended: watchEnd(pid, start, clock, signal) };
}

async function endLeftovers(run: RunRow, options: RecoveryOptions): Promise<void> {
  const mark = { environment: environmentOf(run, options), leader: null };
  await endProcesses({ mark, graceMs: 0, clock: options.clock, processes: options.processes });
}

function environmentOf(run: RunRow, { markOf }: RecoveryOptions): string {
  const { variable, value } = markOf(run.id);
  return `${variable}=${value}`;
}

function endingOf(run: RunRow, { code, at }: LeftExit, now: number): Ending {
  const state = run.stop_outcome ?? (code === 0 ? "succeeded" : "failed");
  // The clock may have been set since, or the task may have set the file time itself.
  const finishedAt = at <= now && at >= (run.started_at ?? at) ? at : Math.max(now, run.started_at ?? now);
  const durationMs = run.started_at === null ? null : finishedAt - run.started_at;
  return { state, exitCode: code, signal: null, finishedAt, durationMs, detail: null };
}

function interrupted(run: RunRow, now: number): Ending {
  const state = run.stop_outcome ?? "interrupted";
  return { state, exitCode: null, signal: null, finishedAt: now, durationMs: null, detail: null };
}
