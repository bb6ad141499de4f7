import assert from "node:assert/strict";
import type { KyselyPlugin } from "kysely";
import { freshSqlite } from "../../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { WatchRuns } from "./watch_runs.ts";

Deno.test("sources: polling never reads all runs or all tasks", async () => {
  await using db = await freshSqlite();
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const watch = new WatchRuns({
    db: db.withPlugin(recorder),
    clock: new TestClock(),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // Nothing is reported without runs.
    notifier: null as never,
    logs: "/nonexistent",
    readTail: () => Promise.reject(new Error("no log")),
    zone: () => "UTC",
  });
  await watch.check();
  for (const table of ["run", "task"]) {
    assert.equal(statements.filter((text) => text.includes(`from "${table}"`)).length, 1, table);
  }
  for (const text of statements) {
    const values = Array.from(text.matchAll(/\?/g), () => "running");
    const plan = await db.executeQuery<{ detail: string }>({
      ...db.selectFrom("run").compile(),
      ...{ sql: `explain query plan ${text}`, parameters: values },
    });
    for (const { detail } of plan.rows) assert.doesNotMatch(detail, /^SCAN (run|task)$/, text);
  }
});
