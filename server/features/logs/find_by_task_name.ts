// Finds logs by the names of their tasks: those that tasks have now, and those that they had when they ran.
import { type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import {
  matchesWithTypo,
  matchWords,
  rankMatch,
  searchWords,
  typoPieces,
} from "../../contract/text_search.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { mayContainText } from "../../platform/sql_expressions.ts";

/** Maximum number of tasks and names of runs whose logs are looked for. */
const MAX_NAMES = 200;

export interface TaskLog {
  path: string;
  /** Whether the database stores it, for other nodes. */
  isStored: boolean;
}

/**
 * Returns the newest logs of each task, and of each name of runs, that matches a search, best names first. Names with
 * typos count only if no name matches exactly, as in the search of tasks.
 */
export async function findLogsByTaskName(
  db: Database,
  q: string,
  perName: number,
): Promise<{ logs: TaskLog[]; complete: boolean }> {
  const words = searchWords(q.toLowerCase());
  const exact = await matchingNames(db, words, false);
  const names = exact.length > 0 ? exact : await matchingNames(db, words, true);
  const logs = new Map<string, TaskLog>();
  let complete = names.length <= MAX_NAMES;
  for (const name of names.slice(0, MAX_NAMES)) {
    const rows = await newestLogs(db, name, perName + 1);
    if (rows.length > perName) complete = false;
    for (const { path, stored } of rows.slice(0, perName)) {
      if (path !== null) logs.set(path, { path, isStored: Boolean(stored) });
    }
  }
  return { logs: [...logs.values()], complete };
}

/** A name of a task, or with null one that runs had. */
interface RankedName {
  taskId: number | null;
  name: string;
  rank: number;
}

async function newestLogs(db: Database, { taskId, name }: RankedName, limit: number) {
  const runs = db.selectFrom("run").select("log_path as path").select((where) =>
    where.exists(where.selectFrom("run_log").select("run_id").whereRef("run_id", "=", "run.id")).as("stored")
  );
  // Each through an index that ends in the id.
  const matching = taskId === null ? runs.where("task_name", "=", name) : runs.where("task_id", "=", taskId);
  return await matching.where("log_path", "is not", null).orderBy("id", "desc").limit(limit).execute();
}

async function matchingNames(
  db: Database,
  words: readonly string[],
  withTypos: boolean,
): Promise<RankedName[]> {
  const tasks = await db.selectFrom("task").select(["id as taskId", "name"])
    .where((where) => mayMatch(where, where.ref("name"), words, withTypos)).execute();
  const runs = await db.selectFrom("run_task_name").select("name")
    .where((where) => mayMatch(where, where.ref("name"), words, withTypos)).execute();
  return [...tasks, ...runs.map(({ name }) => ({ taskId: null, name }))].flatMap((row): RankedName[] => {
    const text = row.name.toLowerCase();
    const typoRank = withTypos ? (word: string) => matchesWithTypo(word, text) ? 0 : null : undefined;
    const match = matchWords(words, (word) => rankMatch(word, text), typoRank);
    return match ? [{ ...row, rank: match.rank }] : [];
  }).sort((a, b) => a.rank - b.rank || (b.taskId ?? 0) - (a.taskId ?? 0));
}

// True at least for every name that matches.
function mayMatch<Table extends "task" | "run_task_name">(
  where: ExpressionBuilder<Tables, Table>,
  name: Expression<string>,
  words: readonly string[],
  withTypos: boolean,
): Expression<SqlBool> {
  return where.and(words.map((word) => {
    const pieces = withTypos ? typoPieces(word) : [];
    return where.or((pieces.length > 0 ? pieces : [word]).map((part) => mayContainText(name, part)));
  }));
}
