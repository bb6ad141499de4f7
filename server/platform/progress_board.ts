// What the panel does to itself and takes its time: made known here, and never two at once. A backup in the middle of a
// restore, or an update in the middle of either, would find a panel that is neither old nor new.
import { AppError } from "../contract/app_error.ts";
import type { ProgressKind, ProgressStep } from "../contract/progress.ts";
import type { Clock } from "./clock.ts";

/** What is being done, or was done last. */
export interface ProgressState {
  kind: ProgressKind;
  step: ProgressStep;
  /** Of this step, 0 to 100; null where nobody can tell. */
  percent: number | null;
  /** Milliseconds UTC. */
  startedAt: number;
  done: boolean;
  error: AppError | null;
}

/** Whoever does the work says here how far it is. */
export interface ProgressLine {
  step(step: ProgressStep, percent?: number | null): void;
  finish(): void;
  fail(error: unknown): void;
}

export class ProgressBoard {
  readonly #clock: Clock;
  #state: ProgressState | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers what is being done, or was done last; null when nothing was. */
  current(): ProgressState | null {
    return this.#state;
  }

  /** Tells whether something is being done. */
  get isBusy(): boolean {
    return this.#state !== null && !this.#state.done;
  }

  /** Begins to do something. Throws `panel_busy` while something else is done. */
  begin(kind: ProgressKind, step: ProgressStep): ProgressLine {
    if (this.#state && !this.#state.done) throw new AppError("panel_busy", { kind: this.#state.kind });
    const state: ProgressState = {
      ...{ kind, step, percent: null, startedAt: this.#clock.now() },
      ...{ done: false, error: null },
    };
    this.#state = state;
    return {
      step: (next, percent = null) => Object.assign(state, { step: next, percent }),
      finish: () => Object.assign(state, { done: true, percent: 100 }),
      fail: (cause) => {
        const error = cause instanceof AppError ? cause : new AppError("internal_error");
        Object.assign(state, { done: true, error });
      },
    };
  }
}
