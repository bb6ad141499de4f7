import { AppError, refuseIf } from "../../contract/app_error.ts";
import { hasFailed } from "../../contract/failed_states.ts";
import type { StatusCounts } from "../../contract/messages/status_page_texts.ts";
import { maxStatusPages, maxStatusTasks, type StatusPage } from "../../contract/status_pages.ts";
import type { Base } from "../../engine/base.ts";
import type { Database } from "../../engine/store.ts";
import { liveStates } from "../../engine/states.ts";
import type { RunState } from "../../contract/runs.ts";
import type { StatusPageTable } from "../../migrations/task_tables.ts";
import { findOverdueTasks } from "../runs/overdue_tasks.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { jsonListContains } from "../../platform/sql_expressions.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { newToken } from "../../platform/tokens.ts";
import type { Selectable } from "kysely";

/** How long a status is good for, in ms: anybody who has the address can ask for it as often as they like. */
const GOOD_FOR_MS = 10_000;
/** More than this are overdue only if the panel stood still. */
const MAX_OVERDUE = 10_000;

export type TaskStatus = "ok" | "failing" | "overdue" | "running" | "stopped" | "new";

/** What a status page shows; times in ms. */
export interface LabelStatus {
  label: string;
  at: number;
  tasks: {
    name: string;
    status: TaskStatus;
    /** Also while it runs again. */
    problem: "failing" | "overdue" | null;
    lastAt: number | null;
    nextAt: number | null;
  }[];
  /** Of all tasks of the label, also those that are not listed. */
  counts: StatusCounts;
}

export interface StatusPagesOptions extends Pick<Base, "db" | "clock"> {
  reads: HeavyReads;
}

/** Manages the status pages of labels, and reads what they show. */
export class StatusPages {
  /** By label. */
  readonly #read = new Map<string, LabelStatus>();

  constructor(private readonly options: StatusPagesOptions) {}

  /** Returns all pages by label. */
  async list(): Promise<StatusPage[]> {
    const rows = await this.options.db.selectFrom("status_page").selectAll().orderBy("label").orderBy("id")
      .execute();
    return rows.map(toStatusPage);
  }

  /** Creates the page of a label. Throws `validation_failed` if there is one, or if there are too many. */
  async create(label: string): Promise<StatusPage> {
    const { db, clock } = this.options;
    const row = await db.transaction().execute(async (tx) => {
      const labels = (await tx.selectFrom("status_page").select("label").execute()).map((page) => page.label);
      if (labels.includes(label)) refuseIf([{ path: "label", code: "name_taken" }]);
      if (labels.length >= maxStatusPages) {
        refuseIf([{ path: "label", code: "too_many", params: { max: maxStatusPages } }]);
      }
      return await tx.insertInto("status_page").values({ label, token: newToken(), created_at: clock.now() })
        .returningAll().executeTakeFirstOrThrow();
    });
    return toStatusPage(row);
  }

  /** Deletes a page; its address no longer works. Returns its label. Throws `not_found`. */
  async remove(id: number): Promise<string> {
    const row = await this.options.db.deleteFrom("status_page").where("id", "=", id).returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError("not_found");
    this.#read.delete(row.label);
    return row.label;
  }

  /** Returns what the page with a secret address shows; null if there is none. At most a few seconds old. */
  async show(token: string): Promise<LabelStatus | null> {
    const { db, clock } = this.options;
    const page = await db.selectFrom("status_page").select("label").where("token", "=", token)
      .executeTakeFirst();
    if (!page) return null;
    const now = clock.now();
    const known = this.#read.get(page.label);
    if (known && known.at <= now && now - known.at < GOOD_FOR_MS) return known;
    const status = await this.#readStatus(page.label, now);
    this.#read.set(page.label, status);
    return status;
  }

  async #readStatus(label: string, at: number): Promise<LabelStatus> {
    const { db, reads } = this.options;
    const rows = await reads.all(tasksOf(db, label));
    const overdue = new Set(
      (await findOverdueTasks(this.options, { now: at, limit: MAX_OVERDUE })).map(({ id }) => id),
    );
    const tasks = rows.map(({ id, name, last_started_at, last_outcome, next_due_at, live }) => {
      const isFailing = last_outcome !== null && hasFailed(last_outcome);
      const problem = isFailing ? "failing" as const : overdue.has(id) ? "overdue" as const : null;
      return {
        name,
        problem,
        status: Number(live) > 0 ? "running" as const : problem ?? statusOf(last_outcome),
        lastAt: last_started_at,
        nextAt: next_due_at,
      };
    });
    // What fails must not be left out.
    const rank = { failing: 0, overdue: 1, none: 2 };
    const listed = tasks.toSorted((a, b) => rank[a.problem ?? "none"] - rank[b.problem ?? "none"])
      .slice(0, maxStatusTasks);
    const count = (isCounted: (task: (typeof tasks)[number]) => boolean) => tasks.filter(isCounted).length;
    const counts = {
      total: tasks.length,
      failing: count(({ problem }) => problem === "failing"),
      overdue: count(({ problem }) => problem === "overdue"),
      new: count(({ status }) => status === "new"),
    };
    return { label, at, tasks: listed, counts };
  }
}

function statusOf(outcome: RunState | null): TaskStatus {
  if (outcome === null) return "new";
  return outcome === "succeeded" ? "ok" : "stopped";
}

function tasksOf(db: Database, label: string) {
  return db.selectFrom("task").select((task) => [
    ...(["id", "name", "last_started_at", "last_outcome", "next_due_at"] as const),
    task.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("live"))
      .whereRef("run.task_id", "=", "task.id").where("run.finished_at", "is", null)
      .where("run.state", "in", liveStates).as("live"),
  ]).where("enabled", "=", 1)
    .where((task) => jsonListContains(task.ref("labels_json"), label)).orderBy("name").orderBy("id")
    .compile();
}

function toStatusPage({ id, label, token, created_at }: Selectable<StatusPageTable>): StatusPage {
  return { id, label, path: `/api/status/${token}`, createdAt: storedInstant(created_at) };
}
