// What started a run, such as the body of a delivery: stored sealed in the database, which all machines read, and given to the run
// as a file that ends with it.
import { Buffer } from "node:buffer";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import type { VariablesOfRun } from "../../../engine/run_type.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import { runVariables } from "../../../platform/run_variables.ts";
import { type Sealer, SealError } from "../../../platform/seal.ts";
import { storedJson } from "../../../platform/stored_json.ts";

/** The content as it is stored; sealing a large one takes milliseconds, which no transaction should wait for. */
export interface SealedContent {
  bytes: number;
  content_sealed: string;
}

/** Throws `SealError`. */
export function sealContent(content: Uint8Array, sealer: Sealer): SealedContent {
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("base64");
  return { bytes: content.length, content_sealed: sealer.seal(base64, "trigger") };
}

/** Stores a content and returns its ID. */
export async function insertContent(
  tx: Tx,
  content: SealedContent,
  { taskId, now }: { taskId: number; now: number },
): Promise<number> {
  const row = { ...content, task_id: taskId, run_id: null, created_at: now };
  return (await tx.insertInto("trigger_content").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Notes the run that gets a content, which stays as long as that. */
export async function giveContent(tx: Tx, id: number, runId: number): Promise<void> {
  await tx.updateTable("trigger_content").set({ run_id: runId }).where("id", "=", id).execute();
}

/** Returns what is stored with a run, with the content that it gets. */
export function withContent(requestJson: string | null, contentId: number): string {
  return JSON.stringify({ ...storedJson<object>(requestJson, { arguments: [] }), trigger: contentId });
}

/** Returns the variables of a run with the content that it gets, if it gets one and that is still stored. */
export async function withTrigger(
  found: VariablesOfRun,
  requestJson: string | null,
  { db, sealer }: { db: Database; sealer: Sealer },
): Promise<VariablesOfRun> {
  const { trigger: id } = storedJson<{ trigger?: number }>(requestJson, {});
  if (typeof id !== "number") return found;
  try {
    const trigger = await readBase64(db, id, sealer);
    return trigger === null ? found : { ...found, trigger };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { ...found, unreadable: [...found.unreadable, runVariables.triggerFile] };
  }
}

/** Returns a content; null if it is gone. Throws `SealError`. */
export async function readContent(db: Database, id: number, sealer: Sealer): Promise<Uint8Array | null> {
  const base64 = await readBase64(db, id, sealer);
  return base64 === null ? null : Buffer.from(base64, "base64");
}

async function readBase64(db: Database, id: number, sealer: Sealer): Promise<string | null> {
  const row = await db.selectFrom("trigger_content").select("content_sealed").where("id", "=", id)
    .executeTakeFirst();
  return row ? sealer.open(row.content_sealed, "trigger") : null;
}

/** Removes contents whose run is gone, or that nothing names, and the oldest of a task beyond the limit. */
export async function removeOldContents(db: Database): Promise<void> {
  await db.deleteFrom("trigger_content").where((where) =>
    where.or([
      where.and([
        where("run_id", "is not", null),
        where.not(where.exists(
          where.selectFrom("run").select("run.id").whereRef("run.id", "=", "trigger_content.run_id"),
        )),
      ]),
      where.and([
        where("run_id", "is", null),
        where.not(where.exists(
          where.selectFrom("webhook_delivery").select("webhook_delivery.id")
            .whereRef("webhook_delivery.content_id", "=", "trigger_content.id"),
        )),
      ]),
    ])
  ).where((where) =>
    // A retry may get the same.
    where.not(where.exists(
      where.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "trigger_content.task_id")
        .where("run.finished_at", "is", null),
    ))
  ).execute();
  const large = await db.selectFrom("trigger_content").select("task_id").groupBy("task_id")
    .having(({ fn }) => fn.sum("bytes"), ">", webhookLimits.contents).execute();
  for (const { task_id } of large) await db.transaction().execute((tx) => trimContents(tx, task_id));
}

/** Removes the oldest contents of a task beyond the limit, except what runs get that have not ended. */
export async function trimContents(tx: Tx, taskId: number): Promise<void> {
  const { total } = await tx.selectFrom("trigger_content").select(({ fn }) => fn.sum("bytes").as("total"))
    .where("task_id", "=", taskId).executeTakeFirstOrThrow();
  if (Number(total ?? 0) <= webhookLimits.contents) return;
  const unfinished = await tx.selectFrom("run").select("request_json").where("task_id", "=", taskId)
    .where("finished_at", "is", null).execute();
  const needed = new Set(
    unfinished.map(({ request_json }) => storedJson<{ trigger?: number }>(request_json, {}).trigger),
  );
  const rows = await tx.selectFrom("trigger_content").select(["id", "bytes"]).where("task_id", "=", taskId)
    .orderBy("id", "desc").execute();
  let together = 0;
  for (const { id, bytes } of rows) {
    together += bytes;
    if (together <= webhookLimits.contents || needed.has(id)) continue;
    await tx.deleteFrom("trigger_content").where("id", "=", id).execute();
  }
}
