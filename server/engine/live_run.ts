import type { Instant, Timer } from "../platform/clock.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import type { OpenLog } from "./logs/open_log.ts";
import type { RunRow } from "./store.ts";

/** A run that has, or is about to have, a process. */
export class LiveRun {
  session: Session | null = null;
  /** Null before it is created, or when it cannot be opened. */
  log: OpenLog | null = null;
  /** The final state to record, set once a stop was requested. */
  stopOutcome: "stopped" | "timed_out" | null = null;
  /** Pending end of its processes, once started. */
  ending: Promise<void> | null = null;
  timer: Timer | undefined;
  detail: string | null = null;
  /** What is masked in its log; null when an earlier panel started the process. */
  secrets: readonly string[] | null = null;
  /** Resolves once the run has its process, or never will. */
  readonly started = Promise.withResolvers<void>();
  /** Resolves once its start is recorded. */
  begun: Promise<void> = Promise.resolve();
  readonly done = Promise.withResolvers<void>();
  /** Null when an earlier panel started the process. */
  #startedAt: Instant | null = null;

  constructor(public run: RunRow) {}

  /** Records the process and the instant before it was started; null when an earlier panel started it. */
  markStarted(session: Session, at: Instant | null): void {
    this.session = session;
    this.#startedAt = at;
    if (at) this.run = { ...this.run, started_at: at.wall };
  }

  /**
   * Returns when the run ended and its duration in ms. `exitAt` is the wall-clock time at which the exit code was written;
   * the panel may have learned of it much later. It counts only if it is plausible: between start and now by the monotonic
   * clock.
   */
  end(now: Instant, exitAt: number | null): { finishedAt: number; durationMs: number | null } {
    const startedAt = this.run.started_at;
    const lateMs = exitAt === null ? 0 : now.wall - exitAt;
    const ranMs = this.#ranMs(now);
    const isPossible = lateMs >= 0 && (ranMs === null || lateMs <= ranMs);
    const finishedAt = Math.max(startedAt ?? -Infinity, isPossible ? now.wall - lateMs : now.wall);
    if (this.session === null) return { finishedAt, durationMs: 0 };
    if (ranMs === null) return { finishedAt, durationMs: null };
    return { finishedAt, durationMs: Math.round(isPossible ? ranMs - lateMs : ranMs) };
  }

  // Measured by the monotonic clock where possible.
  #ranMs(now: Instant): number | null {
    if (this.#startedAt) return now.monotonic - this.#startedAt.monotonic;
    const startedAt = this.run.started_at;
    return startedAt === null ? null : Math.max(0, now.wall - startedAt);
  }

  /** Stops tracking the run without ending it. */
  letGo(): void {
    this.timer?.cancel();
    this.log?.close();
    this.done.resolve();
  }
}
