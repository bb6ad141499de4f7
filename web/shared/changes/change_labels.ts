// The labels of changed fields: those of the forms in which they are set.

import type { ChangedKind } from "../../../server/contract/changes.ts";
import type { NotificationRule } from "../../../server/contract/notifications.ts";
import type { DependencySettings, SettingsPatch } from "../../../server/contract/settings.ts";
import type { AutomaticBackups } from "../../../server/contract/automatic_backups.ts";
import type { SubscriptionPatch } from "../../../server/contract/subscriptions.ts";
import type { TaskPatch } from "../../../server/contract/tasks.ts";
import type { VariablePatch } from "../../../server/contract/variables.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Translate } from "../../messages/create_messages.ts";

type Labels<Field extends string> = Readonly<Record<Field, MessageKey>>;

const task: Labels<keyof TaskPatch | "pinned" | "muted"> = {
  name: "tasks.name",
  command: "tasks.command",
  schedules: "tasks.schedule",
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

type SettingField =
  | Exclude<keyof SettingsPatch, "dependencies" | "backups">
  | `backups.${keyof AutomaticBackups}`
  | `dependencies.${Exclude<keyof DependencySettings, `${string}Mirror` | `${string}Proxy`>}`;

const settings: Labels<SettingField> = {
  concurrency: "settings.concurrency",
  language: "settings.language",
  followSystemLanguage: "changes.followSystemLanguage",
  timeZone: "settings.timeZone",
  title: "settings.panelTitle",
  theme: "settings.theme",
  logRetentionDays: "settings.logRetention",
  logKeepRuns: "settings.logKeepRuns",
  logMaxBytes: "settings.logMaxBytes",
  uploadMaxBytes: "settings.uploadMaxBytes",
  javascriptRuntime: "settings.runtime",
  scriptAccess: "settings.scriptAccess",
  taskTimeLimitMs: "settings.taskTimeLimit",
  updateAddress: "about.address",
  updateCheck: "about.daily",
  proxy: "settings.outgoingProxy",
  sshKey: "settings.sshKey",
  "backups.enabled": "backup.enabled",
  "backups.everyDays": "backup.every",
  "backups.at": "backup.at",
  "backups.keep": "backup.keep",
  "backups.parts": "backup.automaticParts",
  "dependencies.nodeManager": "settings.nodeManager",
};

const labels: Readonly<Record<ChangedKind, Partial<Record<string, MessageKey>>>> = {
  task,
  variable,
  subscription,
  notificationRule,
  settings,
};

/** Each kind of package has a mirror and a proxy, with the same labels. */
const packageSource = /^dependencies\.(\w+?)(Mirror|Proxy)$/;
const packageNames: Partial<Record<string, string>> = {
  node: "Node",
  python: "Python",
  linux: "Linux",
  deno: "Deno",
  jsr: "JSR",
};

/** Returns the label of a field; its name in the API if it has none, for example because the panel was updated since. */
export function changeLabel(kind: ChangedKind, field: string, t: Translate): string {
  const key = Object.hasOwn(labels[kind], field) ? labels[kind][field] : undefined;
  if (key) return t(key);
  const [, of = "", what] = (kind === "settings" && packageSource.exec(field)) || [];
  const name = packageNames[of];
  if (!name) return field;
  return t(what === "Mirror" ? "changes.mirrorOf" : "changes.proxyOf", { name });
}
