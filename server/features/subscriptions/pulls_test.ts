// Tests that stopping a pull while the panel processes it keeps what was waiting for approval, that a preview
// is published after its files exist, and that what other panels decide leaves no files behind.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import { Bus } from "../../engine/bus.ts";
import { insertQueued } from "../../engine/ledger.ts";
import type { Database } from "../../engine/store.ts";
import type { SharedFolders } from "../../platform/files/shared_folders.ts";
import { previewName, StoredPulls, waitingName } from "./stored_pulls.ts";
import { type Applied, appliedFile, type Pulled, pulledFile, readMessage, writeMessage } from "./pull/job.ts";
import { sweepPulls } from "./pull_leftovers.ts";
import { stagingName } from "./pull_orders.ts";
import { subscriptionSource } from "./plan_source.ts";
import { WatchedPulls } from "./pulls.ts";
import { findPreview, findWaiting, removeWaiting, writePreview, writeWaiting } from "./store.ts";
import { Repositories } from "./workspace/repositories.ts";
import { SwapJournal } from "./workspace/swap_journal.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const changes = {
  commit: "c".repeat(40),
  counts: {
    tasks: { added: 0, changed: 0, removed: 0, failed: 0 },
    files: { added: 1, changed: 0, removed: 0 },
  },
  tasks: [],
  files: [],
  leftOut: [],
};
const pulled: Pulled = { commit: "c".repeat(40), files: [], defaultCron: null, leftOut: [] };

