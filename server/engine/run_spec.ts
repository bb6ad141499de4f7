// What is started for a run: everything the runner needs and nothing of where it came from, so that other kinds of runs
// can bring a spec of their own.
import type { Around } from "../platform/process/wrapper.ts";
import type { Refusal } from "./run_messages.ts";

export interface RunSpec {
  /** Program and what belongs to it. */
  command: readonly string[];
  args: readonly string[];
  around: Around;
  directory: string;
  environment: Record<string, string>;
  /** The script it runs, relative to the scripts, and where it lies; null when it runs none from there. */
  script: { path: string; file: string } | null;
}

/** A run that cannot be started as its task stands. */
export class RunSpecError extends Error {
  override readonly name = "RunRefused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
