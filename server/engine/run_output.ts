import type { Clock } from "../platform/clock.ts";
import { drainOutput, openMaskedOutput } from "../platform/process/masked_output.ts";
import type { RunMarks } from "./run_marks.ts";
import type { SpecContext } from "./spec_parts.ts";
import { runMessages } from "./run_messages.ts";

export interface RunOutputOptions {
  clock: Clock;
  marks: RunMarks;
  context: Pick<SpecContext, "inherited" | "language" | "maskerHost">;
  /** Names a run among all of this machine. */
  nameOf(runId: number): string;
}

/** The way of a run's output into its log: straight, or through the program that masks the secrets it got. */
export class RunOutput {
  readonly #options: RunOutputOptions;

  constructor(options: RunOutputOptions) {
    this.#options = options;
  }

  /** Opens the way. Takes the open log over, and answers what the run is to write to. Throws when the machine refuses. */
  async open(runId: number, log: number, secrets: readonly string[]): Promise<number> {
    if (secrets.length === 0) return log;
    const { marks, context, nameOf } = this.#options;
    return await openMaskedOutput({
      ...{ pipe: marks.pipe(runId), log, host: context.maskerHost, environment: context.inherited, secrets },
      ...{ name: nameOf(runId), lost: runMessages[context.language()].notMasked },
    });
  }

  /** Resolves when all that a run has written so far is in its log. */
  async drain(runId: number): Promise<void> {
    const { marks, nameOf, clock } = this.#options;
    await drainOutput(marks.pipe(runId), nameOf(runId), clock);
  }
}
