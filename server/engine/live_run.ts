import type { Clock, Timer } from "../platform/clock.ts";
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
  #startedMonotonic: number | null = null;

  constructor(run: RunRow) {
    this.run = run;
  }

  /** Notes its process; `monotonic` is null for one that was started by an earlier panel. */
  begun(session: Session, monotonic: number | null): void {
    this.session = session;
    this.#startedMonotonic = monotonic;
  }

  /** Tells how long it ran, milliseconds: by the clock that is never set where possible. */
  durationMs(clock: Clock, finishedAt: number): number | null {
    if (this.session === null) return 0;
    if (this.#startedMonotonic !== null) return Math.round(clock.monotonic() - this.#startedMonotonic);
    return this.run.started_at === null ? null : Math.max(0, finishedAt - this.run.started_at);
  }

  /** Forgets it without ending it. */
  letGo(): void {
    this.timer?.cancel();
    this.log?.close();
    this.done.resolve();
  }
}
