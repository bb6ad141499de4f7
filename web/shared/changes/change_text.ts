// The values of changed fields in words. The server has recorded them as the API has them, values of long texts and lists
// perhaps cut off, which makes a text of any of them.

import type { AuditedChange } from "../../../server/contract/changes.ts";
import type { SubscriptionSchedule } from "../../../server/contract/subscriptions.ts";
import type { Missed, Notify, Overlap, Retry, Task } from "../../../server/contract/tasks.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { intervalText } from "../subscription/interval_text.ts";
import { dayOffMessages, missedText, notifyTexts, overlapText, retryText } from "../task/policy_messages.ts";
import { placementText } from "../task/placement.ts";

export type ChangedField = Pick<AuditedChange, "kind" | "field" | "names">;

type FormatValue = (value: never, messages: Messages) => string;

/** Fields that are objects, or whose null means more than "not set". */
const objects: Partial<Record<string, FormatValue>> = {
  "task.overlap": (value: Overlap, messages) => overlapText(value, messages),
  "task.missed": (value: Missed, messages) => missedText({ missed: value, missedAutomatic: false }, messages),
  "task.retry": (value: Retry, messages) =>
    value.times === 0 ? messages.t("changes.off") : retryText(value, messages),
  "task.placement": (value: Task["placement"], messages) => placementText(value, messages),
  "task.notify": (value: Notify, messages) =>
    messages.format.list(notifyTexts(value, messages)) || messages.t("changes.notSet"),
  "subscription.schedule": (value: SubscriptionSchedule, messages) => scheduleText(value, messages),
  "notificationRule.quietHours": ({ from, to }: { from: string; to: string }) => `${from}–${to}`,
};

/** The labels of fixed values, where the forms have one. */
const options: Partial<Record<string, Partial<Record<string, MessageKey>>>> = {
  "task.schedules": {
    manual: "tasks.scheduleManual",
    startup: "tasks.scheduleStartup",
    boot: "tasks.scheduleBoot",
  },
  "task.onDayOff": dayOffMessages,
  "subscription.type": {
    public_repository: "subscriptions.typePublic",
    private_repository: "subscriptions.typePrivate",
    file: "subscriptions.typeFile",
  },
  "subscription.pullMethod": {
    ssh_key: "subscriptions.pullMethodSshKey",
    password: "subscriptions.pullMethodPassword",
  },
  "subscription.onChange": { keep: "subscriptions.onChangeKeep", follow: "subscriptions.onChangeFollow" },
  "subscription.review": {
    automatic: "subscriptions.reviewAutomatic",
    ask: "subscriptions.reviewAsk",
    pinned: "subscriptions.reviewPinned",
  },
  "settings.backups.parts": {
    database: "backup.partDatabase",
    scripts: "backup.partScripts",
    config: "backup.partConfig",
    history: "backup.partHistory",
    logs: "backup.partLogs",
  },
  "settings.theme": { light: "app.light", dark: "app.dark", system: "app.system" },
  "settings.javascriptRuntime": { auto: "settings.runtimeAuto" },
  "settings.scriptAccess": {
    write: "settings.scriptAccessWrite",
    read: "settings.scriptAccessRead",
    none: "settings.scriptAccessNone",
  },
};

/** Fields whose values are ids. */
const references = new Set(["task.calendarId", "notificationRule.taskIds", "notificationRule.channelIds"]);

export function changeText({ kind, field, names }: ChangedField, value: unknown, messages: Messages): string {
  const { t, format } = messages;
  const name = `${kind}.${field}`;
  if (name === "notificationRule.exists") return t(value === true ? "changes.existing" : "changes.missing");
  if (name === "task.missed" && value === null) return t("task.missedAutomatic");
  if (isEmpty(value)) return t("changes.notSet");
  if (references.has(name) && typeof value !== "string") {
    return messages.format.list([value].flat().map((id) => nameText(Number(id), names, messages)));
  }
  if (typeof value === "boolean") return t(value ? "changes.on" : "changes.off");
  if (typeof value === "number") return numberText(field, value, format);
  if (typeof value === "string") return optionText(name, value, messages);
  if (Array.isArray(value)) {
    return value.map((one) =>
      isObject(one) ? objectText(one, messages) : optionText(name, String(one), messages)
    )
      .join(joinerOf(field));
  }
  const formatValue = objects[name];
  return formatValue ? formatValue(value as never, messages) : JSON.stringify(value); // recorded by the contract of this field
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// A rule with values, or a parameter with what it has.
function objectText({ rule, parameters, ...others }: Record<string, unknown>, messages: Messages): string {
  if (typeof rule === "string") {
    const values = Object.entries(isObject(parameters) ? parameters : {});
    return [rule, ...values.map(([name, value]) => `${name}=${partText(value, messages)}`)].join(" ");
  }
  const set = Object.entries(others).filter(([, value]) => value !== null && value !== false);
  const [[, name] = ["", ""], ...more] = set;
  return [partText(name, messages), ...more.map(([field, value]) => `${field}=${partText(value, messages)}`)]
    .join(" ");
}

function partText(value: unknown, { t }: Messages): string {
  if (typeof value === "boolean") return t(value ? "changes.on" : "changes.off");
  if (value === null) return t("changes.notSet");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function nameText(id: number, names: ChangedField["names"], { t }: Messages): string {
  const name = names?.[id];
  return name === null ? t("changes.deleted", { id }) : name ?? `#${id}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" ||
    (Array.isArray(value) && value.length === 0);
}

function numberText(field: string, value: number, format: Messages["format"]): string {
  if (field.endsWith("Ms")) return format.duration(value);
  return field.endsWith("Bytes") ? format.bytes(value) : format.number(value);
}

function optionText(name: string, value: string, { t, has }: Messages): string {
  const key = name === "notificationRule.events" ? `eventNames.${value}` : options[name]?.[value];
  return key && has(key) ? t(key) : value;
}

// A cron rule may contain commas.
function joinerOf(field: string): string {
  return field === "schedules" || field === "parameters" ? "\n" : ", ";
}

function scheduleText(schedule: SubscriptionSchedule, messages: Messages): string {
  if (schedule.kind === "manual") return messages.t("subscriptions.manual");
  if (schedule.kind === "cron") return schedule.rules.join("\n");
  return intervalText(schedule, messages);
}
