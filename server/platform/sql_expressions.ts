// The expressions of the stores whose text differs between database engines.
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { perEngine } from "./database_engine.ts";

/**
 * Returns a row source of the strings in a column that contains a JSON array of strings, or one JSON string; its column is
 * `value`. Invalid JSON yields no rows.
 */
export function jsonTexts(column: Expression<unknown>): RawBuilder<{ value: string }> {
  return perEngine({
    sqlite: sql<{ value: string }>`json_each(iif(json_valid(${column}), ${column}, '[]'))`,
    postgres: sql<{ value: string }>`sundial_json_texts(${column})`,
  });
}

/** Returns a condition for a text containing another, ignoring the case of Latin letters. Wildcards are matched literally. */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  return isLike(text, `%${escapeWildcards(part)}%`);
}

/** Returns a condition for a text starting with another, ignoring the case of Latin letters. Wildcards are matched literally. */
export function startsWithText(text: Expression<string | null>, start: string): Expression<SqlBool> {
  return isLike(text, `${escapeWildcards(start)}%`);
}

/**
 * Returns a condition that is true at least for each text that contains `part` in any case. Databases know the case of
 * ASCII letters only, or depending on their language: any character may stand for another one.
 */
export function mayContainText(text: Expression<string>, part: string): Expression<SqlBool> {
  // Those of scripts without case stand for themselves.
  return isLike(text, `%${escapeWildcards(part).replace(/[^\p{ASCII}\p{Lo}]/gu, "_")}%`);
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function isLike(text: Expression<string | null>, pattern: string): Expression<SqlBool> {
  return perEngine({
    sqlite: sql<boolean>`${text} like ${pattern} escape '\\'`,
    postgres: sql<boolean>`${text} ilike ${pattern} escape '\\'`,
  });
}

/** Returns a condition that is true at least for JSON in which a text contains `part` in any case. */
export function jsonMayContainText(json: Expression<string>, part: string): Expression<SqlBool> {
  // JSON escapes these.
  return /["\\\p{Cc}\p{Cs}]/u.test(part) ? sql<boolean>`true` : mayContainText(json, part);
}

/** Returns a condition for a JSON list of texts, such as the labels of a task, containing this text. */
export function jsonListContains(list: Expression<string>, text: string): RawBuilder<SqlBool> {
  // Most lists are left out before they are parsed.
  return sql<SqlBool>`(${jsonMayContainText(list, text)}
    and exists (select 1 from ${jsonTexts(list)} as one where one.value = ${text}))`;
}

/** Returns a condition for a JSON list of texts containing one of these. On PostgreSQL, it is what the index `task_labels` is for. */
export function jsonListContainsOne(list: Expression<string>, texts: readonly string[]): RawBuilder<SqlBool> {
  return perEngine({
    sqlite: sql<SqlBool>`exists (select 1 from ${jsonTexts(list)} as one where one.value in (${
      sql.join(texts)
    }))`,
    postgres: sql<SqlBool>`sundial_json_list(${list}) && array[${sql.join(texts)}]::text[]`,
  });
}

/**
 * Returns a condition for an id being among those that a query selects for the row at hand. With `in`, PostgreSQL would compare
 * every id, and run the query anew for each.
 */
export function isAmong(id: Expression<number>, query: Expression<{ id: number }>): Expression<SqlBool> {
  return perEngine({
    sqlite: sql<boolean>`${id} in ${query}`,
    postgres: sql<boolean>`${id} = any(array${query})`,
  });
}

/** Returns how many rows fulfil a condition; null without rows. */
export function countOf(condition: Expression<unknown>): RawBuilder<number> {
  return sql<number>`sum(case when ${condition} then 1 else 0 end)`;
}

/** Returns the ids of the rows of a group as a text, separated by commas. */
export function joinedIds(id: Expression<number>): RawBuilder<string> {
  return perEngine({
    sqlite: sql<string>`group_concat(${id})`,
    postgres: sql<string>`string_agg(cast(${id} as text), ',')`,
  });
}
