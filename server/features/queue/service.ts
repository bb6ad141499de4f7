import type { QueueEntry, QueueState } from "../../contract/queue.ts";
import { exemptTypes } from "../../engine/kinds/run_kinds.ts";
import { maxParallel, readOverlap } from "../../engine/overlap.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { toRun } from "../runs/service.ts";
import { explainWaiting } from "./explain_waiting.ts";
import { countWaiting, readLive, readOverlaps, readWaiting } from "./store.ts";

/** Maximum number of queued runs to return; nobody reads further. */
const MAX = 500;

export interface QueueViewOptions {
  db: Database;
  clock: Clock;
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
    const { clock, limit } = this.#options;
    const now = clock.now();
    const live = await readLive(tx);
    const waiting = await readWaiting(tx, now, MAX);
    return {
      limit: limit(),
      slotsTaken: live.filter(({ kind }) => !exemptTypes.includes(kind)).length,
      live: live.map(toRun),
      waiting: await entriesOf(tx, { live, waiting, now }),
      waitingTotal: waiting.length < MAX ? waiting.length : await countWaiting(tx),
    };
  }
}

async function entriesOf(
  tx: Tx,
  { live, waiting, now }: { live: RunRow[]; waiting: RunRow[]; now: number },
): Promise<QueueEntry[]> {
  const tasks = new Set(waiting.flatMap(({ task_id }) => task_id ?? []));
  const overlaps = await readOverlaps(tx, [...tasks]);
  const maxAtOnce = (taskId: number) => {
    const json = overlaps.get(taskId);
    return json === undefined ? Infinity : maxParallel(readOverlap({ overlap_json: json }));
  };
  const reasons = explainWaiting({ live, waiting, maxAtOnce, now });
  return waiting.map((run, index) => ({
    run: toRun(run),
    ...reasons[index] ?? { reason: "limit", blockedBy: null },
    position: index + 1,
    startAfter: new Date(run.start_after).toISOString(),
  }));
}
