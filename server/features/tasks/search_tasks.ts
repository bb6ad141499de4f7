// Searches tasks for words, ranks them and tolerates typos. The database leaves out tasks that cannot match and ranks what it
// can; all other texts are compared here, so that every database engine returns the same tasks in the same order.
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from "kysely";
import { readSearch, type TaskSearchField, taskSearchFields } from "../../contract/task_fields.ts";
import {
  matchesWithTypo,
  matchWords,
  rankMatch,
  searchWords,
  typoPieces,
} from "../../contract/text_search.ts";
import type { Tables } from "../../migrations/tables.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import { joinedIds, jsonMayContainText, mayContainText } from "../../platform/sql_expressions.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { BEST_RANK, columnOf, fieldRank, hasSqlRanks, type Search, sqlRank } from "./search_rank.ts";

/** Tasks per read: the event loop is blocked for a few milliseconds. */
const READ_SIZE = 5_000;

/** Time (ms) after which other requests get their turn. */
const BLOCK_MS = 10;

interface Match {
  id: number;
  pinned: number;
  rank: number;
}

type Tasks<O> = SelectQueryBuilder<Tables, "task", O>;
type Where = ExpressionBuilder<Tables, "task">;
type Condition = ExpressionWrapper<Tables, "task", SqlBool>;

/**
 * Returns the ids of the tasks that match a search, best matches first; of equal ones, pinned and newer tasks first. Tasks
 * with typos are listed only if no task matches exactly.
 */
export async function searchTasks<O>(tasks: Tasks<O>, q: string): Promise<number[]> {
  const { field, text } = readSearch(q);
  const lower = text.toLowerCase();
  const search = { words: searchWords(lower), fields: field ? [field] : taskSearchFields, text: lower };
  let matches = await findMatches(tasks, search, false);
  if (matches.length === 0 && search.words.some((word) => typoPieces(word).length > 0)) {
    matches = await findMatches(tasks, search, true);
  }
  matches.sort((a, b) => a.rank - b.rank || b.pinned - a.pinned || b.id - a.id);
  return matches.map(({ id }) => id);
}

async function findMatches<O>(tasks: Tasks<O>, search: Search, withTypos: boolean): Promise<Match[]> {
  const candidates = tasks.where((where) =>
    where.and(search.words.map((word) => mayMatch(where, search, word, withTypos)))
  );
  const matches: Match[] = [];
  let startedAt = performance.now();
  for (let last = 0;;) {
    const end = await tasks.select("task.id").where("task.id", ">", last).orderBy("task.id").offset(READ_SIZE)
      .limit(1)
      .executeTakeFirst();
    let part = candidates.where("task.id", ">", last);
    if (end) part = part.where("task.id", "<=", end.id);
    if (withTypos || !hasSqlRanks(search)) matches.push(...await compare(part, search, withTypos));
    else matches.push(...await rankInSql(part, search));
    if (!end) return matches;
    last = end.id;
    if (performance.now() - startedAt < BLOCK_MS) continue;
    await yieldToEventLoop();
    startedAt = performance.now();
  }
}

/** Ranks candidates in SQL, and compares those that SQL cannot rank. */
async function rankInSql<O>(candidates: Tasks<O>, search: Search): Promise<Match[]> {
  const groups = await candidates.select("task.pinned")
    .select((where) => [sqlRank(where, search).as("rank"), joinedIds(where.ref("task.id")).as("ids")])
    .groupBy([sql.ref("rank"), "task.pinned"]).execute();
  const matches = groups.flatMap(({ rank, pinned, ids }) =>
    rank === null ? [] : ids.split(",").map((id) => ({ id: Number(id), pinned, rank }))
  );
  if (groups.every(({ rank }) => rank !== null)) return matches;
  const others = candidates.where((where) => where(sqlRank(where, search), "is", null));
  return [...matches, ...await compare(others, search, false)];
}

/** Compares the texts of candidates with the search. */
async function compare<O>(candidates: Tasks<O>, search: Search, withTypos: boolean): Promise<Match[]> {
  const { words, fields, text } = search;
  const matches: Match[] = [];
  for (const row of await candidates.select(searchedColumns).execute()) {
    const typoRank = withTypos ? (word: string) => bestRank(typoRanks, fields, row, word) : undefined;
    const match = matchWords(words, (word) => bestRank(ranks, fields, row, word), typoRank);
    if (!match) continue;
    const isBest = fields.includes("name") && row.name.toLowerCase().startsWith(text);
    matches.push({ id: row.id, pinned: row.pinned, rank: isBest ? BEST_RANK : match.rank });
  }
  return matches;
}

const searchedColumns = ["task.id", "task.pinned", ...Object.values(columnOf)] as const;

// True at least for every task that has the word in one of the fields.
function mayMatch(where: Where, { fields }: Search, word: string, withTypos: boolean): Condition {
  return where.or(fields.flatMap((field) => {
    const pieces = withTypos && typoRanks[field] ? typoPieces(word) : [];
    const parts = pieces.length > 0 ? pieces : [word]; // a text that has the word has its pieces
    const mayContain = field === "label" || field === "schedule" ? jsonMayContainText : mayContainText;
    return parts.map((part) => mayContain(where.ref(columnOf[field]), part));
  }));
}

type SearchedRow = Pick<Tables["task"], "name" | "command" | "schedules_json" | "labels_json">;

type FieldRank = (row: SearchedRow, word: string) => number | null;
type FieldRanks = Partial<Record<TaskSearchField, FieldRank>>;

/** How well each field matches a word, from the best to the worst. */
const ranks: Record<TaskSearchField, FieldRank> = {
  name: ({ name }, word) => rankMatch(word, name.toLowerCase()),
  label: ({ labels_json }, word) => hasText(labels_json, word) ? fieldRank.label : null,
  command: ({ command }, word) => command.toLowerCase().includes(word) ? fieldRank.command : null,
  schedule: ({ schedules_json }, word) => hasText(schedules_json, word) ? fieldRank.schedule : null,
};

const typoRanks: FieldRanks = {
  name: ({ name }, word) => matchesWithTypo(word, name.toLowerCase()) ? 0 : null,
  label: ({ labels_json }, word) => matchesWithTypo(word, labels_json.toLowerCase()) ? 1 : null,
};

const rankedFields = Object.keys(ranks) as TaskSearchField[]; // the keys of a constant

function bestRank(
  ranks: FieldRanks,
  fields: readonly TaskSearchField[],
  row: SearchedRow,
  word: string,
): number | null {
  for (const name of rankedFields) {
    const rank = fields.includes(name) ? ranks[name]?.(row, word) ?? null : null;
    if (rank !== null) return rank;
  }
  return null;
}

function hasText(json: string, word: string): boolean {
  // Most lists do not contain the word, and need no parsing. JSON escapes quotes and backslashes.
  if (!/["\\]/.test(word) && !json.toLowerCase().includes(word)) return false;
  return [storedJson<string | string[]>(json, [])].flat().some((text) => text.toLowerCase().includes(word));
}
