import type { QueueEntry, QueueState } from "../../contract/queue.ts";
import type { RunKind } from "../../contract/runs.ts";
import type { RunTypes } from "../../engine/run_types.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { toRun } from "../runs/service.ts";
import { explainWaiting } from "./explain_waiting.ts";
import { countWaiting, readLive, readWaiting } from "./store.ts";

/** Maximum number of queued runs to return; nobody reads further. */
const MAX = 500;

export interface QueueViewOptions {
  db: Database;
  clock: Clock;
  runTypes: RunTypes;
  /** How many runs may be active at once. */
  limit(): number;
}

/** Reads the queue: what runs, what waits, and for what. */
export class QueueView {
  readonly #options: QueueViewOptions;

  constructor(options: QueueViewOptions) {
    this.#options = options;
  }

  /** Returns the current state of the queue. */
  async state(): Promise<QueueState> {
    // Reads everything in one transaction: a run that gets its slot in between would appear neither as
    // waiting nor as running.
    return await this.#options.db.transaction().execute((tx) => this.#read(tx));
  }

  async #read(tx: Tx): Promise<QueueState> {
    const { clock, limit, runTypes } = this.#options;
    const now = clock.now();
    const live = await readLive(tx);
    const waiting = await readWaiting(tx, now, MAX);
    return {
      limit: limit(),
      slotsTaken: live.filter(({ kind }) => !runTypes.isExempt(kind)).length,
      live: live.map(toRun),
      waiting: await entriesOf(tx, { live, waiting, now, runTypes }),
      waitingTotal: waiting.length < MAX ? waiting.length : await countWaiting(tx),
    };
  }
}

async function entriesOf(
  tx: Tx,
  { live, waiting, now, runTypes }: { live: RunRow[]; waiting: RunRow[]; now: number; runTypes: RunTypes },
): Promise<QueueEntry[]> {
  const tasks = new Set(waiting.flatMap(({ task_id }) => task_id ?? []));
  const limits = await runTypes.limitsOf(tx, [...tasks]);
  const maxAtOnce = (taskId: number) => limits.get(taskId) ?? Infinity;
  const isExempt = (kind: RunKind) => runTypes.isExempt(kind);
  const reasons = explainWaiting({ live, waiting, maxAtOnce, isExempt, now });
  return waiting.map((run, index) => ({
    run: toRun(run),
    ...reasons[index] ?? { reason: "limit", blockedBy: null },
    position: index + 1,
    startAfter: new Date(run.start_after).toISOString(),
  }));
}
