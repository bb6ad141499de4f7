// What the live stream says: look again. An event never carries the thing itself, so it can never leak one.

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
] as const;
export type Topic = (typeof topics)[number];

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
}
