// The events that users can be notified about. The API's schema, the default rule, what is reported once, and the
// groups and the preview of the page follow from this table, so that a new event is described here once. Free of
// zod for the page.

/** Placeholders of a template; which of them are empty depends on the event. */
export const templateFields = [
  "panel",
  "event",
  "time",
  "text",
  "task",
  "run",
  "attempt",
  "outcome",
  "exitCode",
  "startedAt",
  "finishedAt",
  "duration",
  "log",
  "link",
  "subscription",
  "dependency",
  "heartbeat",
  "added",
  "changed",
  "removed",
  "tasks",
  "reason",
  "ip",
  "place",
  "device",
  "version",
  "free",
  "size",
  "calendar",
  "until",
  "lapsesAt",
] as const;
export type TemplateField = (typeof templateFields)[number];

export const commonFields = ["panel", "event", "time", "text", "link"] as const satisfies TemplateField[];

/** The groups in which the page lists the events, in their order. */
export const eventGroups = [
  "runs",
  "heartbeats",
  "subscriptions",
  "dependencies",
  "account",
  "panel",
] as const;
export type EventGroup = (typeof eventGroups)[number];

interface EventDetails {
  /** Only events of `runs` are about a task, so that a rule can limit them to some tasks; those of `heartbeats` have labels, too. */
  group: EventGroup;
  /** The template fields that it fills besides the common ones. */
  fields: readonly TemplateField[];
  /** Whether it reports a state that lasts until its subject recovers: a rule can then report it only once. */
  untilRecovered?: true;
  /** Whether the rule that a new panel starts with includes it. */
  inDefaultRule?: true;
}

const runFields = [
  "task",
  "run",
  "attempt",
  "outcome",
  "exitCode",
  "startedAt",
  "finishedAt",
  "duration",
  "log",
] as const;
const pullFields = ["subscription", "added", "changed", "removed", "tasks"] as const;

// Names are stored in rules, and clients rely on them: never rename one.
const table = {
  run_failed: { group: "runs", fields: runFields, untilRecovered: true, inDefaultRule: true },
  run_recovered: { group: "runs", fields: runFields, inDefaultRule: true },
  run_ended: { group: "runs", fields: runFields },
  run_too_long: { group: "runs", fields: runFields, inDefaultRule: true },
  run_not_started: { group: "runs", fields: ["task", "reason"], inDefaultRule: true },
  approval_needed: { group: "runs", fields: ["task", "run", "lapsesAt"], inDefaultRule: true },
  retries_used_up: { group: "runs", fields: runFields, untilRecovered: true },
  heartbeat_down: {
    group: "heartbeats",
    fields: ["heartbeat", "reason", "log"],
    untilRecovered: true,
    inDefaultRule: true,
  },
  heartbeat_up: { group: "heartbeats", fields: ["heartbeat"], inDefaultRule: true },
  subscription_added: { group: "subscriptions", fields: pullFields },
  subscription_changed: { group: "subscriptions", fields: pullFields },
  subscription_removed: { group: "subscriptions", fields: pullFields },
  subscription_failed: {
    group: "subscriptions",
    fields: ["subscription", "outcome", "log"],
    untilRecovered: true,
    inDefaultRule: true,
  },
  subscription_waiting: { group: "subscriptions", fields: ["subscription"], inDefaultRule: true },
  dependency_failed: {
    group: "dependencies",
    fields: ["dependency", "reason", "log"],
    untilRecovered: true,
    inDefaultRule: true,
  },
  login: { group: "account", fields: ["ip", "place", "device"] },
  login_failed: { group: "account", fields: ["ip", "place", "device", "reason"], inDefaultRule: true },
  second_factor_changed: { group: "account", fields: ["reason"], inDefaultRule: true },
  backup_done: { group: "panel", fields: ["size"] },
  backup_failed: { group: "panel", fields: ["reason"], untilRecovered: true, inDefaultRule: true },
  update_available: { group: "panel", fields: ["version"], inDefaultRule: true },
  disk_nearly_full: { group: "panel", fields: ["free", "size"], inDefaultRule: true },
  calendar_ends: { group: "panel", fields: ["calendar", "until"], inDefaultRule: true },
  panel_crashed: { group: "panel", fields: ["reason"], inDefaultRule: true },
} as const satisfies Record<string, EventDetails>;

/** An event that users can be notified about. */
export type NotificationEvent = keyof typeof table;

/** The default message, used if the rule has no template; `{name}` is a template field. */
export interface EventMessage {
  title: string;
  text: string;
}

export const eventDetails: Readonly<Record<NotificationEvent, EventDetails>> = table;

/** The names of all events, in the order of their groups. */
export const notificationEvents = Object.keys(table) as NotificationEvent[]; // the keys of a constant
