// Ranks in SQL what a search finds: reading thousands of rows takes longer than searching them. Where databases know too little,
// as of letters and their case beyond ASCII, the rank is null, and the texts must be compared.
import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { TaskSearchField } from "../../contract/task_fields.ts";
import type { Tables } from "../../migrations/tables.ts";
import { perEngine } from "../../platform/database_engine.ts";
import { containsText, startsWithText } from "../../platform/sql_expressions.ts";

type Where = ExpressionBuilder<Tables, "task">;
type Rank = RawBuilder<number | null>;

export interface Search {
  words: readonly string[];
  fields: readonly TaskSearchField[];
  /** In lowercase. */
  text: string;
}

export const columnOf = {
  name: "task.name",
  label: "task.labels_json",
  command: "task.command",
  schedule: "task.schedules_json",
} as const satisfies Record<TaskSearchField, string>;

/** Rank of a match in a field; in a name, it depends on where the word is. */
export const fieldRank = { label: 3, command: 4, schedule: 4 } as const;

/** The rank of a task whose name starts with the whole search. */
export const BEST_RANK = -1;

const unknown = sql<null>`cast(null as integer)`;

/** Returns whether `sqlRank` knows the ranks of most tasks that match. */
export function hasSqlRanks({ words, text }: Search): boolean {
  return words.length > 0 && words.every(isPlain) && hasNoOtherCase(text);
}

/** Returns the rank of a task that has all words; null if only its texts tell whether and how well it matches. */
export function sqlRank(where: Where, { words, fields, text }: Search): Rank {
  const rank = sql<number | null>`${sql.join(words.map((word) => rankOf(where, fields, word)), sql` + `)}`;
  if (!fields.includes("name")) return rank;
  return sql`case when ${startsWithText(where.ref(columnOf.name), text)} then ${
    sql.lit(BEST_RANK)
  } else ${rank} end`;
}

/** Returns whether a database finds a text where JavaScript does: it has no case beyond ASCII. */
function hasNoOtherCase(text: string): boolean {
  return /^[\x20-\x7e\p{Lo}]*$/u.test(text);
}

// Nor can it be a part of the syntax of a JSON list.
function isPlain(word: string): boolean {
  return hasNoOtherCase(word) && !/["\\]|^(?:\[|\]|\[\]|,)$/.test(word);
}

const fieldsByRank = ["name", "label", "command", "schedule"] as const;

// The word is known to be in one of the fields, so it need not be looked for in the last one.
function rankOf(where: Where, fields: readonly TaskSearchField[], word: string): Rank {
  const searched = fieldsByRank.filter((field) => fields.includes(field));
  return searched.reduceRight<Rank>((otherwise, field, n) => {
    const rank = rankIn(where, field, word);
    if (n === searched.length - 1) return rank;
    return sql`case when ${
      containsText(where.ref(columnOf[field]), word)
    } then ${rank} else ${otherwise} end`;
  }, unknown);
}

function rankIn(where: Where, field: TaskSearchField, word: string): Rank {
  switch (field) {
    case "name":
      return nameRank(where.ref(columnOf.name), word);
    case "command":
      return sql.lit(fieldRank.command);
    case "label":
    case "schedule":
      return listRank(where.ref(columnOf[field]), fieldRank[field]);
  }
}

// JSON that escapes characters must be parsed.
function listRank(json: Expression<string>, rank: number): Rank {
  return sql`case when ${json} like '["%"]' and not ${containsText(json, "\\")} then ${sql.lit(rank)} end`;
}

/** As `rankMatch`, for a name that contains the word. */
function nameRank(name: Expression<string>, word: string): Rank {
  const first = word[0] ?? "";
  const inside = /\p{Script=Han}/u.test(first)
    ? sql.lit(1)
    : /[\p{L}\p{N}]/u.test(first)
    ? rankInside(name, word)
    : sql.lit(2);
  return sql`case when ${startsWithText(name, word)} then 0 else ${inside} end`;
}

/** ASCII without letters and digits. */
const AFTER_SIGN = "[\x01-/:-@[-`{-\x7f]";
const AFTER_OTHERS = "[^\x01-\x7f]";

function rankInside(name: Expression<string>, word: string): Rank {
  const globbed = word.replace(/[*?[]/g, "[$&]");
  const isAfter = (sign: string) => sql`lower(${name}) glob ${`*${sign}${globbed}*`}`;
  return perEngine<number | null>({
    sqlite: sql`case when ${isAfter(AFTER_SIGN)} then 1 when ${isAfter(AFTER_OTHERS)} then null else 2 end`,
    postgres: unknown,
  });
}
