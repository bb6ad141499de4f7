import { hasFailed } from "../../../contract/failed_states.ts";
import type { Base } from "../../../engine/base.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import type { EventReport } from "../event.ts";
import { forgetNotified, readState, writeState } from "../store.ts";
import type { Notifier } from "../notifier.ts";
import { logTail, type ReadTail } from "./log_tail.ts";
import { endOfRun, runFields } from "./run_events.ts";

/** Key under which the position of the last reported run is stored. */
const LAST_REPORTED = "runs";
/**
 * Runs end on several machines, and their ends become known out of order: a run that ended up to this long before the last one
 * that was reported may not have been.
 */
const OVERLAP_MS = 60_000;
const MAX_REMEMBERED = 500;

export interface FollowRunsOptions extends Pick<Base, "db" | "clock"> {
  notifier: Notifier;
  /** Directory of all logs. */
  logs: string;
  readTail: ReadTail;
}

/** Reports each finished run once, including those that ended while nothing was listening. */
export class FollowRuns {
  constructor(private readonly options: FollowRunsOptions) {}

  /** Reports runs that ended after the last process reported one and before it died. */
  async catchUp(): Promise<void> {
    const { db } = this.options;
    const seen = await readState(db, LAST_REPORTED);
    if (!seen) return;
    const since = Math.max(reportedOf(seen).from, seen.since - OVERLAP_MS);
    const runs = await db.selectFrom("run").select("id").where("finished_at", ">", since)
      .where("kind", "in", ["task", "subscription"]).orderBy("finished_at").orderBy("id").execute();
    for (const { id } of runs) await this.check(id);
  }

  /** Marks everything that ended before now as old, because there was nobody to notify. */
  async startNow(): Promise<void> {
    const { db, clock } = this.options;
    await writeState(db, LAST_REPORTED, { state: "", since: clock.now() });
  }

  async check(runId: number): Promise<void> {
    const { db, notifier } = this.options;
    const run = await db.selectFrom("run").selectAll().where("id", "=", runId).executeTakeFirst();
    if (!run || run.finished_at === null) return;
    const event = await this.#eventOf(run);
    const record = (tx: Database | Tx) => this.#record(tx, run);
    if (event === null) await record(db);
    else await notifier.notify(event, record);
  }

  /** Returns the last lines of a run's log; empty if there is none. */
  async tailOf(runId: number): Promise<string> {
    const run = await this.options.db.selectFrom("run").select("log_path").where("id", "=", runId)
      .executeTakeFirst();
    return run ? await this.#tail(run) : "";
  }

  #tail({ log_path }: Pick<RunRow, "log_path">): Promise<string> {
    const { logs, readTail } = this.options;
    return logTail({ logs, path: log_path }, readTail);
  }

  async #eventOf(run: RunRow): Promise<EventReport | null> {
    const { db } = this.options;
    const log = () => this.#tail(run);
    if (run.kind === "task") return await endOfRun(db, run, log);
    const id = run.subscription_id;
    if (run.kind !== "subscription" || id === null || !hasFailed(run.state)) return null;
    return {
      events: ["subscription_failed"],
      at: run.finished_at ?? run.queued_at,
      subject: `subscription:${id}`,
      task: null,
      page: `/subscription/logModal?id=${id}`,
      log,
      fields: (locale) => ({ ...runFields(run, locale), task: "", subscription: run.task_name }),
    };
  }

  // In the transaction of the notification, so that neither is stored without the other. Returns false when the run was reported
  // before: two panels may hear of its end while one takes over from the other.
  async #record(tx: Database | Tx, run: RunRow): Promise<boolean> {
    const seen = await readState(tx, LAST_REPORTED) ?? { state: "", since: 0 };
    const { from, ids } = reportedOf(seen);
    if (ids.includes(run.id)) return false;
    const since = Math.max(seen.since, run.finished_at ?? 0);
    const state = JSON.stringify({ from, ids: [...ids, run.id].slice(-MAX_REMEMBERED) } satisfies Reported);
    await writeState(tx, LAST_REPORTED, { state, since });
    await forgetNotified(tx, `run:${run.id}`);
    if (run.state !== "succeeded") return true;
    if (run.task_id !== null) await forgetNotified(tx, `task:${run.task_id}`);
    if (run.subscription_id !== null) await forgetNotified(tx, `subscription:${run.subscription_id}`);
    return true;
  }
}

interface Reported {
  /** What ended before is of no interest: there was nobody to notify. */
  from: number;
  ids: number[];
}

function reportedOf({ state, since }: { state: string; since: number }): Reported {
  return storedJson<Reported>(state, { from: since, ids: [] });
}
