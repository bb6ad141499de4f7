import type { Chosen, Decider, Distribution, LocalRuns, Openings, RunPlacer } from "./distribution.ts";
import { claim } from "./ledger.ts";
import type { BatchedWrites } from "./batched_writes.ts";
import type { SourceKey } from "./store.ts";

/** One machine: it decides everything and runs everything. */
export class SingleMachine implements Distribution {
  readonly nodeId = null;
  readonly isDeciding = true;
  #decider: Decider | undefined;

  constructor(private readonly options: { writes: BatchedWrites; bootId: string }) {}

  placer(local: LocalRuns): RunPlacer {
    const { writes, bootId } = this.options;
    return {
      claim: (chosen) => writes.commit((tx) => claim(tx, chosen.map(({ run }) => run), bootId)),
      start: ({ run, prepared }: Chosen) => local.start(run, prepared),
      stop: (ids, outcome) => local.stop(ids, outcome),
      ended: (runId) => local.ended(runId),
    };
  }

  openings(): Promise<Openings | null> {
    return Promise.resolve(null);
  }

  listOpenNodes(): Promise<number[] | null> {
    return Promise.resolve(null);
  }

  async open(decider: Decider): Promise<void> {
    this.#decider = decider;
    await decider.begin(true);
  }

  async close(): Promise<void> {
    await this.#decider?.end();
  }

  planChanged(source: SourceKey, nextDueAt: number | null): void {
    this.#decider?.planChanged(source, nextDueAt);
  }

  wake(): void {
    this.#decider?.wake();
  }
}
