// Events of the live stream. They name what to query again, by ID; only `subscription:pulled` also carries the counts and
// names of tasks. This way they cannot leak data.

import type { Scope } from "./scopes.ts";

export const topics = [
  "tasks",
  "runs",
  "windows",
  "views",
  "config",
  "scripts",
  "logs",
  "variables",
  "dependencies",
  "subscriptions",
  "settings",
  "session",
  "system",
  "systemLog",
  "logins",
  "applications",
  "notifications",
  "nodes",
  "calendars",
  "heartbeats",
  "accounts",
] as const;
export type Topic = (typeof topics)[number];

/** What a caller needs to receive a topic; `account` is for people only. */
export const topicScopes: Record<Topic, Scope | "account" | "administrator"> = {
  tasks: "tasks:read",
  runs: "tasks:read",
  windows: "tasks:read",
  views: "views:read",
  config: "config:read",
  scripts: "scripts:read",
  logs: "logs:read",
  variables: "variables:read",
  dependencies: "dependencies:read",
  subscriptions: "subscriptions:read",
  settings: "system:read",
  session: "account",
  logins: "system:read",
  system: "system:read",
  systemLog: "system:read",
  applications: "administrator",
  accounts: "administrator",
  notifications: "notifications:read",
  nodes: "system:read",
  calendars: "tasks:read",
  heartbeats: "heartbeats:read",
};

export const eventTypes = [
  "task:created",
  "task:updated",
  "task:deleted",
  "task:state_changed",
  "webhook:changed",
  "webhook:delivered",
  "run:queued",
  "run:approval_needed",
  "run:approved",
  "run:started",
  "run:finished",
  "run:skipped",
  "run:stop_requested",
  "window:created",
  "window:updated",
  "window:deleted",
  "view:created",
  "view:updated",
  "view:deleted",
  "view:reordered",
  "file:changed",
  "log:removed",
  "variable:changed",
  "dependency:changed",
  "subscription:created",
  "subscription:updated",
  "subscription:deleted",
  "subscription:state_changed",
  "subscription:pulled",
  // Changes of a new commit wait for approval; when they change again, only `subscription:updated` is published.
  "subscription:waiting",
  "settings:updated",
  "session:ended",
  // The role of its account has changed: a client that holds a stream must reconnect.
  "session:changed",
  "account:updated",
  // Accounts or invitations have changed; for administrators.
  "account:changed",
  // The second factor was turned on or off.
  "account:factor_changed",
  "system:changed",
  "health:changed",
  "systemLog:written",
  "login:succeeded",
  "login:failed",
  "application:changed",
  // The scopes of a token have changed, or it has ended: a client that holds a stream with it must reconnect.
  "token:changed",
  "backup:done",
  "backup:failed",
  "channel:changed",
  "rules:changed",
  "delivery:changed",
  // A node joined, left, went silent, came back, drains or plans.
  "node:changed",
  // A calendar, or what its sources say, has changed.
  "calendar:changed",
  // The data of a calendar ends soon; published once a day.
  "calendar:ending",
  // Its settings: it was created, changed, paused, resumed or deleted.
  "heartbeat:changed",
  // Without an id, several were.
  "heartbeat:pinged",
  // It is late, for example.
  "heartbeat:state_changed",
  "heartbeat:down",
  "heartbeat:up",
  // Requests of the panel's own pulse fail, have failed often, or do no longer.
  "pulse:changed",
] as const;
export type EventType = (typeof eventTypes)[number];

export interface LiveEvent {
  topic: Topic;
  type: EventType;
  /** The id of the object; 0 when the event is about none, or about a whole list. */
  id: number;
  /** The entity's version after the change; 0 when it has no version. */
  version: number;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** For runs: the task they belong to. */
  taskId?: number;
  /** For `subscription:pulled`: how many tasks were added, changed, removed and could not be created. */
  counts?: { added: number; changed: number; removed: number; failed: number };
  /** For `subscription:pulled`: names of tasks added, changed and removed, at most ten of each. */
  names?: { added: string[]; changed: string[]; removed: string[] };
}
