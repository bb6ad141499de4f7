// Compares the search with a plain comparison of every task, over texts that are special to LIKE, JSON or upper case.
import assert from "node:assert/strict";
import fc from "fast-check";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../contract/text_search.ts";
import type { Database } from "../../engine/store.ts";
import { columnDefaults } from "./task_rows.ts";
import { searchTasks } from "./search_tasks.ts";

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
  ),
);
const task = fc.record({ name: text, command: text, labels: fc.array(text, { maxLength: 2 }) });
type Sample = typeof task extends fc.Arbitrary<infer One> ? One : never;

/** What the search does, without a database. */
function plainly(samples: readonly Sample[], q: string): string[] {
  const words = searchWords(q.toLowerCase());
  const has = (texts: readonly string[], word: string) =>
    texts.some((one) => one.toLowerCase().includes(word));
  const matching = (withTypos: boolean) =>
    samples.filter(({ name, command, labels }) =>
      matchWords(
        words,
        (word) => rankMatch(word, name.toLowerCase()) ?? (has([command, ...labels], word) ? 3 : null),
        (word) => {
          const texts = [name, JSON.stringify(labels)].map((one) => one.toLowerCase());
          return withTypos && texts.some((one) => matchesWithTypo(word, one)) ? 0 : null;
        },
      ) !== null
    );
  const exact = matching(false);
  return (exact.length > 0 ? exact : matching(true)).map(({ name }) => name).sort();
}

const rest = {
  ...columnDefaults,
  ...{
    schedules_json: '"manual"',
    pinned: 0 as const,
    cursor_at: 0,
    created_at: 0,
    updated_at: 0,
    version: 1,
  },
};

async function store(db: Database, samples: readonly Sample[]): Promise<void> {
  const rows = samples.map(({ name, command, labels }) => ({
    ...rest,
    ...{ name, command, labels_json: JSON.stringify(labels) },
  }));
  await db.insertInto("task").values(rows).execute();
}

Deno.test("task search: finds exactly what a comparison of every task finds", async () => {
  const db = await freshDatabase();
  let [found, missed] = [0, 0];
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(task, { minLength: 1, maxLength: 8 }),
        fc.array(search, { minLength: 1, maxLength: 6 }),
        async (samples, searches) => {
          await db.deleteFrom("task").execute();
          await store(db, samples);
          for (const q of searches.filter((one) => searchWords(one).length > 0 && !one.includes(":"))) {
            const ids = await searchTasks(db.selectFrom("task"), q);
            const rows = await db.selectFrom("task").select(["id", "name"]).execute();
            const names = rows.flatMap(({ id, name }) => ids.has(id) ? [name] : []).sort();
            assert.deepEqual(names, plainly(samples, q), JSON.stringify(q));
            if (names.length > 0) found++;
            else missed++;
          }
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(
      found > 100 && missed > 100,
      `too few searches with or without matches: ${found} and ${missed}`,
    );
  } finally {
    await db.destroy();
  }
});

Deno.test("task search: reads more tasks than one part has", async () => {
  const db = await freshDatabase();
  try {
    const rows = Array.from(
      { length: 8_100 },
      (_, n) => ({ name: `task ${n}`, command: "true", labels: [] }),
    );
    for (let n = 0; n < rows.length; n += 300) await store(db, rows.slice(n, n + 300));
    assert.equal((await searchTasks(db.selectFrom("task"), "task")).size, rows.length);
    const found = await searchTasks(db.selectFrom("task"), "name:8099");
    assert.deepEqual([...found].length, 1);
  } finally {
    await db.destroy();
  }
});
