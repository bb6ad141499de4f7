import type { Generated, Selectable } from "kysely";
import type { DeliveryReason, WebhookSignature } from "../contract/webhooks.ts";

/** The webhook of a task; it stays while the task is in the trash. */
export interface WebhookTable {
  /** Not a foreign key: it stays while the task is in the trash. */
  task_id: number;
  /** The last part of its address. */
  key: string;
  signature: WebhookSignature;
  secret_sealed: string;
  /** JSON: pointers by the names of parameters. */
  mapping_json: string;
  created_at: number;
  updated_at: number;
}

export type WebhookRow = Selectable<WebhookTable>;

/** What came to a webhook: the newest `webhookLimits.deliveries` with a valid signature of each, and some without. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  task_id: number;
  at: number;
  /** Null for one that was sent again. */
  ip: string | null;
  /** The ID that the sender gave it. */
  sender_id: string | null;
  bytes: number;
  media_type: string;
  /** Why it was refused; null if it was accepted. */
  reason: DeliveryReason | null;
  /** JSON: a list of `FieldIssue`, where parameters were the reason. */
  issues_json: string | null;
  run_id: number | null;
  /** Null where the content is not stored: it was not signed. */
  content_id: number | null;
  resent_from: number | null;
  /** Name of who sent it again. */
  requested_by: string | null;
}

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>;

/** What was accepted and must not be accepted again: IDs and hashes of signatures. */
export interface WebhookReceiptTable {
  task_id: number;
  receipt: string;
  expires_at: number;
  /** The run that it started. */
  run_id: number;
}

/** What started a run, which the run gets as a file. */
export interface TriggerContentTable {
  id: Generated<number>;
  task_id: number;
  /** The newest run that gets it; null for a delivery that was refused. Not a foreign key. */
  run_id: number | null;
  created_at: number;
  bytes: number;
  /** The base64 of the content, sealed. */
  content_sealed: string;
}
