// Webhooks: addresses at which programs elsewhere start a task.
import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { webhookLimits as limits } from "./limits/webhooks.ts";
import { id, idParams, instant, listOf, listQuery } from "./shapes.ts";
import { variableName } from "./variables.ts";
import { deliveryReasons, webhookSignatures } from "./webhook_kinds.ts";

export type { DeliveryReason, WebhookSignature } from "./webhook_kinds.ts";

const pointer = z.string().max(limits.pointer).regex(/^(\/([^~/]|~[01])*)*$/).meta({
  description: "JSON pointer (RFC 6901), such as `/repository/name`; an empty one is the whole document",
});

const mapping = z.record(variableName.max(taskLimits.parameterName), pointer).refine(
  (pointers) => Object.keys(pointers).length <= taskLimits.parameters,
  { params: { code: "too_many", max: taskLimits.parameters } },
).meta({
  description: "Where in the JSON of a delivery the values of parameters of the task are, by their names",
});

const signature = z.enum(webhookSignatures).meta({
  description:
    "How senders prove who they are: `standard` by Standard Webhooks, `github` by `X-Hub-Signature-256`, " +
    "`gitlab` by `X-Gitlab-Token` or GitLab's signing token, `header` by the secret in `X-Sundial-Secret` or as a " +
    "bearer token",
});

/** Body of `PUT /api/tasks/{id}/webhook`. */
export const webhookInput = z.strictObject({ signature, mapping: mapping.default({}) })
  .meta({ id: "WebhookInput" });
export type WebhookInput = z.infer<typeof webhookInput>;

/** Body of `PATCH /api/tasks/{id}/webhook`. */
export const webhookPatch = z.strictObject({ signature, mapping }).partial().meta({ id: "WebhookPatch" });
export type WebhookPatch = z.infer<typeof webhookPatch>;

export const webhook = z.object({
  url: z.string().meta({ description: "Where deliveries are sent, by POST" }),
  path: z.string().meta({ description: "The same below the base path: `/hook/<key>`" }),
  signature,
  mapping,
  createdAt: instant,
  updatedAt: instant,
}).meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

export const newWebhook = webhook.extend({
  secret: z.string().meta({ description: "What senders sign with. It is not returned again." }),
}).meta({ id: "NewWebhook" });
export type NewWebhook = z.infer<typeof newWebhook>;

export const webhookDelivery = z.object({
  id,
  at: instant,
  accepted: z.boolean(),
  reason: z.enum(deliveryReasons).nullable().meta({ description: "Why it was refused" }),
  issues: z.array(z.object({ parameter: z.string(), code: z.string(), message: z.string() })).meta({
    description: "What is wrong with which parameter, never the value itself",
  }),
  runId: id.nullable().meta({ description: "The run that it started; a repeated one names the earlier run" }),
  ip: z.string().nullable().meta({ description: "Address of the sender; null for one that was sent again" }),
  senderId: z.string().nullable().meta({ description: "ID that the sender gave it" }),
  bytes: z.int().meta({ description: "Size of its body" }),
  resendable: z.boolean().meta({
    description: "Whether its body is still stored, so that it can be sent again",
  }),
  resentFrom: id.nullable().meta({ description: "The delivery that was sent again" }),
  requestedBy: z.string().nullable().meta({ description: "Who sent it again" }),
}).meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryList = listOf(webhookDelivery);
export const webhookDeliveryQuery = z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize });
export type WebhookDeliveryQuery = z.infer<typeof webhookDeliveryQuery>;

export const deliveryParams = z.strictObject({ id: idParams.shape.id, delivery: idParams.shape.id });

/** Response to a delivery. */
export const hookResult = z.object({ runId: id });
export type HookResult = z.infer<typeof hookResult>;
