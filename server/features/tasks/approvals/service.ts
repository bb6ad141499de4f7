import { AppError } from "../../../contract/app_error.ts";
import type { Run } from "../../../contract/runs.ts";
import { approve, reject } from "../../../engine/approvals.ts";
import type { Base } from "../../../engine/base.ts";
import { currentAuthor } from "../../../engine/change_scope.ts";
import type { Engine } from "../../../engine/engine.ts";
import { wholeTransaction } from "../../../engine/labelled_database.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { runOf } from "../../runs/service.ts";
import type { StartLimits } from "../start_limits.ts";
import { readTask } from "../store.ts";
import { taskKey } from "../task_source.ts";

export interface ApprovalsOptions extends Pick<Base, "clock"> {
  /** Of what the caller may see. */
  db: Database;
  engine: Pick<Engine, "approved" | "follow" | "followEnded">;
  limits: Pick<StartLimits, "heldAt">;
}

/** Decides about runs that wait for approval. Each is decided once, however many people do at the same time. */
export class Approvals {
  constructor(private readonly options: ApprovalsOptions) {}

  /** Lets a run start, once no window holds it. Throws `not_found` and `run_not_waiting`. */
  async approve(id: number, remark: string | null): Promise<Run> {
    const { clock, engine, limits } = this.options;
    return await this.#decide(
      id,
      async (tx, run, task) =>
        await approve(tx, run, {
          ...decision(clock.now(), remark),
          heldAt: (at) => task && limits.heldAt(task, at),
        }),
      (key) => engine.approved(id, key),
    );
  }

  /** Skips a run. Throws `not_found` and `run_not_waiting`. */
  async reject(id: number, remark: string | null): Promise<Run> {
    const { clock, engine } = this.options;
    const now = clock.now();
    let following: FollowingRuns[] = [];
    return await this.#decide(
      id,
      async (tx) => {
        if (!await reject(tx, id, decision(now, remark))) return false;
        // What starts after it may be of others.
        following = await engine.followEnded(wholeTransaction(tx), [id], now);
        return true;
      },
      (source) => engine.follow([{ source, result: { queued: [], skipped: [id], stop: [] } }, ...following]),
    );
  }

  async #decide(
    id: number,
    write: (tx: Tx, run: RunRow, task: TaskRow | null) => Promise<boolean>,
    publish: (source: ReturnType<typeof taskKey>) => void,
  ): Promise<Run> {
    const { db } = this.options;
    const run = await db.transaction().execute(async (tx) => {
      const run = await tx.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
      if (!run) throw new AppError("not_found");
      const task = run.task_id === null ? null : await readTask(tx, run.task_id) ?? null;
      if (!await write(tx, run, task)) throw new AppError("run_not_waiting");
      return await tx.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    });
    if (run.task_id !== null) publish(taskKey(run.task_id));
    return await runOf(db, run);
  }
}

function decision(now: number, remark: string | null) {
  return { now, by: currentAuthor().name, remark: remark?.trim() || null };
}
