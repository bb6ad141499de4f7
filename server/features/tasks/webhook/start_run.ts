// Decides what a delivery does, in one transaction: the run that it starts, the entry in the list of deliveries, and what must not
// come again.
import { AppError } from "../../../contract/app_error.ts";
import type { ErrorCode } from "../../../contract/error_codes.ts";
import type { DeliveryReason } from "../../../contract/webhooks.ts";
import { enqueueOnDemand, type OpenNodes } from "../../../engine/enqueue.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import { listActive } from "../../../engine/ledger.ts";
import { isHeld } from "../../../engine/overlap.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import type { WebhookRow } from "../../../migrations/webhook_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { readParameters } from "../parameters/rule_values.ts";
import { requestOf, type RunContext } from "../run_tasks.ts";
import { inactiveAt, type StartLimits } from "../start_limits.ts";
import { readTask } from "../store.ts";
import { taskSource } from "../task_source.ts";
import {
  giveContent,
  insertContent,
  type SealedContent,
  trimContents,
  withContent,
} from "./trigger_content.ts";
import { mapValues } from "./map_values.ts";
import type { Receipt } from "./signatures.ts";
import * as store from "./store.ts";

/** A delivery that was signed as it should be. */
export interface Delivery {
  body: Uint8Array;
  mediaType: string;
  /** Null for one that was sent again. */
  ip: string | null;
  senderId: string | null;
  receipts: readonly Receipt[];
  /** The content as it is stored, or its ID where it already is. */
  content: SealedContent | number;
  resentFrom: number | null;
  requestedBy: string | null;
}

export interface StartContext extends RunContext {
  openNodes: OpenNodes;
  now: number;
  startLimits: StartLimits;
}

/** The runs that a delivery starts: more than one for a list, or where each node runs it. */
export type RunIds = readonly [number, ...number[]];

export type Started =
  | { runIds: RunIds; following: FollowingRuns[] }
  | { error: AppError };

/** Starts the run of a delivery, or notes why not. Returns null when the webhook has changed meanwhile. */
export async function startRun(
  tx: Tx,
  hook: Pick<WebhookRow, "task_id" | "key" | "secret_sealed">,
  delivery: Delivery,
  context: StartContext,
): Promise<Started | null> {
  const { now } = context;
  const taskId = hook.task_id;
  const current = await store.findWebhook(tx, taskId);
  const task = await readTask(tx, taskId);
  const isSame = current?.key === hook.key && current.secret_sealed === hook.secret_sealed;
  if (!current || !task || !isSame) return null;
  const before = await store.findReceipt(tx, taskId, delivery.receipts.map(({ name }) => name), now);
  if (before !== null) {
    const error = new AppError("delivery_repeated", { run: before });
    await note(tx, { taskId, delivery, now, contentId: null, runId: before, error });
    return { error };
  }
  const contentId = typeof delivery.content === "number"
    ? delivery.content
    : await insertContent(tx, delivery.content, { taskId, now });
  const started = await enqueueFor(tx, { task, hook: current, delivery, contentId }, context);
  const runId = "runIds" in started ? started.runIds[0] : null;
  const error = "error" in started ? started.error : null;
  await note(tx, { taskId, delivery, now, contentId, runId, error });
  if (typeof delivery.content !== "number") await trimContents(tx, taskId);
  if (runId === null) return started;
  await giveContent(tx, contentId, runId);
  await store.insertReceipts(tx, delivery.receipts, { taskId, runId, now });
  return started;
}

async function enqueueFor(
  tx: Tx,
  { task, hook, delivery, contentId }: {
    task: TaskRow;
    hook: WebhookRow;
    delivery: Delivery;
    contentId: number;
  },
  context: StartContext,
): Promise<Started> {
  const { now, openNodes } = context;
  const refusal = refusalOf(task, context);
  if (refusal) return { error: new AppError(refusal) };
  let requestJson: string | null;
  try {
    const mapping = storedJson<Record<string, string>>(hook.mapping_json, {});
    const parameters = mapValues(mapping, readParameters(task), delivery);
    requestJson = await requestOf(task, { arguments: [], variables: {}, parameters }, context);
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
  const source = taskSource(task);
  const held = context.startLimits.heldAt(task, now);
  // What waits for the end of a window counts as well: each has a content of its own, so that none can stand for another.
  const isOverlapping = source.overlap.policy !== "allow" && (await listActive(tx, source)).some(isHeld);
  const result = isOverlapping ? null : await enqueueOnDemand(tx, openNodes, {
    ...{ source, cause: "webhook", now, requestJson: withContent(requestJson, contentId) },
    ...held && { held, startAfter: held.startAt },
  });
  const [runId, ...others] = result?.queued ?? [];
  if (!result || runId === undefined) return { error: new AppError("task_already_active") };
  return { runIds: [runId, ...others], following: [{ source, result }] };
}

function refusalOf(task: TaskRow, { now, startLimits }: StartContext): ErrorCode | null {
  const inactive = inactiveAt(task, now);
  if (inactive !== null) return `task_${inactive}`;
  // Whoever sends it knows of no days off.
  return startLimits.droppedAt(task, now)?.reason === "window" ? "task_in_window" : null;
}

const reasons: Partial<Record<ErrorCode, DeliveryReason>> = {
  delivery_repeated: "repeated",
  delivery_not_json: "not_json",
  validation_failed: "parameters",
  task_disabled: "disabled",
  task_expired: "expired",
  task_in_window: "window",
  task_already_active: "overlap",
};

async function note(
  tx: Tx,
  { taskId, delivery, now, contentId, runId, error }: {
    taskId: number;
    delivery: Delivery;
    now: number;
    contentId: number | null;
    runId: number | null;
    error: AppError | null;
  },
): Promise<void> {
  const id = await store.insertDelivery(tx, {
    ...{ task_id: taskId, at: now, run_id: runId, content_id: contentId },
    ...{ ip: delivery.ip, sender_id: delivery.senderId, media_type: delivery.mediaType },
    bytes: delivery.body.length,
    reason: error ? reasons[error.code] ?? "parameters" : null,
    issues_json: error && error.issues.length > 0 ? JSON.stringify(error.issues) : null,
    resent_from: delivery.resentFrom,
    requested_by: delivery.requestedBy,
  });
  if (id % PRUNE_EVERY === 0) await store.pruneDeliveries(tx, taskId);
}

/** New deliveries after which old ones are deleted. */
const PRUNE_EVERY = 10;
