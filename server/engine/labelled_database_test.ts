import assert from "node:assert/strict";
import { freshDatabase } from "../../tests/support/fresh_database.ts";
import { until } from "../../tests/support/until.ts";
import { insertTask, updateTask } from "../features/tasks/store.ts";
import { byUser, moveIdleToTrash } from "../features/tasks/trash_store.ts";
import { columnDefaults } from "../features/tasks/task_rows.ts";
import { engineOf } from "../platform/database_engine.ts";
import { fewVisibleTasks, withinLabels } from "./labelled_database.ts";
import type { Database } from "./store.ts";

async function addTask(db: Database, name: string, labels: readonly string[]): Promise<number> {
  const { id } = await db.insertInto("task").values({
    ...columnDefaults,
    ...{ name, command: "true", schedules_json: "[]", labels_json: JSON.stringify(labels) },
    ...{ cursor_at: 0, created_at: 0, updated_at: 0, enabled: 1, pinned: 0, version: 1 },
  }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("run").values({
    ...{ kind: "task", cause: "person", state: "succeeded", attempt: 1, task_id: id, task_name: name },
    ...{ queued_at: 0, start_after: 0, due_count: 1, queue_rank: 0, queue_order: 0, finished_at: 1 },
  }).execute();
  return id;
}

for (const isKnown of [false, true]) {
  const how = isKnown ? ", known from a read before" : "";
  Deno.test(`labelled database: has the tasks with one of the labels, and what belongs to them${how}`, () =>
    hasOnlyOwn(isKnown));
}

async function hasOnlyOwn(isKnown: boolean): Promise<void> {
  await using db = await freshDatabase();
  const shop = await addTask(db, "shop", ["Shop"]);
  const both = await addTask(db, "both", ["a", "Shop"]);
  const foreign = await addTask(db, "foreign", ["shop", "Shop2", 'x"Shop"']);
  await addTask(db, "none", []);
  await db.insertInto("run").values({
    ...{ kind: "subscription", cause: "person", state: "succeeded", attempt: 1, task_name: "pull" },
    ...{ queued_at: 0, start_after: 0, due_count: 1, queue_rank: 0, queue_order: 0 },
  }).execute();
  const limited = withinLabels(db, ["Shop", "b"]);
  if (isKnown) await known(limited, [shop, both]);
  const names = async (rows: Promise<{ name: string }[]>) => (await rows).map(({ name }) => name);
  assert.deepEqual(await names(limited.selectFrom("task").select("name").orderBy("id").execute()), [
    "shop",
    "both",
  ]);
  assert.deepEqual(
    await names(limited.selectFrom("run").select("task_name as name").orderBy("id").execute()),
    ["shop", "both"],
  );
  // Also with an alias, joined, nested, counted and in a transaction.
  const joined = limited.selectFrom("task as one").innerJoin("run as last", "last.task_id", "one.id")
    .select("one.name").where("one.id", "in", limited.selectFrom("run").select("task_id")).orderBy("one.id");
  assert.deepEqual(await names(joined.execute()), ["shop", "both"]);
  const { total } = await limited.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  assert.equal(Number(total), 2);
  await limited.transaction().execute(async (tx) => {
    assert.equal(
      await tx.selectFrom("task").select("id").where("id", "=", foreign).executeTakeFirst(),
      undefined,
    );
    assert.ok(await tx.selectFrom("task").select("id").where("id", "=", both).executeTakeFirst());
    await tx.updateTable("task").set({ name: "new" }).where("id", "=", shop).execute();
    await tx.deleteFrom("run").where("task_id", "=", shop).execute();
    await tx.deleteFrom("run").where("task_id", "=", foreign).execute();
    await tx.deleteFrom("task").where("id", "=", foreign).execute();
    await tx.updateTable("task").set({ name: "taken" }).where("name", "in", ["foreign", "none"]).execute();
  });
  assert.deepEqual(await names(db.selectFrom("task").select("name").orderBy("id").execute()), [
    ...["new", "both", "foreign", "none"],
  ]);
  const { left } = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("left"))
    .executeTakeFirstOrThrow();
  assert.equal(Number(left), 4);
}

/** Waits until the tasks of a limited database are known, where they are. */
async function known(limited: Database, ids: readonly number[]): Promise<void> {
  if (engineOf(limited) === "postgres") return;
  await until("the labels to be read", () => fewVisibleTasks(limited, 10) !== null);
  assert.deepEqual(fewVisibleTasks(limited, 10), ids);
  if (ids.length > 0) assert.equal(fewVisibleTasks(limited, ids.length - 1), null);
}

Deno.test("labelled database: a label that is taken away is gone at once, also for who has read it before", async () => {
  await using db = await freshDatabase();
  const id = await addTask(db, "shop", ["Shop"]);
  const limited = withinLabels(db, ["Shop"]);
  await known(limited, [id]);
  const names = async () =>
    (await limited.selectFrom("task").select("name").execute()).map(({ name }) => name);
  assert.deepEqual(await names(), ["shop"]);
  const row = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => updateTask(tx, row, { labels_json: "[]" }, 1));
  assert.deepEqual(await names(), []);
  await known(limited, []);
  assert.deepEqual(await names(), []);
  // What is changed is compared with the labels themselves, even if a change was not announced.
  await db.updateTable("task").set({ labels_json: '["Shop"]' }).execute();
  const { numUpdatedRows } = await limited.updateTable("task").set({ name: "new" }).executeTakeFirstOrThrow();
  assert.equal(Number(numUpdatedRows), 1);
});

Deno.test("labelled database: the runs of a task are gone with it", async () => {
  await using db = await freshDatabase();
  const id = await addTask(db, "shop", ["Shop"]);
  const limited = withinLabels(db, ["Shop"]);
  await known(limited, [id]);
  const count = async () => (await limited.selectFrom("run").select("id").execute()).length;
  assert.equal(await count(), 1);
  await db.transaction().execute((tx) => moveIdleToTrash(tx, id, { ...byUser(null), now: 1 }));
  assert.equal(await count(), 0);
  await known(limited, []);
  assert.equal(await count(), 0);
});

Deno.test("labelled database: a new task is there at once", async () => {
  await using db = await freshDatabase();
  const limited = withinLabels(db, ["Shop"]);
  await known(limited, []);
  const row = await db.selectFrom("task").selectAll().where("id", "=", await addTask(db, "one", []))
    .executeTakeFirstOrThrow();
  const { id: _, ...columns } = row;
  const added = await db.transaction().execute((tx) =>
    insertTask(tx, { ...columns, name: "two", labels_json: '["x","Shop"]' }, "created")
  );
  assert.deepEqual(await limited.selectFrom("task").select("id").execute(), [{ id: added.id }]);
  await known(limited, [added.id]);
  assert.deepEqual(await limited.selectFrom("task").select("id").execute(), [{ id: added.id }]);
});

Deno.test("labelled database: nobody sees anything by no labels", async () => {
  await using db = await freshDatabase();
  await addTask(db, "shop", ["Shop"]);
  assert.deepEqual(await withinLabels(db, []).selectFrom("task").select("id").execute(), []);
});
