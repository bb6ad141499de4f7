// A pull that is stopped while the panel looks at what it has fetched: what waited for approval before it still does.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { Bus } from "../../engine/bus.ts";
import { insertPull } from "../../engine/ledger.ts";
import type { Database } from "../../engine/store.ts";
import { LaidOutPulls, waitingName } from "./laid_out.ts";
import { type Applied, appliedFile, type Pulled, pulledFile, readMessage, writeMessage } from "./pull/job.ts";
import { stagingName } from "./pull_orders.ts";
import { WatchedPulls } from "./pulls.ts";
import { findWaiting, writeWaiting } from "./store.ts";

const changes = {
  commit: "c".repeat(40),
  counts: {
    tasks: { added: 0, changed: 0, removed: 0, failed: 0 },
    files: { added: 1, changed: 0, removed: 0 },
  },
  ...{ tasks: [], files: [], leftOut: [] },
};
const pulled: Pulled = { commit: "c".repeat(40), files: [], defaultCron: null, leftOut: [] };

async function addSubscription(db: Database): Promise<number> {
  const { id } = await db.insertInto("subscription").values({
    ...{ name: "one", type: "public_repository", url: "https://example.org/a/b.git", branch: "" },
    ...{
      pull_method: null,
      username: "",
      password_sealed: null,
      private_key_sealed: null,
      proxy_sealed: null,
    },
    ...{ time_zone: null, schedule_json: '{"kind":"manual"}', whitelist: "", blacklist: "" },
    ...{ dependency_words: "", extensions: "", before_command: null, after_command: null, alias: "one" },
    ...{ auto_add: 1, auto_delete: 1, on_change: "keep", review: "ask", pinned_commit: null },
    ...{ rejected_commit: null, enabled: 1, cursor_at: 0, next_due_at: null, created_at: 0, updated_at: 0 },
    version: 1,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

Deno.test("pulls: one that ends while what it fetched is looked at leaves alone what waits for approval", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-aside-" });
  const [jobs, scripts] = [join(root, "jobs"), join(root, "scripts")];
  for (const folder of [jobs, scripts]) await Deno.mkdir(folder);
  const db = await freshDatabase();
  const clock = new TestClock();
  const isLooking = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const placer = {
    async preview() {
      isLooking.resolve();
      await goesOn.promise;
      return changes;
    },
    close: () => Promise.resolve(),
  };
  const pulls = new WatchedPulls({
    ...{ db, clock, jobs, scripts, bus: new Bus((fault) => assert.fail(String(fault))) },
    logger: { debug() {}, info() {}, warn() {}, error: (message: string) => assert.fail(message) },
    ...{ placer: placer as never, journal: null as never, queue: null as never },
    language: () => "en",
  });
  try {
    const id = await addSubscription(db);
    const laidOut = new LaidOutPulls({ jobs, scripts });
    await Deno.mkdir(join(scripts, stagingName(7)));
    await laidOut.keep(waitingName(id), { ...pulled, runId: 7 }, stagingName(7));
    const waits = { runId: 7, commit: "b".repeat(40), at: 0, changes };
    await db.transaction().execute((tx) => writeWaiting(tx, id, waits));
    const runId = await db.transaction().execute((tx) =>
      insertPull(tx, { subscription: { id, name: "one" }, cause: "person", now: 0 })
    );
    assert.ok(runId !== null);
    const job = join(jobs, String(runId));
    await Deno.mkdir(job);
    await Deno.mkdir(join(scripts, stagingName(runId)));
    writeMessage(job, pulledFile, pulled);
    await pulls.watchFound();
    clock.advance(50);
    await isLooking.promise;
    await db.updateTable("run").set({ state: "stopped", finished_at: 1 }).where("id", "=", runId).execute();
    goesOn.resolve();
    await pulls.close();
    assert.equal((await findWaiting(db, id))?.runId, 7);
    assert.equal(laidOut.find(waitingName(id))?.runId, 7);
    assert.deepEqual(readMessage<Applied>(job, appliedFile), { outcome: "refused", lines: [] });
    assert.ok(existsSync(join(scripts, stagingName(runId))), "not taken from under its removal");
  } finally {
    await pulls.close();
    await db.destroy();
    await Deno.remove(root, { recursive: true });
  }
});
