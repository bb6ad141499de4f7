import type { QueueEntry, QueueState } from "../../contract/queue.ts";
import type { RunKind } from "../../contract/runs.ts";
import type { Base } from "../../engine/base.ts";
import type { RunTypes } from "../../engine/run_type.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Nodes } from "../nodes/service.ts";
import { type NodeNames, nodeNamesOf } from "../runs/run_nodes.ts";
import { noOutputs } from "../runs/run_outputs.ts";
import { toRun } from "../runs/service.ts";
import { explainWaiting, type Line, type RunningNode } from "./explain_waiting.ts";
import { liveStates } from "../../engine/states.ts";

/** Maximum number of queued runs to return; nobody reads further. */
const MAX = 500;

export interface QueueViewOptions extends Pick<Base, "db" | "clock"> {
  runTypes: RunTypes;
  /** How many runs may be active at once. */
  limit(): number;
  nodes: Pick<Nodes, "list">;
}

/** Reads the queue: what runs, what waits, and for what. */
export class QueueView {
  constructor(private readonly options: QueueViewOptions) {}

  async state(): Promise<QueueState> {
    const { items, isShared } = await this.options.nodes.list();
    // Reads everything in one transaction: a run that gets its slot in between would appear neither as
    // waiting nor as running.
    return await this.options.db.transaction().execute((tx) => this.#read(tx, isShared ? items : null));
  }

  async #read(tx: Tx, machines: readonly RunningNode[] | null): Promise<QueueState> {
    const { clock, limit, runTypes } = this.options;
    const now = clock.now();
    const live = await readLive(tx);
    const waiting = await readWaiting(tx, now, MAX);
    const nodes = await nodeNamesOf(tx, [...live, ...waiting]);
    const line = { live, waiting, now, limit: limit(), nodes: machines };
    return {
      limit: line.limit,
      slotsTaken: live.filter(({ kind }) => !runTypes.isExempt(kind)).length,
      live: live.map((run) => toRun(run, { nodes, outputs: noOutputs })),
      waiting: await entriesOf(tx, line, { nodes, runTypes }),
      waitingTotal: waiting.length < MAX ? waiting.length : await countWaiting(tx),
    };
  }
}

async function entriesOf(
  tx: Tx,
  line: { waiting: RunRow[] } & Omit<Line, "maxAtOnce" | "isExempt">,
  { nodes, runTypes }: { nodes: NodeNames; runTypes: RunTypes },
): Promise<QueueEntry[]> {
  const { waiting } = line;
  const tasks = new Set(waiting.flatMap(({ task_id }) => task_id ?? []));
  const limits = await runTypes.limitsOf(tx, "task_id", [...tasks]);
  const maxAtOnce = (taskId: number) => limits.get(taskId) ?? Infinity;
  const isExempt = (kind: RunKind) => runTypes.isExempt(kind);
  const reasons = explainWaiting({ ...line, maxAtOnce, isExempt });
  return waiting.map((run, index) => ({
    run: toRun(run, { nodes, outputs: noOutputs }),
    ...reasons[index] ?? { reason: "limit", blockedBy: null },
    position: index + 1,
    pool: run.pool,
    startAfter: isoTime(run.start_after),
  }));
}

/** Returns the runs that hold a slot, oldest first. */
async function readLive(tx: Tx): Promise<RunRow[]> {
  return await tx.selectFrom("run").selectAll().where("finished_at", "is", null)
    .where("state", "in", liveStates).orderBy("id").execute();
}

/** Returns the first runs of the queue, next first: those that may start in their order, then the delayed ones. */
async function readWaiting(tx: Tx, now: number, max: number): Promise<RunRow[]> {
  const queued = tx.selectFrom("run").selectAll().where("state", "=", "queued")
    .where("finished_at", "is", null);
  const ready = await queued.where("start_after", "<=", now)
    .orderBy("queue_rank").orderBy("queue_order").orderBy("id").limit(max).execute();
  if (ready.length === max) return ready;
  const delayed = await queued.where("start_after", ">", now)
    .orderBy("start_after").orderBy("id").limit(max - ready.length).execute();
  return [...ready, ...delayed];
}

/** Returns how many runs hold a slot, on all nodes. */
export async function countLive(db: Database): Promise<number> {
  const { total } = await db.selectFrom("run").select(({ fn }) => fn.countAll().as("total"))
    .where("finished_at", "is", null).where("state", "in", liveStates).executeTakeFirstOrThrow();
  return Number(total);
}

export async function countWaiting(db: Database | Tx): Promise<number> {
  const { total } = await db.selectFrom("run").select(({ fn }) => fn.countAll().as("total"))
    .where("state", "=", "queued").where("finished_at", "is", null).executeTakeFirstOrThrow();
  return Number(total);
}
