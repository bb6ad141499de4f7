// What the live stream says: look again. An event never carries the thing itself, so it can never leak one.

import type { Scope } from "./scopes.ts";

export const topics = [
  "tasks",
  "runs",
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
] as const;
export type Topic = (typeof topics)[number];

/** What an application needs to hear of a topic; null is for people only. */
export const topicScopes: Record<Topic, Scope | null> = {
  tasks: "tasks:read",
  runs: "tasks:read",
  views: "views:read",
  config: "config:read",
  scripts: "scripts:read",
  logs: "logs:read",
  variables: "variables:read",
  dependencies: "dependencies:read",
  subscriptions: "subscriptions:read",
  settings: "system:read",
  session: null,
  logins: "system:read",
  system: "system:read",
  systemLog: "system:read",
  applications: null,
  notifications: "notifications:read",
};

export const eventTypes = [
  "task:created",
  "task:updated",
  "task:deleted",
  "task:state_changed",
  "run:queued",
  "run:started",
  "run:finished",
  "run:skipped",
  "run:stop_requested",
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
  "subscription:waiting",
  "settings:updated",
  "session:ended",
  "account:updated",
  // The second factor was turned on or off.
  "account:factor_changed",
  "system:changed",
  "health:changed",
  "systemLog:written",
  "login:succeeded",
  "login:failed",
  "application:changed",
  // What a token may do has changed, or it has ended: whoever holds a stream by it has to come again.
  "token:changed",
  "backup:done",
  "backup:failed",
  "channel:changed",
  "rules:changed",
  "delivery:changed",
] as const;
export type EventType = (typeof eventTypes)[number];

export interface LiveEvent {
  topic: Topic;
  type: EventType;
  id: number;
  /** The entity's version after the change; 0 for what has none. */
  version: number;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** For runs: the task they belong to. */
  taskId?: number;
  /** For `subscription:pulled`: how many tasks came, changed, went and could not be made. */
  counts?: { added: number; changed: number; removed: number; failed: number };
  /** For `subscription:pulled`: names of tasks that came, changed and went, at most ten of each. */
  names?: { added: string[]; changed: string[]; removed: string[] };
}
