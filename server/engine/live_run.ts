import type { Instant, Timer } from "../platform/clock.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import type { OpenLog } from "./open_log.ts";
import type { RunRow } from "./store.ts";

/** A run while it has, or is about to have, a process. */
export class LiveRun {
  run: RunRow;
  session: Session | null = null;
  /** Null before it is made, or when it cannot be opened. */
  log: OpenLog | null = null;
  /** Set once somebody wants it ended: what it then ends as. */
  stopOutcome: "stopped" | "timed_out" | null = null;
  /** The ending of its processes, once begun. */
  ending: Promise<void> | null = null;
  timer: Timer | undefined;
  detail: string | null = null;
  /** Resolves once it has its process, or never will. */
  readonly started = Promise.withResolvers<void>();
  readonly done = Promise.withResolvers<void>();
  /** Null where its process was started by an earlier panel. */
  #begunAt: Instant | null = null;

  constructor(run: RunRow) {
    this.run = run;
  }

  /** Notes its process, and the instant before it was started; null for one that was started by an earlier panel. */
  begun(session: Session, at: Instant | null): void {
    this.session = session;
    this.#begunAt = at;
    if (at) this.run = { ...this.run, started_at: at.wall };
  }

  /**
   * Tells when it ended and how long it ran, milliseconds. `exitAt` is when its exit code was written, by the wall clock: the
   * panel may have learnt of it much later. It counts if it can be: between the start and now, by the clock that is never set.
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

  // Where it can, by the clock that is never set.
  #ranMs(now: Instant): number | null {
    if (this.#begunAt) return now.monotonic - this.#begunAt.monotonic;
    const startedAt = this.run.started_at;
    return startedAt === null ? null : Math.max(0, now.wall - startedAt);
  }

  /** Forgets it without ending it. */
  letGo(): void {
    this.timer?.cancel();
    this.log?.close();
    this.done.resolve();
  }
}
