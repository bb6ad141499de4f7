import assert from "node:assert/strict";
import { join } from "node:path";
import { readFileSync, statSync } from "node:fs";
import { insertQueued, insertSkipped } from "../../engine/ledger.ts";
import type { Database } from "../../engine/store.ts";
import { taskSource } from "../tasks/task_source.ts";
import { byUser, moveIdleToTrash } from "../tasks/trash_store.ts";
import { removeOldRuns, removeOldRunsOfTasks, removeRunsOfTask, removeSurplusRuns } from "./retention.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const anyNode = {
  ...{ placement_pool: "default", placement_mode: "any" } as const,
  ...{ requires_approval: 0 as const, approval_lapse_ms: 0 },
  ...{ parameters_json: "[]", rule_values_json: "{}", schedules_json: "[]" },
  ...{ upstream_json: null, for_each_json: null },
};
const task = { id: 1, name: "t", serial_group: null, overlap_json: "{}", ...anyNode };

async function open(): Promise<Database> {
  const db = await freshDatabase();
  return db;
}

Deno.test("retention: removes old runs with their logs and keeps newer and active ones", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  for (let n = 0; n < 1200; n++) {
    await db.transaction().execute((tx) =>
      insertSkipped(tx, { source: taskSource(task), cause: "schedule", reason: "missed", now: n, dueAt: n })
    );
  }
  const active = await db.transaction().execute((tx) =>
    insertQueued(tx, { source: taskSource(task), cause: "person", now: 0 })
  );
  await Deno.writeTextFile(join(logs, "old.log"), "");
  await Deno.writeTextFile(join(logs, "new.log"), "");
  await db.updateTable("run").set({ log_path: "old.log" }).where("due_at", "=", 5).execute();
  await db.updateTable("run").set({ log_path: "gone.log" }).where("due_at", "=", 6).execute();
  await db.updateTable("run").set({ log_path: "new.log" }).where("due_at", "=", 1100).execute();
  assert.equal(await removeOldRuns({ db, logger, logs, before: 1100 }), 1100);
  assert.deepEqual([...Deno.readDirSync(logs)].map(({ name }) => name), ["new.log"]);
  const left = await db.selectFrom("run").select(["id", "due_at"]).execute();
  assert.equal(left.length, 101);
  assert.ok(left.some(({ id }) => id === active));
  assert.equal(await removeOldRuns({ db, logger, logs, before: 1100 }), 0);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: removes the names that no run has any more", async () => {
  const db = await open();
  const add = (name: string, now: number) =>
    db.transaction().execute((tx) =>
      insertSkipped(tx, {
        source: { ...taskSource(task), name },
        ...{ cause: "schedule", reason: "missed", now, dueAt: now },
      })
    );
  const names = async () =>
    (await db.selectFrom("run_task_name").select("name").orderBy("name").execute()).map(({ name }) => name);
  for (const [now, name] of ["old", "renamed", "renamed", "new"].entries()) await add(name, now);
  assert.equal(await add("of no run", 3), null);
  assert.deepEqual(await names(), ["new", "old", "renamed"]);
  assert.equal(await removeOldRuns({ db, logger, logs: "/nowhere", before: 2 }), 2);
  assert.deepEqual(await names(), ["new", "renamed"]);
  await db.destroy();
});

async function moveToTrash(db: Database, id: number): Promise<void> {
  const deletion = { ...byUser("mira"), now: 0 };
  assert.ok(await db.transaction().execute((tx) => moveIdleToTrash(tx, id, deletion)));
}

/** Inserts rows of a task, oldest first. Returns their ids. */
async function fill(
  db: Database,
  taskId: number,
  states: readonly ("succeeded" | "skipped" | "running" | "queued")[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const state of states) {
    const active = state === "running" || state === "queued";
    const id = await db.transaction().execute((tx) =>
      insertQueued(tx, { source: taskSource({ ...task, id: taskId }), cause: "person", now: 0 })
    );
    await db.updateTable("run").set({
      state,
      finished_at: active ? null : 1,
      log_path: `t${taskId}/deep/${id}.log`,
    })
      .where("id", "=", id).execute();
    ids.push(id!);
  }
  return ids;
}

