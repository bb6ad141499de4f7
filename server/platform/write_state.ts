// Whether the panel can write, and why not: one place that whoever notices a problem reports to and whoever is about to change
// something asks.
import { AppError } from "../contract/app_error.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import { type ReadOnly, type WriteProblem, writeProblems } from "../contract/health.ts";
import type { Clock } from "./clock.ts";

interface ProblemRule {
  /** What a refused request gets. */
  code: ErrorCode;
  /** Whether logging in and out, stopping and deleting are served all the same. */
  allowsEssential: boolean;
}

const rules: Record<WriteProblem, ProblemRule> = {
  // Nothing can be written down that lasts, not even that something was deleted.
  database_missing: { code: "database_lost", allowsEssential: false },
  database_replaced: { code: "database_lost", allowsEssential: false },
  disk_full: { code: "storage_full", allowsEssential: true },
  inodes_full: { code: "storage_full", allowsEssential: true },
};

/** The problems that keep the panel from writing; none while all is well. */
export class WriteState {
  readonly #clock: Clock;
  readonly #since = new Map<WriteProblem, number>();
  readonly #listeners = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why nothing is written now, the gravest problem first; null while all is well. */
  get problem(): WriteProblem | null {
    return writeProblems.find((one) => this.#since.has(one)) ?? null;
  }

  /** The same with its beginning, as the page is told. */
  get readOnly(): ReadOnly | null {
    const reason = this.problem;
    if (reason === null) return null;
    return { reason, since: new Date(this.#since.get(reason) ?? 0).toISOString() };
  }

  /** Whether the database in the data folder is not the one the panel has open. */
  get isDatabaseLost(): boolean {
    return this.#since.has("database_missing") || this.#since.has("database_replaced");
  }

  /** Notes that a problem has begun; nothing happens while it goes on. */
  begin(problem: WriteProblem): void {
    if (this.#since.has(problem)) return;
    this.#since.set(problem, this.#clock.now());
    this.#notify();
  }

  /** Notes that a problem is over; nothing happens when there was none. */
  end(problem: WriteProblem): void {
    if (this.#since.delete(problem)) this.#notify();
  }

  /** Throws the reason while the panel cannot write; `essential` is what a full disk does not forbid. */
  check({ essential }: { essential: boolean }): void {
    const problem = this.problem;
    if (problem === null) return;
    const { code, allowsEssential } = rules[problem];
    if (!essential || !allowsEssential) throw new AppError(code);
  }

  /** Calls the listener whenever a problem begins or ends; the answer removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
