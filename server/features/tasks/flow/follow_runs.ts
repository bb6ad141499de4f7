// Skips what has waited as long as it may, and follows runs of flow runs whose end was recorded without that, such as by a restore. The
// database says which are waiting, so that nothing is forgotten when the panel ends.
import { AfterRunEnds } from "../../../engine/after_run_ends.ts";
import { lapseApprovals, nextApprovalLapse } from "../../../engine/approvals.ts";
import type { Base } from "../../../engine/base.ts";
import type { Duty } from "../../../engine/deciding.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { StartLimits } from "../start_limits.ts";
import { lapseAwaiting, nextLapse, releaseAllAwaiting } from "./awaiting.ts";
import { followEach, readEnded } from "./follow_run.ts";

/** How long events are gathered, in ms. */
const GATHER_MS = 50;
/** Runs that are followed in one transaction. */
const BATCH = 50;

export interface FollowRunsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger" | "zone"> {
  engine: Pick<Engine, "follow" | "openNodes">;
  limits: StartLimits;
}

export class FollowRuns {
  readonly duty: Duty;
  /** Runs may have stopped waiting unnoticed: while no panel was there, or by a change of what their tasks require. */
  #mayHaveChanged = true;

  constructor(private readonly options: FollowRunsOptions) {
    this.duty = new AfterRunEnds({
      ...options,
      gatherMs: GATHER_MS,
      needs: ({ type }) => {
        if (type === "task:updated") this.#mayHaveChanged = true;
        // What was queued may lapse before anything ends.
        return type === "task:updated" || type === "run:queued" || type === "run:approval_needed";
      },
      work: () => this.run(),
      nextAt: () => this.#nextAt(),
      failed: (error) => options.logger.error("failed to follow runs; retrying", { error }),
    });
  }

  async #nextAt(): Promise<number | null> {
    const { db } = this.options;
    const next = Math.min(await nextLapse(db) ?? Infinity, await nextApprovalLapse(db) ?? Infinity);
    return next === Infinity ? null : next;
  }

  /**
   * Follows the runs that wait for it, and skips what has waited as long as it may: for the tasks before it, or for a person to
   * approve it.
   */
  async run(): Promise<void> {
    const { db, clock, engine, zone, limits } = this.options;
    if (this.#mayHaveChanged) {
      this.#mayHaveChanged = false;
      await this.#releaseAll();
    }
    for (let isMore = true; isMore;) {
      const { following, count } = await db.transaction().execute(async (tx) => {
        const to = { openNodes: engine.openNodes, now: clock.now(), panelZone: zone(), limits };
        const following = await lapseAwaiting(tx, to);
        for (const { id, source } of await lapseApprovals(tx, to.now)) {
          if (source) following.push({ source, result: { queued: [], skipped: [id], stop: [] } });
        }
        // However many there are: what follows a run is decided in the transaction that ends it.
        const lapsed = following.flatMap(({ result }) => result.skipped);
        following.push(...await followEach(tx, await readEnded(tx, lapsed), to));
        const rows = await tx.selectFrom("run").select(["id", "task_id", "flow_run_id"])
          .where("flow_run_id", "is not", null).where("followed", "=", 0).where("finished_at", "is not", null)
          .orderBy("id").limit(BATCH).execute();
        following.push(...await followEach(tx, rows, to));
        return { following, count: rows.length };
      });
      engine.follow(following);
      isMore = count === BATCH;
    }
  }

  async #releaseAll(): Promise<void> {
    const { db, clock, engine, zone } = this.options;
    const present = { now: clock.now(), panelZone: zone() };
    try {
      engine.follow(await db.transaction().execute((tx) => releaseAllAwaiting(tx, present)));
    } catch (error) {
      this.#mayHaveChanged = true;
      throw error;
    }
  }
}
