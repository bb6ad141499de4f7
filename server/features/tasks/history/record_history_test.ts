import assert from "node:assert/strict";
import { ChangeScope } from "../../../engine/change_scope.ts";
import type { Tx } from "../../../engine/store.ts";
import { PlannerScene } from "../../../../tests/support/planner_scene.ts";
import { updateTask } from "../store.ts";
import { recordTogether } from "./record_history.ts";

const NOW = Date.parse("2027-01-04T12:00:00Z");
const mira = { kind: "person", id: 7, name: "mira" } as const;

async function openTasks(count: number) {
  const scene = await PlannerScene.open({ now: NOW });
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push(await scene.add({ schedules: "manual" }));
  await scene.db.deleteFrom("task_history").execute();
  const rows = await scene.db.selectFrom("task").selectAll().orderBy("id").execute();
  const rename = async (tx: Tx, name: string) => {
    for (const row of rows) await updateTask(tx, row, { name }, NOW);
  };
  return { scene, ids, rename };
}

/** Counts the statements that insert into the history during an action. */
async function insertionsDuring(scene: PlannerScene, action: (tx: Tx) => Promise<void>): Promise<number> {
  let insertions = 0;
  await scene.db.transaction().execute((tx) =>
    action(
      new Proxy(tx, {
        get(target, name) {
          if (name === "insertInto") insertions++;
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
    )
  );
  return insertions;
}

Deno.test("record history: changes of many tasks are one statement, and each has its author and values", async () => {
  const { scene, ids, rename } = await openTasks(20);
  await using _ = scene;
  const scope = new ChangeScope(mira);
  const together = await scope.run(() =>
    insertionsDuring(scene, (tx) => recordTogether(tx, () => rename(tx, "night")))
  );
  assert.equal(together, 1);
  const entries = await scene.db.selectFrom("task_history").selectAll().orderBy("id").execute();
  assert.deepEqual(entries.map(({ task_id }) => task_id), ids);
  const { id: __, ...first } = entries[0]!;
  assert.deepEqual(first, {
    ...{ task_id: ids[0]!, at: NOW, type: "updated" },
    ...{ author_kind: "person", author_id: 7, author_name: "mira" },
    changes_json: JSON.stringify([{ field: "name", from: "task", to: "night" }]),
  });
  assert.deepEqual(scope.history.map(({ task_id }) => task_id).toSorted((a, b) => a - b), ids);
});

Deno.test("record history: without a batch each change is inserted at once, by the panel", async () => {
  const { scene, rename } = await openTasks(3);
  await using _ = scene;
  assert.equal(await insertionsDuring(scene, (tx) => rename(tx, "night")), 3);
  const entries = await scene.db.selectFrom("task_history").select(["author_kind", "author_id"]).execute();
  assert.deepEqual(entries, Array.from({ length: 3 }, () => ({ author_kind: "panel", author_id: null })));
});

Deno.test("record history: an action that fails leaves no entry, and the next one starts empty", async () => {
  const { scene, rename } = await openTasks(2);
  await using _ = scene;
  const failing = scene.db.transaction().execute((tx) =>
    recordTogether(tx, async () => {
      await rename(tx, "night");
      throw new Error("later");
    })
  );
  await assert.rejects(failing, { message: "later" });
  await scene.db.transaction().execute((tx) => recordTogether(tx, () => Promise.resolve()));
  assert.deepEqual(await scene.db.selectFrom("task_history").select("id").execute(), []);
});

Deno.test("record history: what is stored differently but means the same is no change", async () => {
  const { scene, ids } = await openTasks(1);
  await using _ = scene;
  const { db } = scene;
  await db.updateTable("task").set({ retry_json: '{"times":0,"delayMs":60000,"backoff":"fixed"}' }).execute();
  const row = await db.selectFrom("task").selectAll().where("id", "=", ids[0]!).executeTakeFirstOrThrow();
  const retry_json = JSON.stringify({ times: 0, delayMs: 60_000, backoff: "fixed", onLost: false });
  const notify_json = JSON.stringify({ onFailure: false, longerThanMs: null });
  await db.transaction().execute((tx) =>
    updateTask(tx, row, { retry_json, notify_json, updated_at: NOW }, NOW)
  );
  assert.deepEqual(await db.selectFrom("task_history").select("id").execute(), []);
});
