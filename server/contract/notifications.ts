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
      "Whether the field determines where secrets are sent; changing it requires entering the stored secrets again",
  }),
  default: z.string().optional(),
  initial: z.string().optional().meta({
    description: "Value with which the form of a new channel starts; the server never fills it in",
  }),
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
  fields: fieldValues.meta({
    description: "Values of the channel's fields. An omitted secret is kept, an empty one is removed.",
  }),
  proxy: text(notificationLimits.proxy).meta({
    description: "Proxy URL, as for subscriptions; if empty, the panel's proxy is used, if any",
  }),
  enabled: z.boolean(),
  isDefault: z.boolean().meta({
    description:
      "Whether this is the default channel, which receives notifications of rules without channels; at most one channel is the default",
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
  secretsSet: z.array(z.string()).meta({ description: "Names of the secret fields that are set" }),
  lastDelivery: z.object({ at: instant, state: z.enum(deliveryStates), answer: z.string().nullable() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Channel" });
export type Channel = z.infer<typeof channel>;

const { isDefault: _, ...ownSettable } = {
  ...channelSettable,
  events: z.array(z.enum(notificationEvents)).min(1).max(notificationEvents.length).meta({
    description:
      "Events that the channel receives, as far as the role of its owner permits them when they are sent",
  }),
};

/** A channel of one's own: only its owner sees it, and receives what is about the tasks and heartbeats of the owner's role. */
export const ownChannelInput = z.strictObject(ownSettable).partial().required({
  name: true,
  type: true,
  fields: true,
}).meta({ id: "OwnChannelInput" });
export type OwnChannelInput = z.infer<typeof ownChannelInput>;

export const ownChannelPatch = z.strictObject(ownSettable).omit({ type: true }).partial().meta({
  id: "OwnChannelPatch",
});
export type OwnChannelPatch = z.infer<typeof ownChannelPatch>;

export const ownChannel = channel.omit({ isDefault: true }).extend({ events: ownSettable.events }).meta({
  id: "OwnChannel",
});
export type OwnChannel = z.infer<typeof ownChannel>;

/** Response of `GET /api/account/channels`. */
export const ownChannels = z.object({
  items: z.array(ownChannel),
  hasOthers: z.boolean().meta({ description: "Whether somebody else has an account on this panel" }),
}).meta({ id: "OwnChannels" });
export type OwnChannels = z.infer<typeof ownChannels>;

/** What administrators see of the channel of somebody else. */
export const foreignChannel = z.object({
  id,
  type: z.string(),
  account: z.object({ id, username: z.string() }),
  enabled: z.boolean(),
  createdAt: instant,
}).meta({ id: "AccountChannel" });
export type ForeignChannel = z.infer<typeof foreignChannel>;

/** Response of a test: the service's own response in one line. */
export const testResult = z.object({ ok: z.boolean(), answer: z.string() }).meta({ id: "ChannelTest" });
export type TestResult = z.infer<typeof testResult>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const notificationRule = z.strictObject({
  id: id.optional().meta({ description: "ID of an existing rule; omit it for a new rule" }),
  name: text(notificationLimits.ruleName),
  enabled: z.boolean(),
  events: z.array(z.enum(notificationEvents)).min(1),
  labels: z.array(text(100)).max(100).nullable().meta({
    description: "Limits the rule to tasks and heartbeats with any of these labels; null for all",
  }),
  taskIds: z.array(id).max(1000).nullable().meta({
    description: "Limits the rule to these tasks; null for all tasks",
  }),
  channelIds: z.array(id).max(50).meta({ description: "Channels to notify; if empty, the default channel" }),
  quietHours: z.strictObject({ from: clockTime, to: clockTime }).nullable().meta({
    description:
      "Times of day in the panel's time zone; notifications in this period are sent as one message when it ends",
  }),
  groupMs: z.int().min(0).max(86_400_000).meta({
    description:
      "Grouping period in milliseconds: after a message, further notifications within this period are sent as one message. 0 sends each one separately.",
  }),
  longerThanMs: z.int().min(1000).max(366 * 86_400_000).nullable().default(null).meta({
    description:
      "Duration of a run in milliseconds from which `run_too_long` is sent; null to use the duration set for each task",
  }),
  oncePerState: z.boolean().meta({
    description: "Whether to notify only once about repeated failures, until they end",
  }),
  title: text(notificationLimits.titleTemplate).nullable().meta({
    description: "Template with {fields}; null for the default title",
  }),
  content: text(notificationLimits.contentTemplate).nullable(),
  language: z.enum(languages).nullable().meta({
    description: "Language of messages; null for the panel's language",
  }),
}).meta({ id: "NotificationRule" });
export type NotificationRule = z.infer<typeof notificationRule>;

/** Body of `PUT /api/notifications/rules`: all rules, in their order. */
export const rulesBody = z.strictObject({ rules: z.array(notificationRule).max(notificationLimits.rules) });
export type RulesBody = z.infer<typeof rulesBody>;

/** Response of `GET` and `PUT /api/notifications/rules`. */
export const rulesResult = z.object({
  rules: z.array(z.object({ ...notificationRule.shape, id })),
  templateFields: z.array(z.string()).meta({
    description: "Names of the fields that templates can contain in braces",
  }),
  version: z.int().meta({
    description:
      "Version of the whole set of rules; send it as `If-Match` to reject a replacement based on other rules",
  }),
}).meta({ id: "NotificationRules" });
export type StoredRule = NotificationRule & { id: number };

/** Body of `POST /api/notifications/test`: values that are not saved. */
export const testBody = z.strictObject({
  type: z.string().min(1).max(100),
  fields: fieldValues,
  proxy: text(notificationLimits.proxy).optional(),
  id: id.optional().meta({ description: "Channel whose stored values replace omitted secrets" }),
});
export type TestBody = z.infer<typeof testBody>;

export const delivery = z.object({
  id,
  channelId: id.nullable(),
  channelName: z.string(),
  ruleName: z.string().nullable(),
  events: z.array(z.string()),
  count: z.int().meta({ description: "Number of events that the message covers" }),
  title: z.string(),
  content: z.string().nullable().meta({
    description: "Null without `logs:read` for the message of an event, which may contain lines of a log",
  }),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: instant.nullable(),
  answer: z.string().nullable().meta({ description: "Response of the service, in one line" }),
  createdAt: instant,
  finishedAt: instant.nullable(),
}).meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

/** Query of `GET /api/notifications/deliveries`: newest first. */
export const deliveriesQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  channelId: z.coerce.number().int().positive().optional(),
  state: z.string().max(200).optional().meta({
    description: "Comma-separated states. Defaults to all states.",
  }),
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

/** Body of `POST /api/notifications/send-as`. */
export const sendAsBody = z.strictObject({
  title: z.string().max(5_000),
  content: z.string().max(notificationLimits.scriptContent).meta({
    description: "Shortened for services that accept less",
  }),
  variables: z.record(z.string().max(100), z.string().max(20_000)).optional().meta({
    description: "Variables that choose the channels, such as `BARK_PUSH`; unknown ones are ignored",
  }),
  channel: z.strictObject({
    type: z.string().min(1).max(100).meta({ description: "Channel type, by its name or its old number" }),
    fields: fieldValues,
  }).optional().meta({ description: "A single channel, instead of `variables`; unknown fields are ignored" }),
}).meta({ id: "SendAsInput" });
export type SendAsBody = z.infer<typeof sendAsBody>;

export const sendAsResult = z.object({
  results: z.array(z.object({
    channel: z.string().nullable().meta({ description: "Channel type; null when the line is about none" }),
    ok: z.boolean(),
    message: z.string().meta({ description: "What happened, in one line, in the caller's language" }),
  })),
}).meta({ id: "SendAsResult" });
export type SendAsResult = z.infer<typeof sendAsResult>;
