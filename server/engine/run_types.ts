// The run types that the features registered.
import { type RunKind, runKinds } from "../contract/runs.ts";
import type { RunSource, RunType } from "./run_type.ts";
import type { Database, RunRow } from "./store.ts";

export class RunTypes {
  readonly #types: Readonly<Record<RunKind, RunType>>;
  /** Run types that are exempt from the concurrency limit. */
  readonly exempt: readonly RunKind[];

  constructor(types: Readonly<Record<RunKind, RunType>>) {
    this.#types = types;
    this.exempt = runKinds.filter((kind) => types[kind].exempt);
  }

  /** Returns a run type; undefined when only another version of the panel, which may have written the row, knows it. */
  get(kind: RunKind): RunType | undefined {
    return Object.hasOwn(this.#types, kind) ? this.#types[kind] : undefined;
  }

  /** Returns whether runs of a type are exempt from the concurrency limit. */
  isExempt(kind: RunKind): boolean {
    return this.exempt.includes(kind);
  }

  /**
   * Finds the sources of runs of any type, by run ID; runs whose source no longer exists, or whose type is unknown, are left
   * out.
   */
  async findSources(db: Database, runs: readonly RunRow[]): Promise<Map<number, RunSource>> {
    const found = new Map<number, RunSource>();
    for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
      const sources = await this.get(kind)?.find(db, ofKind) ?? [];
      for (const [id, source] of sources) found.set(id, source);
    }
    return found;
  }

  /** Returns how many runs of each of these tasks may be live at once, as the tasks are now. */
  async limitsOf(db: Database, taskIds: readonly number[]): Promise<Map<number, number>> {
    if (taskIds.length === 0) return new Map();
    const limits = await Promise.all(
      Object.values(this.#types).map((type) => type.limitsOf?.(db, taskIds) ?? []),
    );
    return new Map(limits.flatMap((some) => [...some]));
  }
}
