import type { Insertable } from "kysely";
import { webhookLimits as limits } from "../../../contract/limits/webhooks.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type {
  WebhookDeliveryRow,
  WebhookDeliveryTable,
  WebhookRow,
  WebhookTable,
} from "../../../migrations/webhook_tables.ts";

export async function findWebhook(db: Database | Tx, taskId: number): Promise<WebhookRow | undefined> {
  return await db.selectFrom("webhook").selectAll().where("task_id", "=", taskId).executeTakeFirst();
}

/** Finds the webhook at an address, unless its task is in the trash. */
export async function findByKey(
  db: Database,
  key: string,
): Promise<WebhookRow & { task_name: string } | undefined> {
  return await db.selectFrom("webhook").innerJoin("task", "task.id", "webhook.task_id").selectAll("webhook")
    .select("task.name as task_name").where("key", "=", key).executeTakeFirst();
}

export async function saveWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<void> {
  const { task_id: _, key: __, created_at: ___, ...changed } = row;
  await tx.insertInto("webhook").values(row).onConflict((on) => on.column("task_id").doUpdateSet(changed))
    .execute();
}

export async function updateWebhook(tx: Tx, taskId: number, columns: Partial<WebhookRow>): Promise<void> {
  await tx.updateTable("webhook").set(columns).where("task_id", "=", taskId).execute();
}

/** Removes the webhook of a task with all that has come. Runs that wait get nothing of it any more. Returns whether there was one. */
export async function removeWebhook(db: Database | Tx, taskId: number): Promise<boolean> {
  await db.deleteFrom("webhook_delivery").where("task_id", "=", taskId).execute();
  await db.deleteFrom("webhook_receipt").where("task_id", "=", taskId).execute();
  const removed = await db.deleteFrom("webhook").where("task_id", "=", taskId).returning("task_id").execute();
  return removed.length > 0;
}

/** Returns one page of deliveries, newest first, each with whether its content is stored. */
export async function listDeliveries(
  db: Database,
  taskId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: (WebhookDeliveryRow & { stored_id: number | null })[]; total: number }> {
  const all = db.selectFrom("webhook_delivery").where("webhook_delivery.task_id", "=", taskId);
  const rows = await all.leftJoin("trigger_content", "trigger_content.id", "webhook_delivery.content_id")
    .selectAll("webhook_delivery").select("trigger_content.id as stored_id")
    // Those without a signature are written later than they come.
    .orderBy("webhook_delivery.at", "desc").orderBy("webhook_delivery.id", "desc").limit(pageSize).offset(
      (page - 1) * pageSize,
    ).execute();
  const { total } = await all.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function findDelivery(
  db: Database,
  taskId: number,
  id: number,
): Promise<WebhookDeliveryRow | undefined> {
  return await db.selectFrom("webhook_delivery").selectAll().where("task_id", "=", taskId)
    .where("id", "=", id).executeTakeFirst();
}

export async function insertDelivery(tx: Tx, row: Insertable<WebhookDeliveryTable>): Promise<number> {
  return (await tx.insertInto("webhook_delivery").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Removes the oldest deliveries of a webhook beyond the limits; those without a signature have one of their own. */
export async function pruneDeliveries(tx: Tx, taskId: number): Promise<void> {
  for (const [operator, limit] of [["in", limits.unsigned], ["not in", limits.deliveries]] as const) {
    const isOfKind = tx.selectFrom("webhook_delivery").where("task_id", "=", taskId).where((where) =>
      where(where.fn.coalesce("reason", where.val("")), operator, ["signature", "time"])
    );
    const last = await isOfKind.select("id").orderBy("id", "desc").limit(1).offset(limit).executeTakeFirst();
    if (!last) continue;
    await tx.deleteFrom("webhook_delivery").where(
      "id",
      "in",
      isOfKind.select("id").where("id", "<=", last.id),
    )
      .execute();
  }
}

/** Returns the run that one of these receipts is of; null if none was accepted. */
export async function findReceipt(
  tx: Tx,
  taskId: number,
  names: readonly string[],
  now: number,
): Promise<number | null> {
  if (names.length === 0) return null;
  const row = await tx.selectFrom("webhook_receipt").select("run_id").where("task_id", "=", taskId)
    .where("receipt", "in", [...names]).where("expires_at", ">", now).limit(1).executeTakeFirst();
  return row?.run_id ?? null;
}

export async function insertReceipts(
  tx: Tx,
  receipts: readonly { name: string; forMs: number }[],
  { taskId, runId, now }: { taskId: number; runId: number; now: number },
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.insertInto("webhook_receipt").values(receipts.map(({ name, forMs }) => ({
    ...{ task_id: taskId, receipt: name, run_id: runId, expires_at: now + forMs },
  }))).onConflict((on) =>
    on.columns(["task_id", "receipt"]).doUpdateSet((eb) => ({
      run_id: eb.ref("excluded.run_id"),
      expires_at: eb.ref("excluded.expires_at"),
    }))
  ).execute();
}

export async function removeExpiredReceipts(db: Database, now: number): Promise<void> {
  await db.deleteFrom("webhook_receipt").where("expires_at", "<=", now).execute();
}
