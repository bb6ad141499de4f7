// Every query key starts with the topic whose events invalidate it, so that a live event invalidates
// everything it affects at once.

import type { FileArea } from "../../server/contract/files.ts";
import type { Topic } from "../../server/contract/events.ts";

function under<T extends readonly unknown[]>(topic: Topic, ...rest: T): readonly [Topic, ...T] {
  return [topic, ...rest];
}

export const queryKeys = {
  session: () => under("session"),
  /** Set while the user logs out: the end of the session is then expected. */
  loggingOut: () => ["logging-out"] as const,
  account: () => under("session", "account"),
  sessions: () => under("session", "list"),
  passkeys: () => under("session", "passkeys"),
  identities: () => under("session", "identities"),
  identityProviders: () => under("accounts", "providers"),
  loginLog: (query: object) => under("logins", query),
  settings: () => under("settings"),
  /** The overview knows which events affect it. */
  overview: () => ["overview"] as const,
  overviewWeek: () => ["overview", "week"] as const,
  busiestTasks: (query: object) => ["busiest-tasks", query] as const,
  crowdedMinutes: () => ["crowded-minutes"] as const,
  taskList: (query: object) => under("tasks", "list", query),
  task: (id: number) => under("tasks", "one", id),
  taskChanges: (id: number, query: object) => under("tasks", "changes", id, query),
  spreadPreview: (body: object) => under("tasks", "spread", body),
  taskCount: (conditions: object) => under("tasks", "count", conditions),
  webhook: (id: number, ...rest: readonly unknown[]) => under("tasks", "webhook", id, ...rest),
  taskTrash: (query: object) => under("tasks", "trash", query),
  /** Refreshed with a delay, because every run affects it. */
  taskCounts: () => ["task-counts"] as const,
  tasksStartedBy: (type: string, id: number) => under("tasks", "startedBy", type, id),
  taskLabels: () => under("tasks", "labels"),
  queue: () => under("runs", "queue"),
  views: () => under("views"),
  runList: (query: object) => under("runs", "list", query),
  flowRuns: (...rest: readonly unknown[]) => under("runs", "flows", ...rest),
  /** Defined by tasks. */
  flows: (...rest: readonly unknown[]) => under("tasks", "flows", ...rest),
  run: (id: number) => under("runs", "one", id),
  /** No event invalidates them: a run that has ended does not change. */
  runFailures: (ids: string) => ["run-failures", ids] as const,
  files: (area: FileArea, ...rest: readonly (string | number | boolean)[]) => under(area, ...rest),
  variables: (...rest: readonly unknown[]) => under("variables", ...rest),
  dependencies: (...rest: readonly unknown[]) => under("dependencies", ...rest),
  subscriptions: (...rest: readonly unknown[]) => under("subscriptions", ...rest),
  heartbeats: (...rest: readonly unknown[]) => under("heartbeats", ...rest),
  applications: (...rest: readonly unknown[]) => under("applications", ...rest),
  accounts: (...rest: readonly unknown[]) => under("accounts", ...rest),
  nodes: () => under("nodes"),
  /** Refreshed with a delay, because every run affects them. */
  occurrences: (...rest: readonly unknown[]) => ["occurrences", ...rest] as const,
  calendars: (...rest: readonly unknown[]) => under("calendars", ...rest),
  windows: (...rest: readonly unknown[]) => under("windows", ...rest),
  statusPages: () => under("settings", "status-pages"),
  system: () => under("system"),
  health: () => under("system", "health"),
  pulse: () => under("system", "pulse"),
  systemLog: (query: object) => under("systemLog", query),
  /** For a paused log: no event invalidates it. */
  stillSystemLog: (query: object) => ["still-system-log", query] as const,
  notifications: (...rest: readonly unknown[]) => under("notifications", ...rest),
  /** What the bell lists, by source; its sources know which events make them stale. */
  bell: (...rest: readonly unknown[]) => ["bell", ...rest] as const,
  /** No event invalidates them: the page of an import polls while it is applied. */
  imports: (...rest: readonly (string | number)[]) => ["imports", ...rest] as const,
  /** No event invalidates it, because every change would. */
  auditLog: (...rest: readonly unknown[]) => ["audit-log", ...rest] as const,
  logs: (...rest: readonly (string | number | boolean)[]) => under("logs", ...rest),
};