async function addTask(db: Database, id: number, keep: number | null): Promise<void> {
  const texts = {
    name: "t",
    command: "true",
    schedules_json: '"manual"',
    labels_json: "[]",
    notify_json: "{}",
  };
  const numbers = {
    enabled: 1,
    pinned: 0,
    random_delay_ms: 0,
    cursor_at: 0,
    created_at: 0,
    updated_at: 0,
    version: 1,
  } as const;
  const policies = { overlap_json: "{}", retry_json: "{}" };
  await db.insertInto("task").values({ id, ...texts, ...numbers, ...policies, log_keep_runs: keep })
    .execute();
}

Deno.test("retention: by count, keeps the newest runs of each task, by its own limit or the setting", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  await addTask(db, 1, null);
  await addTask(db, 2, 1);
  const usual = await fill(db, 1, [
    "running",
    "skipped",
    ...Array<"succeeded">(1003).fill("succeeded"),
    "skipped",
    "queued",
  ]);
  const taskRuns = await fill(db, 2, ["succeeded", "skipped", "succeeded", "skipped"]);
  const deleted = await fill(db, 3, ["succeeded", "succeeded", "succeeded", "succeeded"]);
  const few = await fill(db, 4, ["skipped", "succeeded", "skipped"]);
  for (const [taskId, ids] of [[1, usual], [2, taskRuns], [3, deleted], [4, few]] as const) {
    await Deno.mkdir(join(logs, `t${taskId}/deep`), { recursive: true });
    for (const id of ids) {
      for (const end of ["", ".times"]) {
        await Deno.writeTextFile(join(logs, `t${taskId}/deep/${id}.log${end}`), "");
      }
    }
  }
  let pauses = 0;
  const pause = () => Promise.resolve(void pauses++);
  assert.equal(await removeSurplusRuns({ db, logger, logs, keepRuns: 3, pause }), 1001 + 2 + 1);
  const left = (await db.selectFrom("run").select("id").orderBy("id").execute()).map(({ id }) => id);
  assert.deepEqual(left, [usual[0], ...usual.slice(-5), ...taskRuns.slice(2), ...deleted.slice(1), ...few]);
  const files = [...Deno.readDirSync(join(logs, "t1/deep"))].map(({ name }) => name).sort();
  assert.deepEqual(
    files,
    [usual[0], ...usual.slice(-5)].flatMap((id) => [`${id}.log`, `${id}.log.times`]).sort(),
  );
  assert.ok(pauses >= 6, "others were blocked meanwhile");
  assert.equal(await removeSurplusRuns({ db, logger, logs, keepRuns: null }), 0);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: by days, each task by its own limit or else the setting, also in the trash", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  const day = 86_400_000;
  const now = 100 * day;
  const days: [taskId: number, keepDays: number | null][] = [[1, null], [2, 3], [3, 60], [5, 3], [6, 60]];
  for (const [id, log_keep_days] of days) {
    await addTask(db, id, null);
    await db.updateTable("task").set({ log_keep_days }).where("id", "=", id).execute();
  }
  const ages = [70, 40, 10, 2];
  const stored: number[] = [];
  for (const [taskId, keep] of [[1, 30], [2, 3], [3, 60], [4, 30], [5, 3], [6, 60]] as const) {
    const ids = await fill(db, taskId, Array<"succeeded">(ages.length).fill("succeeded"));
    for (const [index, age] of ages.entries()) {
      const id = ids[index]!;
      await db.updateTable("run").set({ finished_at: now - age * day }).where("id", "=", id).execute();
      if (age < keep) stored.push(id);
    }
  }
  for (const id of [5, 6]) await moveToTrash(db, id);
  await removeOldRuns({ db, logger, logs, before: now - 30 * day });
  await removeOldRunsOfTasks({ db, logger, logs, now });
  const left = await db.selectFrom("run").select("id").orderBy("id").execute();
  assert.deepEqual(left.map(({ id }) => id), stored);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: a task in the trash keeps as many runs as its own limit, until all are removed", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  await addTask(db, 1, 3);
  const ids = await fill(db, 1, Array<"succeeded">(5).fill("succeeded"));
  const [other] = await fill(db, 2, ["succeeded"]);
  await moveToTrash(db, 1);
  await removeSurplusRuns({ db, logger, logs, keepRuns: 1 });
  const left = async () =>
    (await db.selectFrom("run").select("id").orderBy("id").execute()).map(({ id }) => id);
  assert.deepEqual(await left(), [...ids.slice(2), other]);
  await removeRunsOfTask({ db, logger, logs, taskId: 1 });
  assert.deepEqual(await left(), [other]);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: removes directories that become empty, but not others or the log root", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  const [first, second] = [await fill(db, 1, ["succeeded"]), await fill(db, 2, ["succeeded"])];
  for (const folder of ["t1/deep", "t2/deep"]) await Deno.mkdir(join(logs, folder), { recursive: true });
  await Deno.writeTextFile(join(logs, `t1/deep/${first[0]}.log`), "");
  await Deno.writeTextFile(join(logs, `t2/deep/${second[0]}.log`), "");
  await Deno.writeTextFile(join(logs, "t2/somebody's"), "");
  assert.equal(await removeOldRuns({ db, logger, logs, before: 100 }), 2);
  assert.deepEqual([...Deno.readDirSync(logs)].map(({ name }) => name), ["t2"]);
  assert.deepEqual([...Deno.readDirSync(join(logs, "t2"))].map(({ name }) => name), ["somebody's"]);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: counts runs without a task by type", async () => {
  const db = await open();
  const logs = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  await addTask(db, 1, null);
  const ofTask = await fill(db, 1, ["succeeded"]);
  const debug: number[] = [];
  for (let n = 0; n < 4; n++) {
    const source = { kind: "debug", name: "a.sh" } as const;
    const run = { source, cause: "person", now: n, subjectJson: "{}", scriptPath: "a.sh" } as const;
    debug.push(await db.transaction().execute((tx) => insertQueued(tx, run)) ?? 0);
  }
  const over = db.updateTable("run").set({ state: "stopped", finished_at: 1 });
  await over.where("id", "in", debug.slice(0, 3)).execute();
  assert.equal(await removeSurplusRuns({ db, logger, logs, keepRuns: 2 }), 1);
  const left = await db.selectFrom("run").select("id").orderBy("id").execute();
  assert.deepEqual(left.map(({ id }) => id), [...ofTask, ...debug.slice(1)]);
  await db.destroy();
  await Deno.remove(logs, { recursive: true });
});

