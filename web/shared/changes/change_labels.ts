// The labels of changed fields: those of the forms in which they are set.

import type { ChangedKind } from "../../../server/contract/changes.ts";
import type { NotificationRule } from "../../../server/contract/notifications.ts";
import type { SubscriptionPatch } from "../../../server/contract/subscriptions.ts";
import type { TaskPatch } from "../../../server/contract/tasks.ts";
import type { VariablePatch } from "../../../server/contract/variables.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { fieldTexts, settingSections } from "../settings/setting_texts.ts";

type Labels<Field extends string> = Readonly<Record<Field, MessageKey>>;

const task: Labels<keyof TaskPatch | "pinned" | "muted"> = {
  name: "tasks.name",
  command: "tasks.command",
  schedules: "tasks.schedule",
  parameters: "parameters.title",
  timeZone: "tasks.timeZone",
  labels: "tasks.labels",
  enabled: "tasks.enabled",
  before: "tasks.before",
  after: "tasks.after",
  workingDirectory: "tasks.workingDirectory",
  logFolder: "tasks.logFolder",
  timeLimitMs: "tasks.timeLimitMs",
  overlap: "tasks.overlap",
  missed: "tasks.missed",
  retry: "tasks.retry",
  placement: "tasks.pool",
  serialGroup: "tasks.serialGroup",
  randomDelayMs: "tasks.randomDelayMs",
  upstream: "flows.after",
  triggers: "triggers.title",
  requiresApproval: "approvals.requires",
  approvalLapseMs: "approvals.lapse",
  forEach: "flows.forEach",
  calendarId: "tasks.calendar",
  onDayOff: "tasks.onDayOff",
  validFrom: "tasks.validFrom",
  validUntil: "tasks.validUntil",
  variableLabels: "tasks.variableLabels",
  logKeepRuns: "tasks.logKeepRuns",
  logKeepDays: "tasks.logKeepDays",
  notify: "task.groupNotify",
  pinned: "tasks.pinned",
  muted: "changes.muted",
};

const variable: Labels<keyof VariablePatch> = {
  name: "variables.name",
  value: "variables.value",
  remarks: "variables.remarks",
  labels: "tasks.labels",
  enabled: "variables.enabled",
  secret: "variables.secret",
};

const subscription: Labels<Exclude<keyof SubscriptionPatch, "passphrase">> = {
  name: "subscriptions.name",
  type: "subscriptions.type",
  url: "subscriptions.address",
  branch: "subscriptions.branch",
  pullMethod: "subscriptions.pullMethod",
  username: "subscriptions.username",
  password: "subscriptions.passwordLabel",
  privateKey: "subscriptions.privateKey",
  schedule: "subscriptions.schedule",
  timeZone: "tasks.timeZone",
  whitelist: "subscriptions.whitelist",
  blacklist: "subscriptions.blacklist",
  dependencyWords: "subscriptions.dependencyWords",
  extensions: "subscriptions.extensions",
  before: "subscriptions.before",
  after: "subscriptions.after",
  proxy: "subscriptions.proxy",
  autoAdd: "subscriptions.autoAdd",
  requireHeader: "subscriptions.requireHeader",
  autoDelete: "subscriptions.autoDelete",
  onChange: "subscriptions.onChange",
  ownPython: "subscriptions.ownPython",
  applyFolder: "subscriptions.applyFolder",
  review: "subscriptions.review",
  pinnedCommit: "subscriptions.pinnedCommit",
  alias: "subscriptions.alias",
  enabled: "subscriptions.enabled",
};

const notificationRule: Labels<Exclude<keyof NotificationRule, "id"> | "exists"> = {
  exists: "changes.exists",
  name: "notifications.ruleName",
  enabled: "subscriptions.enabled",
  events: "notifications.events",
  labels: "notifications.onlyLabels",
  taskIds: "notifications.onlyTasks",
  channelIds: "notifications.channels",
  quietHours: "notifications.quietHours",
  groupMs: "notifications.grouping",
  longerThanMs: "notifications.longerThan",
  oncePerState: "notifications.oncePerState",
  title: "notifications.templateTitle",
  content: "notifications.templateContent",
  language: "notifications.language",
};

const calendar: Labels<"name" | "timeZone" | "weekendDays" | "sources" | "days"> = {
  name: "calendars.name",
  timeZone: "calendars.timeZone",
  weekendDays: "calendars.weekendDays",
  sources: "calendars.sources",
  days: "calendars.ownDays",
};

const labels: Readonly<Record<Exclude<ChangedKind, "settings">, Partial<Record<string, MessageKey>>>> = {
  task,
  variable,
  subscription,
  notificationRule,
  calendar,
};

/** Returns the label of a field; its name in the API if it has none, for example because the panel was updated since. */
export function changeLabel(kind: ChangedKind, field: string, t: Translate): string {
  if (kind === "settings") return settingLabel(field, t);
  const key = Object.hasOwn(labels[kind], field) ? labels[kind][field] : undefined;
  return key ? t(key) : field;
}

function settingLabel(field: string, t: Translate): string {
  if (field === "followSystemLanguage") return t("changes.followSystemLanguage"); // a value of the field for the language
  const id = field.replace(/^dependencies\./, "")
    .replace(/^backups\.(.)/, (_, first: string) => `backup${first.toUpperCase()}`);
  const listed = settingSections.flatMap(({ fields }) => fields).find(([one]) => one === id);
  return listed ? fieldTexts(listed, t).label : field;
}
