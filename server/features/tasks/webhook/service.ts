import { randomBytes } from "node:crypto";
import { AppError, type FieldIssue } from "../../../contract/app_error.ts";
import { formatIssue } from "../../../contract/messages/format.ts";
import type { Parsed } from "../../../contract/parsed.ts";
import type { Language } from "../../../contract/settings.ts";
import type { List } from "../../../contract/shapes.ts";
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookInput,
  WebhookPatch,
} from "../../../contract/webhooks.ts";
import type { Base } from "../../../engine/base.ts";
import { EventPublisher } from "../../../engine/bus.ts";
import { currentAuthor } from "../../../engine/change_scope.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { WebhookDeliveryRow, WebhookRow } from "../../../migrations/webhook_tables.ts";
import { type Sealer, withSealErrors } from "../../../platform/seal.ts";
import { storedInstant, storedJson } from "../../../platform/stored_json.ts";
import { findTask } from "../store.ts";
import { readContent } from "./trigger_content.ts";
import type { HookIntake } from "./intake.ts";
import type { Mapping } from "./map_values.ts";
import { refuseMapping } from "./mapping_rules.ts";
import { newSecret } from "./signatures.ts";
import * as store from "./store.ts";

const KEY_BYTES = 16;

export interface WebhooksOptions extends Pick<Base, "db" | "clock" | "bus"> {
  sealer: Sealer;
  intake: Pick<HookIntake, "start">;
  basePath: string;
}

/** Manages the webhooks of tasks. `origin` is where senders reach the panel. */
export class Webhooks {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: WebhooksOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns the same service over another database, such as one of what a caller may see. */
  over(db: Database): Webhooks {
    return new Webhooks({ ...this.options, db });
  }

  /** Throws `not_found`, also for a task without a webhook. */
  async get(taskId: number, origin: string): Promise<Webhook> {
    return this.#show(await this.#find(this.options.db, taskId), origin);
  }

  /** Makes the webhook of a task, or gives it a new secret; its address stays. Throws `not_found` and `validation_failed`. */
  async make(taskId: number, input: Parsed<WebhookInput>, origin: string): Promise<NewWebhook> {
    const { db, clock, sealer } = this.options;
    const secret = newSecret();
    const secret_sealed = withSealErrors(() => sealer.seal(secret, "webhook"));
    const row = await db.transaction().execute(async (tx) => {
      await refuseMapping(tx, taskId, input.mapping);
      const now = clock.now();
      const before = await store.findWebhook(tx, taskId);
      const row: WebhookRow = {
        ...{ task_id: taskId, secret_sealed, signature: input.signature },
        key: before?.key ?? randomBytes(KEY_BYTES).toString("hex"),
        mapping_json: JSON.stringify(input.mapping),
        ...{ created_at: before?.created_at ?? now, updated_at: now },
      };
      await store.saveWebhook(tx, row);
      return row;
    });
    this.#changed(taskId);
    return { ...this.#show(row, origin), secret };
  }

  /** Changes the webhook of a task; its address and its secret stay. Throws `not_found` and `validation_failed`. */
  async change(taskId: number, patch: Parsed<WebhookPatch>, origin: string): Promise<Webhook> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      await this.#find(tx, taskId);
      if (patch.mapping) await refuseMapping(tx, taskId, patch.mapping);
      await store.updateWebhook(tx, taskId, {
        ...patch.signature && { signature: patch.signature },
        ...patch.mapping && { mapping_json: JSON.stringify(patch.mapping) },
        updated_at: clock.now(),
      });
    });
    this.#changed(taskId);
    return await this.get(taskId, origin);
  }

  /** Removes the webhook of a task with its deliveries. Throws `not_found`. */
  async remove(taskId: number): Promise<void> {
    const { db } = this.options;
    const wasThere = await db.transaction().execute(async (tx) => {
      await this.#find(tx, taskId);
      return await store.removeWebhook(tx, taskId);
    });
    if (!wasThere) throw new AppError("not_found");
    this.#changed(taskId);
  }

  /** Returns one page of what came to it, newest first. Throws `not_found`. */
  async deliveries(
    taskId: number,
    { page, pageSize }: WebhookDeliveryQuery,
    language: Language,
  ): Promise<List<WebhookDelivery>> {
    await this.#find(this.options.db, taskId);
    const { rows, total } = await store.listDeliveries(this.options.db, taskId, { page, pageSize });
    return { items: rows.map((row) => toDelivery(row, language)), total, page, pageSize };
  }

  /**
   * Does what a delivery did, with the webhook and the task as they are now. Returns the ID of the run. Throws `not_found`,
   * `delivery_not_stored`, and what keeps a delivery from starting a run.
   */
  async resend(taskId: number, deliveryId: number): Promise<number> {
    const { db, sealer, intake } = this.options;
    const hook = await this.#find(db, taskId);
    const delivery = await store.findDelivery(db, taskId, deliveryId);
    if (!delivery) throw new AppError("not_found");
    const { content_id: contentId } = delivery;
    const body = contentId === null ? null : await withSealErrors(() => readContent(db, contentId, sealer));
    if (contentId === null || body === null) throw new AppError("delivery_not_stored");
    const [runId] = await intake.start(hook, {
      ...{ body, mediaType: delivery.media_type, ip: null, senderId: delivery.sender_id, receipts: [] },
      ...{ content: contentId, resentFrom: deliveryId, requestedBy: currentAuthor().name },
    });
    return runId;
  }

  async #find(db: Database | Tx, taskId: number): Promise<WebhookRow> {
    const row = await findTask(db, taskId) && await store.findWebhook(db, taskId);
    if (!row) throw new AppError("not_found");
    return row;
  }

  #show({ key, signature, mapping_json, created_at, updated_at }: WebhookRow, origin: string): Webhook {
    const path = `/hook/${key}`;
    return {
      url: `${origin}${this.options.basePath}${path}`,
      ...{ path, signature },
      mapping: storedJson<Mapping>(mapping_json, {}),
      createdAt: storedInstant(created_at),
      updatedAt: storedInstant(updated_at),
    };
  }

  #changed(taskId: number): void {
    this.#publisher.publish("tasks", "webhook:changed", taskId, 0);
  }
}

function toDelivery(
  row: WebhookDeliveryRow & { stored_id: number | null },
  language: Language,
): WebhookDelivery {
  return {
    ...{ id: row.id, at: storedInstant(row.at), accepted: row.reason === null, reason: row.reason },
    issues: storedJson<FieldIssue[]>(row.issues_json, []).map((issue) => ({
      parameter: issue.path.replace(/^parameters\./, ""),
      ...{ code: issue.code, message: formatIssue(issue, language).message },
    })),
    ...{ runId: row.run_id, ip: row.ip, senderId: row.sender_id, bytes: row.bytes },
    resendable: row.stored_id !== null,
    ...{ resentFrom: row.resent_from, requestedBy: row.requested_by },
  };
}
