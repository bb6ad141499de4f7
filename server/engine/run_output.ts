import type { Clock } from "../platform/clock.ts";
import { drainOutput, openMaskedOutput } from "../platform/process/masked_output.ts";
import type { ExitFiles } from "./exit_files.ts";
import type { Language } from "../contract/settings.ts";
import { runMessages } from "./run_messages.ts";

export interface RunOutputOptions {
  clock: Clock;
  exitFiles: ExitFiles;
  /** Command line of the program that masks secrets, and its environment. */
  maskerHost: readonly string[];
  environment: Record<string, string>;
  language(): Language;
  /** Returns the name of a run, unique on this machine. */
  nameOf(runId: number): string;
}

/** Connects a run's output to its log: directly, or through the program that masks its secrets. */
export class RunOutput {
  readonly #options: RunOutputOptions;
  /** Runs that write to their logs themselves. */
  readonly #direct = new Set<number>();

  constructor(options: RunOutputOptions) {
    this.#options = options;
  }

  /**
   * Opens the output and returns the descriptor the run writes to. Takes ownership of the open log. Throws when the system
   * refuses.
   */
  async open(runId: number, log: number, secrets: readonly string[]): Promise<number> {
    if (secrets.length === 0) {
      this.#direct.add(runId);
      return log;
    }
    const { exitFiles, maskerHost, environment, language, nameOf } = this.#options;
    return await openMaskedOutput({
      pipe: exitFiles.pipe(runId),
      log,
      host: maskerHost,
      environment,
      secrets,
      name: nameOf(runId),
      lost: runMessages[language()].notMasked,
    });
  }

  /** Resolves when everything a run has written so far is in its log. */
  async drain(runId: number): Promise<void> {
    if (this.#direct.delete(runId)) return;
    const { exitFiles, nameOf, clock } = this.#options;
    await drainOutput(exitFiles.pipe(runId), nameOf(runId), clock);
  }
}
