// Skips what has waited as long as it may, and follows runs of flow runs whose end was recorded without that, such as by a restore. The
// database says which are waiting, so that nothing is forgotten when the panel ends.
import { AfterRunEnds } from "../../../engine/after_run_ends.ts";
import { lapseApprovals, nextApprovalLapse } from "../../../engine/approvals.ts";
import type { Base } from "../../../engine/base.ts";
import type { Duty } from "../../../engine/deciding.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { StartLimits } from "../start_limits.ts";
import { lapseAwaiting, nextLapse, releaseWaiting, type WaitingRuns } from "./awaiting.ts";
import { followEach, readEnded } from "./follow_run.ts";

/** How long events are gathered, in ms. */
const GATHER_MS = 50;
/** Runs of each kind that are dealt with in one transaction: everything that writes waits for its end. */
const BATCH = 50;
/** Tasks whose runs are looked for in one statement. */
const TASKS = 500;

export interface FollowRunsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger" | "zone"> {
  engine: Pick<Engine, "follow" | "openNodes">;
  limits: StartLimits;
}

export class FollowRuns {
  readonly duty: Duty;
  /** Runs of any task may have stopped waiting unnoticed, while no panel was there. */
  #isFirst = true;
  /** Tasks that may require something else now than their runs that wait. */
  readonly #changed = new Set<number>();

  constructor(private readonly options: FollowRunsOptions) {
    const following = new AfterRunEnds({
      ...options,
      gatherMs: GATHER_MS,
      needs: ({ type, id }) => {
        if (type === "task:updated") this.#changed.add(id);
        // What was queued may lapse before anything ends.
        return type === "task:updated" || type === "run:queued" || type === "run:approval_needed";
      },
      work: () => this.run(),
      nextAt: () => this.#nextAt(),
      failed: (error) => options.logger.error("failed to follow runs; retrying", { error }),
    });
    this.duty = {
      begin: () => {
        // Another panel may have decided since.
        this.#isFirst = true;
        return following.begin();
      },
      end: () => following.end(),
    };
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
    await this.#releaseChanged();
    for (let isMore = true; isMore;) {
      const { following, counts } = await db.transaction().execute(async (tx) => {
        const to = { openNodes: engine.openNodes, now: clock.now(), panelZone: zone(), limits };
        const following = await lapseAwaiting(tx, to, BATCH);
        const approvals = await lapseApprovals(tx, to.now, BATCH);
        const counts = [following.length, approvals.length];
        for (const { id, source } of approvals) {
          if (source) following.push({ source, result: { queued: [], skipped: [id], stop: [] } });
        }
        // What follows a run is decided in the transaction that ends it.
        const lapsed = following.flatMap(({ result }) => result.skipped);
        following.push(...await followEach(tx, await readEnded(tx, lapsed), to));
        const rows = await tx.selectFrom("run").select(["id", "task_id", "flow_run_id"])
          .where("flow_run_id", "is not", null).where("followed", "=", 0).where("finished_at", "is not", null)
          .orderBy("id").limit(BATCH).execute();
        following.push(...await followEach(tx, rows, to));
        return { following, counts: [...counts, rows.length] };
      });
      engine.follow(following);
      isMore = counts.includes(BATCH);
    }
  }

  /** Lets the runs start that have nothing more to wait for: of the tasks that were changed, or of all at first. */
  async #releaseChanged(): Promise<void> {
    const [isFirst, changed] = [this.#isFirst, [...this.#changed]];
    this.#isFirst = false;
    this.#changed.clear();
    try {
      if (isFirst) return await this.#release(null);
      for (let first = 0; first < changed.length; first += TASKS) {
        await this.#release(changed.slice(first, first + TASKS));
      }
    } catch (error) {
      this.#isFirst ||= isFirst;
      for (const id of changed) this.#changed.add(id);
      throw error;
    }
  }

  async #release(taskIds: readonly number[] | null): Promise<void> {
    const { db, clock, engine, zone } = this.options;
    for (let after: number | null = 0; after !== null;) {
      const waiting: WaitingRuns = { taskIds, after, limit: BATCH };
      const { released, last } = await db.transaction().execute((tx) =>
        releaseWaiting(tx, waiting, { now: clock.now(), panelZone: zone() })
      );
      engine.follow(released);
      after = last;
    }
  }
}
