import assert from "node:assert/strict";
import { freshDatabase } from "../../../../tests/support/fresh_database.ts";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import { insertQueued } from "../../../engine/ledger.ts";
import type { Database } from "../../../engine/store.ts";
import { giveContent, insertContent, removeOldContents, withContent } from "./trigger_content.ts";

async function addRun(db: Database, taskId: number, isFinished: boolean): Promise<number> {
  const source = { column: "task_id", id: taskId, kind: "task", name: "t", serialGroup: null } as const;
  const id = await db.transaction().execute((tx) =>
    insertQueued(tx, { source: { ...source, overlap: { policy: "skip" } }, cause: "webhook", now: 0 })
  );
  if (isFinished) {
    await db.updateTable("run").set({ state: "succeeded", finished_at: 1 }).where("id", "=", id!).execute();
  }
  return id!;
}

async function addContent(db: Database, taskId: number, runId: number | null, bytes = 1): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const id = await insertContent(tx, { bytes, content_sealed: "" }, { taskId, now: 0 });
    if (runId !== null) await giveContent(tx, id, runId);
    return id;
  });
}

async function left(db: Database): Promise<number[]> {
  await removeOldContents(db);
  return (await db.selectFrom("trigger_content").select("id").orderBy("id").execute()).map(({ id }) => id);
}

Deno.test("trigger contents: stay as long as their run, or the delivery that had none", async () => {
  await using db = await open();
  const run = await addRun(db, 1, true);
  const ofRun = await addContent(db, 1, run);
  await addContent(db, 1, 999);
  const ofDelivery = await addContent(db, 1, null);
  await addContent(db, 1, null);
  await db.insertInto("webhook_delivery").values({
    ...{ task_id: 1, at: 0, ip: null, sender_id: null, bytes: 1, media_type: "", reason: "overlap" },
    ...{ issues_json: null, run_id: null, content_id: ofDelivery, resent_from: null, requested_by: null },
  }).execute();
  assert.deepEqual(await left(db), [ofRun, ofDelivery]);
  await db.deleteFrom("run").execute();
  await db.deleteFrom("webhook_delivery").execute();
  assert.deepEqual(await left(db), []);
});

Deno.test("trigger contents: none of a task is removed while a run of it has not ended, such as a retry", async () => {
  await using db = await open();
  await addRun(db, 1, false);
  const stays = await addContent(db, 1, 999);
  await addContent(db, 2, 999);
  assert.deepEqual(await left(db), [stays]);
});

Deno.test("trigger contents: the oldest of a task go first beyond the limit, to the byte", async () => {
  await using db = await open();
  const run = await addRun(db, 1, true);
  const oldest = await addContent(db, 1, run, 1);
  const newest = await addContent(db, 1, run, webhookLimits.contents - 1);
  const other = await addContent(db, 2, await addRun(db, 2, true), webhookLimits.contents);
  assert.deepEqual(await left(db), [oldest, newest, other]);
  await db.updateTable("trigger_content").set({ bytes: 2 }).where("id", "=", oldest).execute();
  assert.deepEqual(await left(db), [newest, other]);
});

Deno.test("trigger contents: a run names its content beside what else it is given", () => {
  assert.deepEqual(JSON.parse(withContent(null, 7)), { arguments: [], trigger: 7 });
  assert.deepEqual(JSON.parse(withContent('{"arguments":["a"],"parameters":[]}', 7)), {
    ...{ arguments: ["a"], parameters: [], trigger: 7 },
  });
});

async function open(): Promise<Database & AsyncDisposable> {
  const db = await freshDatabase();
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() });
}
