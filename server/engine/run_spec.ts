// The process to start for a run: everything the runner needs, independent of where it came from, so that every run type
// can build its own spec.
import type { Around } from "../platform/process/wrapper.ts";
import type { Refusal } from "./run_messages.ts";

export interface RunSpec {
  /** Program and its fixed arguments. */
  command: readonly string[];
  args: readonly string[];
  around: Around;
  directory: string;
  environment: Record<string, string>;
  /** The script it runs, relative to the scripts directory, and its file path; null when it runs none from there. */
  script: { path: string; file: string } | null;
}

/** Thrown when a run cannot be started the way its task is configured. */
export class RunSpecError extends Error {
  override readonly name = "RunSpecError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
