// Searches tasks for words, ranks them and tolerates typos. The texts are compared here rather than in SQL, so that every
// database engine returns the same tasks; nothing is cached, because reading 10,000 tasks takes a few milliseconds each
// thousand.
import type { SelectQueryBuilder } from "kysely";
import { readSearch, type TaskSearchField, taskSearchFields } from "../../contract/task_fields.ts";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../contract/text_search.ts";
import type { Tables } from "../../migrations/tables.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Tasks per read: the event loop is blocked for a few milliseconds. */
const READ_SIZE = 500;

interface Match {
  id: number;
  pinned: number;
  rank: number;
}

/** Returns the ids of the tasks that match a search, best matches first; of equal ones, pinned and newer tasks first. */
export async function searchTasks<O>(
  tasks: SelectQueryBuilder<Tables, "task", O>,
  q: string,
): Promise<ReadonlySet<number>> {
  const { field, text } = readSearch(q);
  const words = searchWords(text.toLowerCase());
  const fields = field ? [field] : taskSearchFields;
  const exact: Match[] = [];
  const similar: Match[] = [];
  for (let last = 0;;) {
    const rows = await tasks.select(searchedColumns).where("task.id", ">", last).orderBy("task.id")
      .limit(READ_SIZE).execute();
    for (const row of rows) {
      // Tasks with typos are listed only if no task matches exactly.
      const typoRank = exact.length > 0
        ? undefined
        : (word: string) => bestRank(typoRanks, fields, row, word);
      const match = matchWords(words, (word) => bestRank(ranks, fields, row, word), typoRank);
      if (!match) continue;
      const { id, pinned, name } = row;
      const isBest = fields.includes("name") && name.toLowerCase().startsWith(text.toLowerCase());
      (match.hasTypo ? similar : exact).push({ id, pinned, rank: isBest ? -1 : match.rank });
    }
    const next = rows.at(-1);
    if (!next || rows.length < READ_SIZE) break;
    last = next.id;
    await yieldToEventLoop();
  }
  const matches = exact.length > 0 ? exact : similar;
  matches.sort((a, b) => a.rank - b.rank || b.pinned - a.pinned || b.id - a.id);
  return new Set(matches.map(({ id }) => id));
}

const searchedColumns = [
  "task.id",
  "task.pinned",
  "task.name",
  "task.command",
  "task.schedules_json",
  "task.labels_json",
] as const;

type SearchedRow = Pick<Tables["task"], "name" | "command" | "schedules_json" | "labels_json">;

type FieldRank = (row: SearchedRow, word: string) => number | null;
type FieldRanks = Partial<Record<TaskSearchField, FieldRank>>;

/** How well each field matches a word, from the best to the worst. */
const ranks: Record<TaskSearchField, FieldRank> = {
  name: ({ name }, word) => rankMatch(word, name.toLowerCase()),
  label: ({ labels_json }, word) => hasText(labels_json, word) ? 3 : null,
  command: ({ command }, word) => command.toLowerCase().includes(word) ? 4 : null,
  schedule: ({ schedules_json }, word) => hasText(schedules_json, word) ? 4 : null,
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
