// Compares the search with a plain comparison of every task, over texts that are special to LIKE, JSON or upper case.
import assert from "node:assert/strict";
import fc from "fast-check";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { readSearch, type TaskSearchField } from "../../contract/task_fields.ts";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../contract/text_search.ts";
import type { Database } from "../../engine/store.ts";
import { columnDefaults } from "./task_rows.ts";
import { searchTasks } from "./search_tasks.ts";
import { byLength } from "../../../tests/support/suite_length.ts";

const piece = fc.constantFrom(
  "back",
  "up",
  "Log",
  "logs",
  "x",
  "%",
  "_",
  "\\",
  '"',
  "é",
  "É",
  "ß",
  "日",
  "报表",
  "\t",
  " ",
  "-",
  ",",
  "1",
  "ア",
  "😀",
);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
const search = fc.oneof(
  text,
  fc.constantFrom(
    "backpu",
    "bcakup",
    "bakup",
    "bac_up",
    "lgos",
    "los",
    "xog",
    "backup日",
    "baXckup",
    "é报x表",
    "log 1",
    "1 x 报",
    "manual",
    "* up",
    "[",
    ",",
    "label:log",
    "name:up",
    "schedule:3",
  ),
);
const schedules = fc.constantFrom<string | string[]>("manual", [], ["0 3 * * *"], ["1,2 3 * * *", "@daily"]);
const task = fc.record({ name: text, command: text, labels: fc.array(text, { maxLength: 2 }), schedules });
type Sample = typeof task extends fc.Arbitrary<infer One> ? One : never;

/** What the search does, without a database: the positions of the tasks, best matches first. */
function plainly(samples: readonly Sample[], q: string): number[] {
  const { field, text } = readSearch(q.toLowerCase());
  const words = searchWords(text);
  const isSearched = (one: TaskSearchField) => field === null || field === one;
  const has = (texts: string | string[], word: string) =>
    Array.isArray(texts) && texts.some((one) => one.toLowerCase().includes(word));
  const rankOf = ({ name, command, labels, schedules }: Sample, word: string) => {
    if (isSearched("name") && rankMatch(word, name.toLowerCase()) !== null) {
      return rankMatch(word, name.toLowerCase());
    }
    if (isSearched("label") && has(labels, word)) return 3;
    if (isSearched("command") && has([command], word)) return 4;
    return isSearched("schedule") && has(schedules, word) ? 4 : null;
  };
  const typoRankOf = ({ name, labels }: Sample, word: string) => {
    if (isSearched("name") && matchesWithTypo(word, name.toLowerCase())) return 0;
    return isSearched("label") && matchesWithTypo(word, JSON.stringify(labels).toLowerCase()) ? 1 : null;
  };
  const matching = (withTypos: boolean) =>
    samples.flatMap((sample, n) => {
      const match = matchWords(
        words,
        (word) => rankOf(sample, word),
        (word) => withTypos ? typoRankOf(sample, word) : null,
      );
      const isBest = isSearched("name") && sample.name.toLowerCase().startsWith(text);
      return match === null ? [] : [{ n, rank: isBest ? -1 : match.rank }];
    });
  const exact = matching(false);
  const found = exact.length > 0 ? exact : matching(true);
  return found.sort((a, b) => a.rank - b.rank || b.n - a.n).map(({ n }) => n);
}

const rest = {
  ...columnDefaults,
  ...{
    pinned: 0 as const,
    cursor_at: 0,
    created_at: 0,
    updated_at: 0,
    version: 1,
  },
};

async function store(db: Database, samples: readonly Sample[]): Promise<void> {
  const rows = samples.map(({ name, command, labels, schedules }) => ({
    ...rest,
    ...{ name, command, labels_json: JSON.stringify(labels), schedules_json: JSON.stringify(schedules) },
  }));
  await db.insertInto("task").values(rows).execute();
}

Deno.test("task search: finds exactly what a comparison of every task finds", async () => {
  await using db = await freshDatabase();
  let [found, missed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(task, { minLength: 1, maxLength: 8 }),
      fc.array(search, { minLength: 1, maxLength: 6 }),
      async (samples, searches) => {
        await db.deleteFrom("task").execute();
        await store(db, samples);
        const stored = await db.selectFrom("task").select("id").orderBy("id").execute();
        for (const q of searches.filter((one) => searchWords(one).length > 0)) {
          const ids = await searchTasks(db.selectFrom("task"), q);
          const positions = ids.map((id) => stored.findIndex((row) => row.id === id));
          assert.deepEqual(positions, plainly(samples, q), JSON.stringify(q));
          if (ids.length > 0) found++;
          else missed++;
        }
      },
    ),
    { numRuns: byLength(60, 300) },
  );
  assert.ok(
    found > byLength(20, 100) && missed > byLength(20, 100),
    `too few searches with or without matches: ${found} and ${missed}`,
  );
});

Deno.test("task search: reads more tasks than one part has", async () => {
  await using db = await freshDatabase();
  const rows = Array.from(
    { length: 10_100 },
    (_, n) => ({ name: `task ${n}`, command: "true", labels: [], schedules: "manual" }),
  );
  for (let n = 0; n < rows.length; n += 300) await store(db, rows.slice(n, n + 300));
  assert.equal((await searchTasks(db.selectFrom("task"), "task")).length, rows.length);
  const found = await searchTasks(db.selectFrom("task"), "name:10099");
  assert.deepEqual([...found].length, 1);
});

Deno.test("task search: lists the best matches first, whatever sign is before a word", async () => {
  await using db = await freshDatabase();
  const [best, atWords, inWords] = [
    ["logs"],
    ["a-logs", "报 logs", "😀logs", "报表：logs"],
    ["xlogs", "9logs", "报logs", "élogs"],
  ] as const;
  const others = { command: "true", labels: [], schedules: "manual" };
  // Of equal matches, the newer one is first: here, the worst are the newest.
  await store(db, [
    ...[...best, ...atWords, ...inWords].map((name) => ({ ...others, name })),
    { ...others, name: "by its label", labels: ["new\nlogs"] },
    { ...others, name: "by its command", command: "cat LOGS" },
  ]);
  const inOrder = [best, atWords, inWords].flatMap((names) => names.toReversed());
  for (const q of ["logs", "Logs", '"logs"']) {
    const ids = await searchTasks(db.selectFrom("task"), q);
    const rows = await db.selectFrom("task").select(["id", "name"]).execute();
    const names = ids.map((id) => rows.find((row) => row.id === id)?.name);
    assert.deepEqual(names, [...inOrder, "by its label", "by its command"], q);
  }
});
