// Whether the panel can write, and why not: code that detects a problem reports it here, and code that is about to change
// something checks it here.
import { AppError } from "../contract/app_error.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import { type ReadOnly, type WriteProblem, writeProblems } from "../contract/health.ts";
import type { Clock } from "./clock.ts";
import { isoTime } from "./iso_time.ts";

interface ProblemRule {
  code: ErrorCode;
  /** Whether logging in and out, stopping and deleting are still allowed. */
  allowsEssential: boolean;
}

const rules: Record<WriteProblem, ProblemRule> = {
  // Nothing can be stored permanently, not even a deletion.
  database_missing: { code: "database_lost", allowsEssential: false },
  database_replaced: { code: "database_lost", allowsEssential: false },
  // Runs can still be stopped.
  disk_read_only: { code: "storage_failing", allowsEssential: true },
  disk_full: { code: "storage_full", allowsEssential: true },
  inodes_full: { code: "storage_full", allowsEssential: true },
};

/** The problems that keep the panel from writing; empty when there are none. */
export class WriteState {
  readonly #since = new Map<WriteProblem, number>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  /** Why nothing can be written now, the most severe problem first; null when there is none. */
  get problem(): WriteProblem | null {
    return writeProblems.find((one) => this.#since.has(one)) ?? null;
  }

  /** The problem with its start time, in the form the page receives. */
  get readOnly(): ReadOnly | null {
    const reason = this.problem;
    if (reason === null) return null;
    return { reason, since: isoTime(this.#since.get(reason) ?? 0) };
  }

  /** Whether the database in the data folder is not the one the panel has open. */
  get isDatabaseLost(): boolean {
    return this.#since.has("database_missing") || this.#since.has("database_replaced");
  }

  /** Records the start of a problem; does nothing while it is ongoing. */
  begin(problem: WriteProblem): void {
    if (this.#since.has(problem)) return;
    this.#since.set(problem, this.clock.now());
    this.#notify();
  }

  /** Records the end of a problem; does nothing when there was none. */
  end(problem: WriteProblem): void {
    if (this.#since.delete(problem)) this.#notify();
  }

  /** Throws the error of the current problem; `essential` marks changes that are allowed on a full disk. */
  check({ essential }: { essential: boolean }): void {
    const problem = this.problem;
    if (problem === null) return;
    const { code, allowsEssential } = rules[problem];
    if (!essential || !allowsEssential) throw new AppError(code);
  }

  /** Calls the listener whenever a problem begins or ends; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
