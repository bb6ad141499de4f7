import assert from "node:assert/strict";
import { freshDatabase } from "../../../../tests/support/fresh_database.ts";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import type { DeliveryReason } from "../../../contract/webhooks.ts";
import {
  findReceipt,
  insertDelivery,
  insertReceipts,
  pruneDeliveries,
  removeExpiredReceipts,
} from "./store.ts";

const delivery = (reason: DeliveryReason | null, task_id = 1) => ({
  ...{ task_id, at: 0, ip: null, sender_id: null, bytes: 0, media_type: "", reason },
  ...{ issues_json: null, run_id: null, content_id: null, resent_from: null, requested_by: null },
});

Deno.test("webhook store: the newest deliveries stay; those without a signature push out none that were signed", async () => {
  const db = await freshDatabase();
  const count = async () =>
    (await db.selectFrom("webhook_delivery").select("reason").where("task_id", "=", 1).execute()).map((
      { reason },
    ) => reason);
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n <= webhookLimits.deliveries; n++) {
      await insertDelivery(tx, delivery(n % 2 ? "overlap" : null));
    }
    for (let n = 0; n <= webhookLimits.unsigned; n++) {
      await insertDelivery(tx, delivery(n % 2 ? "time" : "signature"));
    }
    await insertDelivery(tx, delivery(null, 2));
    await pruneDeliveries(tx, 1);
  });
  const reasons = await count();
  const unsigned = reasons.filter((reason) => reason === "signature" || reason === "time");
  assert.deepEqual([unsigned.length, reasons.length - unsigned.length], [
    webhookLimits.unsigned,
    webhookLimits.deliveries,
  ]);
  const others = await db.selectFrom("webhook_delivery").select("id").where("task_id", "=", 2).execute();
  assert.equal(others.length, 1);
  await db.destroy();
});

Deno.test("webhook store: a receipt counts for its task until it expires, and is then removed", async () => {
  const db = await freshDatabase();
  await db.transaction().execute(async (tx) => {
    await insertReceipts(tx, [{ name: "id:a", forMs: 10 }], { taskId: 1, runId: 7, now: 100 });
    const find = (task: number, name: string, now: number) => findReceipt(tx, task, [name], now);
    assert.deepEqual(
      await Promise.all([
        ...[find(1, "id:a", 109), find(1, "id:a", 110), find(2, "id:a", 109), find(1, "id:b", 109)],
      ]),
      [7, null, null, null],
    );
    // One that has expired and is not removed yet does not keep another from being stored.
    await insertReceipts(tx, [{ name: "id:a", forMs: 10 }], { taskId: 1, runId: 8, now: 200 });
    assert.equal(await find(1, "id:a", 209), 8);
  });
  await removeExpiredReceipts(db, 209);
  assert.equal((await db.selectFrom("webhook_receipt").selectAll().execute()).length, 1);
  await removeExpiredReceipts(db, 210);
  assert.equal((await db.selectFrom("webhook_receipt").selectAll().execute()).length, 0);
  await db.destroy();
});
