import * as z from "zod";
import { fieldKinds } from "./field_kinds.ts";
import { notificationEvents } from "./notification_events.ts";
import { languages } from "./settings.ts";
import { id, instant, line, listQuery, text } from "./shapes.ts";
import { notificationLimits } from "./limits/notifications.ts";

const output = z.object({ en: z.string(), zh: z.string() });

/** One field of a channel's form. Secrets are never sent back. */
export const channelField = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  label: output,
  help: output.optional(),
  required: z.boolean(),
  destination: z.boolean().meta({
    description:
      "Whether it is part of where secrets are sent: changing it requires entering the stored ones again",
  }),
  default: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: output })).optional(),
}).meta({ id: "ChannelField" });
export type ChannelField = z.infer<typeof channelField>;

/** One entry of `GET /api/notifications/channel-types`: the page renders a form from it. */
export const channelTypeEntry = z.object({
  type: z.string(),
  label: output,
  help: output.optional(),
  fields: z.array(channelField),
}).meta({ id: "ChannelType" });
export type ChannelTypeEntry = z.infer<typeof channelTypeEntry>;

/** Values of a channel's fields, all as text: `true` and `false` for switches. */
export const fieldValues = z.record(z.string().max(100), z.string().max(20_000));

const channelSettable = {
  name: line(notificationLimits.channelName).min(1),
  type: z.string().min(1).max(100),
  fields: fieldValues.meta({ description: "A secret that is left out stays as it is; empty removes it" }),
  proxy: text(notificationLimits.proxy).meta({
    description: "As a subscription's; empty: the panel's own, where there is one",
  }),
  enabled: z.boolean(),
  isDefault: z.boolean().meta({
    description: "Takes what no rule names a channel for; there is one at most",
  }),
};

export const channelInput = z.strictObject(channelSettable).partial().required({
  name: true,
  type: true,
  fields: true,
}).meta({ id: "ChannelInput" });
export type ChannelInput = z.infer<typeof channelInput>;

export const channelPatch = z.strictObject(channelSettable).omit({ type: true }).partial().meta({
  id: "ChannelPatch",
});
export type ChannelPatch = z.infer<typeof channelPatch>;

export const deliveryStates = ["held", "waiting", "sending", "delivered", "failed", "dropped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const channel = z.object({
  id,
  ...channelSettable,
  secretsSet: z.array(z.string()).meta({ description: "Names of secret fields that have a value" }),
  lastDelivery: z.object({ at: instant, state: z.enum(deliveryStates), answer: z.string().nullable() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Channel" });
export type Channel = z.infer<typeof channel>;

/** Response of a test: the service's own response in one line. */
export const testResult = z.object({ ok: z.boolean(), answer: z.string() }).meta({ id: "ChannelTest" });
export type TestResult = z.infer<typeof testResult>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const notificationRule = z.strictObject({
  id: id.optional().meta({ description: "Left out for a new one" }),
  name: text(notificationLimits.ruleName),
  enabled: z.boolean(),
  events: z.array(z.enum(notificationEvents)).min(1),
  labels: z.array(text(100)).max(100).nullable().meta({
    description: "Only tasks with one of these; null: all",
  }),
  taskIds: z.array(id).max(1000).nullable().meta({ description: "Only these tasks; null: all" }),
  channelIds: z.array(id).max(50).meta({ description: "Empty: the default channel" }),
  quietHours: z.strictObject({ from: clockTime, to: clockTime }).nullable().meta({
    description: "In the panel's zone: what happens then is told afterwards, as one message",
  }),
  groupMs: z.int().min(0).max(86_400_000).meta({
    description:
      "What happens within this time of a first message is told as one more message; 0: each alone",
  }),
  longerThanMs: z.int().min(1000).max(366 * 86_400_000).nullable().default(null).meta({
    description: "For `run_too_long`: from when on; null: only for tasks that say it themselves",
  }),
  oncePerState: z.boolean().meta({ description: "A task that fails again and again is told of once" }),
  title: text(notificationLimits.titleTemplate).nullable().meta({
    description: "Template with {fields}; null: the usual one",
  }),
  content: text(notificationLimits.contentTemplate).nullable(),
  language: z.enum(languages).nullable().meta({ description: "null: the panel's" }),
}).meta({ id: "NotificationRule" });
export type NotificationRule = z.infer<typeof notificationRule>;

/** Body of `PUT /api/notifications/rules`: all rules, in their order. */
export const rulesBody = z.strictObject({ rules: z.array(notificationRule).max(200) });

/** Response of `GET` and `PUT /api/notifications/rules`. */
export const rulesResult = z.object({
  rules: z.array(z.object({ ...notificationRule.shape, id })),
  templateFields: z.array(z.string()).meta({ description: "What may stand in braces in a template" }),
  version: z.int().meta({
    description: "Of all rules together; sent as `If-Match`, a replacement made of others is refused",
  }),
}).meta({ id: "NotificationRules" });
export type StoredRule = NotificationRule & { id: number };

/** Body of `POST /api/notifications/test`: values that are not saved. */
export const testBody = z.strictObject({
  type: z.string().min(1).max(100),
  fields: fieldValues,
  proxy: text(notificationLimits.proxy).optional(),
  id: id.optional().meta({ description: "The channel whose secrets count where they are left out" }),
});
export type TestBody = z.infer<typeof testBody>;

export const delivery = z.object({
  id,
  channelId: id.nullable(),
  channelName: z.string(),
  ruleName: z.string().nullable(),
  events: z.array(z.string()),
  count: z.int().meta({ description: "How many things that happened it tells of" }),
  title: z.string(),
  content: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: instant.nullable(),
  answer: z.string().nullable().meta({ description: "What the service said, one line" }),
  createdAt: instant,
  finishedAt: instant.nullable(),
}).meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

/** Query of `GET /api/notifications/deliveries`: newest first. */
export const deliveriesQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  channelId: z.coerce.number().int().positive().optional(),
  state: z.string().max(200).optional().meta({ description: "One or more states, separated by commas" }),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/** Body of `POST /api/notifications/send`. */
export const sendBody = z.strictObject({
  title: text(notificationLimits.titleTemplate).min(1),
  content: text(20_000),
  channelIds: z.array(id).max(50).optional(),
});
export const sendResult = z.object({ deliveryIds: z.array(id) });
export type SendBody = z.infer<typeof sendBody>;