async function addSubscription(db: Database): Promise<number> {
  const { id } = await db.insertInto("subscription").values({
    name: "one",
    type: "public_repository",
    url: "https://example.org/a/b.git",
    branch: "",
    pull_method: null,
    username: "",
    password_sealed: null,
    private_key_sealed: null,
    proxy_sealed: null,
    time_zone: null,
    schedule_json: '{"kind":"manual"}',
    whitelist: "",
    blacklist: "",
    dependency_words: "",
    extensions: "",
    before_command: null,
    after_command: null,
    alias: "one",
    auto_add: 1,
    auto_delete: 1,
    on_change: "keep",
    review: "ask",
    pinned_commit: null,
    rejected_commit: null,
    enabled: 1,
    cursor_at: 0,
    next_due_at: null,
    created_at: 0,
    updated_at: 0,
    version: 1,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** What other panels have stored: nothing. */
const otherPanels: SharedFolders = {
  nodeId: 1,
  save: () => Promise.resolve(),
  find: () => Promise.resolve(null),
  fetch: () => Promise.resolve(false),
  remove: () => Promise.resolve(),
  names: () => Promise.resolve([]),
};

interface Scene {
  db: Database;
  bus: Bus;
  jobs: string;
  scripts: string;
  storedPulls: StoredPulls;
  pulls: WatchedPulls;
  /** Lets the panel continue. */
  goOn(): void;
  published: string[];
  /**
   * Stages a fetched result like the process of a run, and waits until the panel processes it. Returns the
   * folder of its job.
   */
  fetched(runId: number): Promise<string>;
}

async function inScene(action: (scene: Scene) => Promise<void>, folders?: SharedFolders): Promise<void> {
  await using root = await temporaryFolder();
  const [jobs, scripts] = [join(root.path, "jobs"), join(root.path, "scripts")];
  for (const folder of [jobs, scripts]) await Deno.mkdir(folder);
  const db = await freshDatabase();
  const clock = new TestClock();
  const isLooking = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const applier = {
    async preview() {
      isLooking.resolve();
      await resume.promise;
      return changes;
    },
    close: () => Promise.resolve(),
  };
  const bus = new Bus((error) => assert.fail(String(error)));
  const published: string[] = [];
  bus.listen(({ type }) => published.push(type));
  const pulls = new WatchedPulls({
    db,
    clock,
    jobs,
    scripts,
    bus,
    logger: { debug() {}, info() {}, warn() {}, error: (message: string) => assert.fail(message) },
    applier: applier as never,
    journal: new SwapJournal(jobs, scripts),
    repositories: new Repositories(join(root.path, "repo")),
    engine: { nodeId: folders?.nodeId ?? null } as never,
    folders,
    hosts: { share: () => Promise.resolve() },
    isDeciding: () => true,
    language: () => "en",
  });
  const fetched = async (runId: number) => {
    const job = join(jobs, String(runId));
    await Deno.mkdir(job);
    await Deno.mkdir(join(scripts, stagingName(runId)));
    writeMessage(job, pulledFile, pulled);
    await pulls.watchFound();
    clock.advance(50);
    await isLooking.promise;
    return job;
  };
  const storedPulls = new StoredPulls({ jobs, scripts });
  try {
    const goOn = () => resume.resolve();
    await action({ db, bus, jobs, scripts, storedPulls, pulls, goOn, published, fetched });
  } finally {
    resume.resolve();
    await pulls.close();
    await db.destroy();
  }
}

async function addPreview(db: Database): Promise<number> {
  const { id } = await db.insertInto("run").values({
    kind: "subscription",
    task_name: "-",
    cause: "person",
    state: "running",
    due_count: 1,
    queued_at: 0,
    start_after: 0,
    queue_rank: 0,
    queue_order: 1,
    attempt: 1,
    log_path: "one/1.log",
    subject_json: JSON.stringify({ id: 0, alias: "one" }),
  } as never).returning("id").executeTakeFirstOrThrow();
  return id;
}

Deno.test("pulls: a pull that ends while it is processed leaves the waiting one unchanged", () =>
  inScene(async ({ db, scripts, storedPulls, pulls, goOn, fetched }) => {
    const id = await addSubscription(db);
    await Deno.mkdir(join(scripts, stagingName(7)));
    await storedPulls.save(waitingName(id), { ...pulled, runId: 7 }, stagingName(7));
    const waits = { runId: 7, commit: "b".repeat(40), at: 0, changes };
    await db.transaction().execute((tx) => writeWaiting(tx, id, waits));
    const runId = await db.transaction().execute((tx) =>
      insertQueued(tx, { source: subscriptionSource({ id, name: "one" }), cause: "person", now: 0 })
    );
    assert.ok(runId !== null);
    const job = await fetched(runId);
    await db.updateTable("run").set({ state: "stopped", finished_at: 1 }).where("id", "=", runId).execute();
    goOn();
    await pulls.close();
    assert.equal((await findWaiting(db, id))?.runId, 7);
    assert.equal(storedPulls.find(waitingName(id))?.runId, 7);
    assert.deepEqual(readMessage<Applied>(job, appliedFile), { outcome: "refused", lines: [] });
    assert.ok(existsSync(join(scripts, stagingName(runId))), "not taken over during its removal");
  }));

Deno.test("pulls: a commit that waits for approval is published once, however often it is pulled", async () => {
  for (const before of [null, pulled.commit, "b".repeat(40)]) {
    await inScene(async ({ db, scripts, storedPulls, pulls, goOn, published, fetched }) => {
      const id = await addSubscription(db);
      if (before !== null) {
        await Deno.mkdir(join(scripts, stagingName(7)));
        await storedPulls.save(waitingName(id), { ...pulled, commit: before, runId: 7 }, stagingName(7));
        const waits = { runId: 7, commit: before, at: 0, changes };
        await db.transaction().execute((tx) => writeWaiting(tx, id, waits));
      }
      const runId = await db.transaction().execute((tx) =>
        insertQueued(tx, { source: subscriptionSource({ id, name: "one" }), cause: "schedule", now: 0 })
      );
      assert.ok(runId !== null);
      await fetched(runId);
      goOn();
      await pulls.close();
      assert.equal((await findWaiting(db, id))?.runId, runId);
      const isKnown = before === pulled.commit;
      // A reader of the waiting pull still learns that it is now from another run.
      assert.deepEqual(published, [isKnown ? "subscription:updated" : "subscription:waiting"]);
    });
  }
});

Deno.test("pulls: a preview requires its files, and is published only when they exist", async () => {
  for (const goes of [true, false]) {
    await inScene(async ({ db, scripts, storedPulls, pulls, goOn, fetched }) => {
      const runId = await addPreview(db);
      const job = await fetched(runId);
      if (goes) await Deno.remove(join(scripts, stagingName(runId)), { recursive: true });
      goOn();
      await pulls.close();
      assert.equal(readMessage<Applied>(job, appliedFile)?.outcome, goes ? "refused" : "previewed");
      assert.equal(await findPreview(db, runId) === null, goes);
      assert.equal(storedPulls.find(previewName(runId)) === null, goes);
    });
  }
});

Deno.test("pulls: completes a preview if the last process died after storing its files but before its row", () =>
  inScene(async ({ db, jobs, scripts, storedPulls }) => {
    const runId = await addPreview(db);
    await Deno.mkdir(join(scripts, stagingName(runId)));
    await storedPulls.save(previewName(runId), { ...pulled, runId }, stagingName(runId));
    await sweepPulls({ db, jobs, scripts }, 0);
    assert.ok(existsSync(join(scripts, stagingName(runId))), "the pull has it again");
    assert.equal(storedPulls.find(previewName(runId)), null);
  }));

const otherChanges: Record<string, (db: Database, id: number) => Promise<void>> = {
  decided: (db, id) => db.transaction().execute((tx) => removeWaiting(tx, id)),
  newer: (db, id) =>
    db.transaction().execute((tx) =>
      writeWaiting(tx, id, { runId: 8, commit: "b".repeat(40), at: 0, changes })
    ),
  none: () => Promise.resolve(),
};

Deno.test("pulls: files that wait are removed when another panel decides about them or has newer ones", async () => {
  for (const [kind, change] of Object.entries(otherChanges)) {
    await inScene(async ({ db, bus, scripts, storedPulls, pulls }) => {
      const id = await addSubscription(db);
      await pulls.open();
      await Deno.mkdir(join(scripts, stagingName(7)));
      await storedPulls.save(waitingName(id), { ...pulled, runId: 7 }, stagingName(7));
      const waits = { runId: 7, commit: pulled.commit, at: 0, changes };
      await db.transaction().execute((tx) => writeWaiting(tx, id, waits));
      await change(db, id);
      bus.publish({ topic: "subscriptions", type: "subscription:updated", id, version: 0, at: "" });
      await pulls.close();
      assert.equal(storedPulls.find(waitingName(id))?.runId, kind === "none" ? 7 : undefined, kind);
      assert.equal(existsSync(storedPulls.path(waitingName(id))), kind === "none", kind);
    }, otherPanels);
  }
});

Deno.test("pulls: copies of expired previews are removed when another panel has a new preview", () =>
  inScene(async ({ db, bus, scripts, storedPulls, pulls }) => {
    await pulls.open();
    for (const runId of [7, 8]) {
      await Deno.mkdir(join(scripts, stagingName(runId)));
      await storedPulls.save(previewName(runId), { ...pulled, runId }, stagingName(runId));
    }
    const at = new TestClock().now();
    await writePreview(db, { runId: 8, subscriptionId: null, at, changes, before: 0 });
    const id = await addPreview(db);
    await db.updateTable("run").set({ state: "succeeded", finished_at: 1, node_id: 2 }).where("id", "=", id)
      .execute();
    bus.publish({ topic: "runs", type: "run:finished", id, version: 0, at: "" });
    await until("the expired preview to go", () => storedPulls.find(previewName(7)) === null);
    await pulls.close();
    assert.equal(storedPulls.find(previewName(8))?.runId, 8);
  }, otherPanels));
