// Follows runs of flow runs that ended without having run, such as those that were removed from the queue: whoever removes them does
// not know what starts after them. The database says which are waiting, so that nothing is forgotten when the panel ends.
import { AfterRunEnds } from "../../../engine/after_run_ends.ts";
import type { Base } from "../../../engine/base.ts";
import type { Duty } from "../../../engine/deciding.ts";
import type { Engine } from "../../../engine/engine.ts";
import { lapseAwaiting, nextLapse } from "./awaiting.ts";
import { followEach, type FollowOptions } from "./follow_run.ts";

/** How long events are gathered, in ms. */
const GATHER_MS = 50;
/** Runs that are followed in one transaction. */
const BATCH = 50;

export interface FollowRunsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger" | "zone"> {
  engine: Pick<Engine, "follow" | "openNodes">;
  heldAt: FollowOptions["heldAt"];
}

export class FollowRuns {
  readonly duty: Duty;

  constructor(private readonly options: FollowRunsOptions) {
    this.duty = new AfterRunEnds({
      ...options,
      gatherMs: GATHER_MS,
      work: () => this.run(),
      nextAt: () => nextLapse(options.db),
      failed: (error) => options.logger.error("failed to follow runs; retrying", { error }),
    });
  }

  /** Follows the runs that wait for it, and skips the due times that have waited as long as they may. */
  async run(): Promise<void> {
    const { db, clock, engine, zone, heldAt } = this.options;
    for (let isMore = true; isMore;) {
      const { following, count } = await db.transaction().execute(async (tx) => {
        const rows = await tx.selectFrom("run").select(["id", "task_id", "flow_run_id"]).where(
          "flow_run_id",
          "is not",
          null,
        )
          .where("followed", "=", 0).where("finished_at", "is not", null).orderBy("id").limit(BATCH)
          .execute();
        const to = { openNodes: engine.openNodes, now: clock.now(), zone: zone(), heldAt };
        const following = await lapseAwaiting(tx, to);
        following.push(...await followEach(tx, rows, to));
        return { following, count: rows.length };
      });
      engine.follow(following);
      isMore = count === BATCH;
    }
  }
}
