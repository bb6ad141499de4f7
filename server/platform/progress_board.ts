// Publishes the progress of long operations of the panel on itself, and allows only one at a time. A backup during a
// restore, or an update during either, would find a panel that is neither old nor new.
import { AppError } from "../contract/app_error.ts";
import type { ProgressKind, ProgressStep } from "../contract/progress.ts";
import type { Clock } from "./clock.ts";

/** The current or last operation. */
export interface ProgressState {
  kind: ProgressKind;
  step: ProgressStep;
  /** Progress of this step, 0 to 100; null when unknown. */
  percent: number | null;
  /** In ms UTC. */
  startedAt: number;
  done: boolean;
  error: AppError | null;
}

/** Used by an operation to report its progress. */
export interface ProgressLine {
  step(step: ProgressStep, percent?: number | null): void;
  finish(): void;
  fail(error: unknown): void;
}

export class ProgressBoard {
  #state: ProgressState | null = null;

  constructor(private readonly clock: Clock) {}

  /** Returns the current or last operation; null when there was none. */
  current(): ProgressState | null {
    return this.#state;
  }

  get isBusy(): boolean {
    return this.#state !== null && !this.#state.done;
  }

  /** Begins an operation. Throws `panel_busy` while another one is in progress. */
  begin(kind: ProgressKind, step: ProgressStep): ProgressLine {
    if (this.#state && !this.#state.done) throw new AppError("panel_busy", { kind: this.#state.kind });
    const state: ProgressState = {
      kind,
      step,
      percent: null,
      startedAt: this.clock.now(),
      done: false,
      error: null,
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