Deno.test("retention: removes nothing outside the root and is not blocked by what is not a log", async () => {
  const db = await open();
  const root = await Deno.makeTempDir({ prefix: "sundial-retention-" });
  const [logs, outside] = [join(root, "logs"), join(root, "outside")];
  for (const name of ["logs", "outside", "logs/t1", "logs/t1/taken.log", "outside/empty"]) {
    await Deno.mkdir(join(root, name));
  }
  await Deno.writeTextFile(join(outside, "5.log"), "outside");
  await Deno.writeTextFile(join(logs, "t1/taken.log/file"), "kept");
  await Deno.symlink(outside, join(logs, "t2"));
  await Deno.symlink(join(outside, "5.log"), join(logs, "t1/link.log"));
  const paths = ["t2/5.log", "t1/taken.log", "t1/link.log", "../outside/5.log", "t2/empty/5.log"];
  const ids = await fill(db, 1, Array(paths.length).fill("succeeded"));
  for (const [index, path] of paths.entries()) {
    await db.updateTable("run").set({ log_path: path }).where("id", "=", ids[index]!).execute();
  }
  assert.equal(await removeOldRuns({ db, logger, logs, before: 100 }), paths.length);
  assert.equal(readFileSync(join(outside, "5.log"), "utf8"), "outside");
  assert.ok(statSync(join(outside, "empty")).isDirectory());
  assert.equal(readFileSync(join(logs, "t1/taken.log/file"), "utf8"), "kept");
  await assert.rejects(Deno.lstat(join(logs, "t1/link.log")));
  await db.destroy();
  await Deno.remove(root, { recursive: true });
});
