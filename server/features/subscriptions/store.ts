import { type Insertable, sql } from "kysely";
import type { MissingPackage } from "../../contract/dependencies.ts";
import type { PullChanges, PullCounts } from "../../contract/subscriptions.ts";
import { pathBelow, scriptPathOf } from "../tasks/command/script_path.ts";
import { activeStates, liveStates } from "../../engine/states.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { SubscriptionTable } from "../../migrations/subscription_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { containsText } from "../../platform/sql_expressions.ts";
import type { ScriptTask } from "./compare.ts";
import type { PulledFile } from "./pull/job.ts";
import { readSchedules } from "../tasks/task_timetable.ts";

export async function findSubscription(db: Database | Tx, id: number): Promise<SubscriptionRow | undefined> {
  return await db.selectFrom("subscription").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns all subscriptions, newest last. */
export async function readSubscriptions(db: Database | Tx): Promise<SubscriptionRow[]> {
  return await db.selectFrom("subscription").selectAll().orderBy("id").execute();
}

/** Returns whether another subscription than `id` has this value. */
export async function isTaken(
  tx: Tx,
  column: "name" | "alias",
  value: string,
  id: number | null,
): Promise<boolean> {
  const others = await tx.selectFrom("subscription").select("id").where(column, "=", value).execute();
  return others.some((other) => other.id !== id);
}

export async function insertSubscription(
  tx: Tx,
  row: Insertable<SubscriptionTable>,
): Promise<SubscriptionRow> {
  return await tx.insertInto("subscription").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateSubscription(
  tx: Tx,
  id: number,
  columns: Partial<SubscriptionRow>,
): Promise<void> {
  await tx.updateTable("subscription").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Deletes a subscription and everything its pulls stored in the database; its tasks stay without an owner, also those in the trash. */
export async function removeSubscription(tx: Tx, id: number): Promise<void> {
  for (const table of ["subscription_tree", "subscription_wait", "subscription_preview"] as const) {
    await tx.deleteFrom(table).where("subscription_id", "=", id).execute();
  }
  for (const table of ["task", "trashed_task"] as const) {
    await tx.updateTable(table).set({ subscription_id: null }).where("subscription_id", "=", id).execute();
  }
  await tx.deleteFrom("subscription").where("id", "=", id).execute();
}

/** The content of a subscription's folder. */
export interface Tree {
  runId: number;
  alias: string;
  commit: string;
  files: PulledFile[];
  counts: PullCounts;
  packages: readonly MissingPackage[];
  at: number;
}

/** Returns the content of a subscription's folder; null before its first pull. */
export async function readTree(db: Database | Tx, id: number): Promise<Tree | null> {
  const row = await db.selectFrom("subscription_tree").selectAll().where("subscription_id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    runId: row.run_id,
    alias: row.alias,
    commit: row.commit,
    at: row.at,
    // Written below, like those of the other tables.
    files: JSON.parse(row.files_json) as PulledFile[],
    counts: JSON.parse(row.counts_json) as PullCounts,
    packages: JSON.parse(row.packages_json) as MissingPackage[],
  };
}

/** Stores the current content of a subscription's folder. */
export async function writeTree(tx: Tx, subscription_id: number, tree: Tree): Promise<void> {
  const values = {
    run_id: tree.runId,
    alias: tree.alias,
    commit: tree.commit,
    at: tree.at,
    files_json: JSON.stringify(tree.files),
    counts_json: JSON.stringify(tree.counts),
    packages_json: JSON.stringify(tree.packages),
  };
  await tx.insertInto("subscription_tree").values({ subscription_id, ...values })
    .onConflict((on) => on.column("subscription_id").doUpdateSet(values)).execute();
}

export interface Waiting {
  runId: number;
  commit: string;
  at: number;
  changes: PullChanges;
}

export async function findWaiting(db: Database | Tx, id: number): Promise<Waiting | null> {
  const row = await db.selectFrom("subscription_wait").selectAll().where("subscription_id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const changes = JSON.parse(row.changes_json) as PullChanges;
  return { runId: row.run_id, commit: row.commit, at: row.at, changes };
}

/** Stores the pull that waits for approval, replacing the previous one. */
export async function writeWaiting(tx: Tx, subscription_id: number, waiting: Waiting): Promise<void> {
  const { runId: run_id, commit, at, changes } = waiting;
  const values = { run_id, commit, at, changes_json: JSON.stringify(changes) };
  await tx.insertInto("subscription_wait").values({ subscription_id, ...values })
    .onConflict((on) => on.column("subscription_id").doUpdateSet(values)).execute();
}

/** Deletes the pull that waits for approval. */
export async function removeWaiting(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("subscription_wait").where("subscription_id", "=", id).execute();
}

/** Returns the tasks that run scripts of a folder or were created by a subscription. */
export async function readScriptTasks(
  db: Database | Tx,
  { id, alias, scripts }: { id: number; alias: string; scripts: string },
): Promise<ScriptTask[]> {
  // The commands decide; the folder name only avoids reading the other tasks.
  const rows = await db.selectFrom("task")
    .select(["id", "name", "command", "schedules_json", "enabled", "working_directory", "subscription_id"])
    .where((where) =>
      where.or([
        where("subscription_id", "=", id),
        containsText(sql.ref("command"), alias),
        containsText(sql.ref("working_directory"), alias),
      ])
    ).orderBy("id").execute();
  return rows.flatMap((row) => {
    const path = pathInFolder(row, `${scripts}/${alias}`, scripts);
    if (path === null) return [];
    return [{
      id: row.id,
      name: row.name,
      path,
      isOwn: row.subscription_id === id,
      enabled: row.enabled === 1,
      schedules: readSchedules(row),
    }];
  });
}

/** Returns the tasks of a subscription that are in the trash, and the scripts of its folder that they run. */
export async function readTrashedTasks(
  db: Database | Tx,
  { id, alias, scripts }: { id: number; alias: string; scripts: string },
): Promise<{ id: number; path: string; isByUser: boolean }[]> {
  const rows = await db.selectFrom("trashed_task").select(["id", "command", "row_json", "cause"])
    .where("subscription_id", "=", id).where("removing", "=", 0).execute();
  return rows.flatMap((row) => {
    const { working_directory: directory } = storedJson<Record<string, unknown>>(row.row_json, {});
    const working_directory = typeof directory === "string" ? directory : null;
    const path = pathInFolder({ command: row.command, working_directory }, `${scripts}/${alias}`, scripts);
    return path === null ? [] : [{ id: row.id, path, isByUser: row.cause === "user" }];
  });
}

function pathInFolder(
  { command, working_directory }: Pick<TaskRow, "command" | "working_directory">,
  folder: string,
  scripts: string,
): string | null {
  const path = scriptPathOf({ command, workingDirectory: working_directory, scripts });
  return path === null ? null : pathBelow(folder, `${scripts}/${path}`);
}

export async function countTasks(db: Database): Promise<Map<number, number>> {
  const rows = await db.selectFrom("task").select(["subscription_id", ({ fn }) => fn.countAll().as("tasks")])
    .where("subscription_id", "is not", null).groupBy("subscription_id").execute();
  return new Map(rows.map(({ subscription_id, tasks }) => [subscription_id ?? 0, Number(tasks)]));
}

/** Returns the queued and running pulls, oldest first. */
export async function readActivePulls(db: Database): Promise<RunRow[]> {
  return await db.selectFrom("run").selectAll().where("kind", "=", "subscription")
    .where("finished_at", "is", null).where("state", "in", activeStates).orderBy("id").execute();
}

export async function hasLiveScripts(db: Database, alias: string): Promise<boolean> {
  const rows = await db.selectFrom("run").select("script_path").where("finished_at", "is", null)
    .where("state", "in", liveStates).execute();
  return rows.some(({ script_path }) => script_path?.startsWith(`${alias}/`));
}

/** Returns the last started and finished pull of each subscription. */
export async function readLastPulls(db: Database): Promise<Map<number, RunRow>> {
  const rows = await db.selectFrom("run").selectAll().where(
    "id",
    "in",
    (inner) =>
      inner.selectFrom("run").select(({ fn }) => fn.max("id").as("id")).where(
        "subscription_id",
        "is not",
        null,
      )
        .where("finished_at", "is not", null).where("state", "!=", "skipped").groupBy("subscription_id"),
  )
    .execute();
  return new Map(rows.map((row) => [row.subscription_id ?? 0, row]));
}

/** Stores the result of a preview and deletes those older than an instant. */
export async function writePreview(
  db: Database,
  preview: { runId: number; subscriptionId: number | null; at: number; changes: PullChanges; before: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("subscription_preview").where("at", "<", preview.before).execute();
    await tx.insertInto("subscription_preview").values({
      run_id: preview.runId,
      subscription_id: preview.subscriptionId,
      at: preview.at,
      changes_json: JSON.stringify(preview.changes),
    }).onConflict((on) => on.column("run_id").doNothing()).execute();
  });
}

/** Returns the runs of the newest previews, up to a maximum number. */
export async function readRecentPreviews(
  db: Database,
  { since, max }: { since: number; max: number },
): Promise<number[]> {
  const rows = await db.selectFrom("subscription_preview").select("run_id").where("at", ">=", since)
    .orderBy("run_id", "desc").limit(max).execute();
  return rows.map(({ run_id }) => run_id);
}

/**
 * Returns the subscription that a run previewed: null for an unsaved one, undefined if the run was not a
 * preview.
 */
export async function findPreviewed(db: Database, runId: number): Promise<number | null | undefined> {
  const row = await db.selectFrom("subscription_preview").select("subscription_id")
    .where("run_id", "=", runId).executeTakeFirst();
  return row?.subscription_id;
}

export async function findPreview(db: Database, runId: number): Promise<PullChanges | null> {
  const row = await db.selectFrom("subscription_preview").select("changes_json").where("run_id", "=", runId)
    .executeTakeFirst();
  return row ? JSON.parse(row.changes_json) as PullChanges : null;
}

/** Returns the content of all subscription folders, without the files. */
export async function readTreeDetails(db: Database): Promise<Map<number, Omit<Tree, "files">>> {
  const rows = await db.selectFrom("subscription_tree")
    .select(["subscription_id", "run_id", "alias", "commit", "counts_json", "packages_json", "at"]).execute();
  return new Map(rows.map((row) => {
    const counts = JSON.parse(row.counts_json) as PullCounts;
    const { alias, commit, at } = row;
    const packages = JSON.parse(row.packages_json) as MissingPackage[];
    return [row.subscription_id, { runId: row.run_id, alias, commit, at, counts, packages }];
  }));
}

export async function readAllWaiting(db: Database): Promise<Map<number, Waiting>> {
  const rows = await db.selectFrom("subscription_wait").selectAll().execute();
  return new Map(rows.map((row) => {
    const changes = JSON.parse(row.changes_json) as PullChanges;
    return [row.subscription_id, { runId: row.run_id, commit: row.commit, at: row.at, changes }];
  }));
}
