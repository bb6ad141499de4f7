// A rule as its form holds it, and the events in the groups that it shows.
import type {
  NotificationEvent,
  NotificationRule,
  StoredRule,
} from "../../../server/contract/notifications.ts";
import type { Language } from "../../../server/contract/settings.ts";

export const eventsOfGroups = {
  runs: ["run_failed", "run_recovered", "run_ended", "run_too_long", "run_not_started", "retries_used_up"],
  subscriptions: [
    "subscription_added",
    "subscription_changed",
    "subscription_removed",
    "subscription_failed",
  ],
  dependencies: ["dependency_failed"],
  account: ["login", "login_failed", "second_factor_changed"],
  panel: ["backup_done", "backup_failed", "update_available", "disk_nearly_full", "panel_crashed"],
} as const satisfies Record<string, readonly NotificationEvent[]>;
export type EventGroup = keyof typeof eventsOfGroups;

/** Names of the groups, in their order. */
export const eventGroups = Object.keys(eventsOfGroups) as EventGroup[]; // own keys, so they are groups

const minuteMs = 60_000;
const usualGroupMs = 5 * minuteMs;

/** Spans within which happenings become one message, milliseconds. */
export const groupSpans = [0, minuteMs, usualGroupMs, 15 * minuteMs, 60 * minuteMs];

export interface RuleDraft {
  name: string;
  enabled: boolean;
  events: readonly NotificationEvent[];
  labels: readonly string[];
  taskIds: readonly number[];
  channelIds: readonly number[];
  quiet: boolean;
  from: string;
  to: string;
  groupMs: number;
  longerThanMinutes: number | null;
  oncePerState: boolean;
  title: string;
  content: string;
  language: Language | null;
}

/** Starts a rule, or reads one that is there. */
export function ruleDraftOf(rule: NotificationRule | null): RuleDraft {
  return {
    name: rule?.name ?? "",
    enabled: rule?.enabled ?? true,
    events: rule?.events ?? [],
    labels: rule?.labels ?? [],
    taskIds: rule?.taskIds ?? [],
    channelIds: rule?.channelIds ?? [],
    quiet: Boolean(rule?.quietHours),
    from: rule?.quietHours?.from ?? "22:00",
    to: rule?.quietHours?.to ?? "08:00",
    groupMs: rule?.groupMs ?? usualGroupMs,
    longerThanMinutes: rule?.longerThanMs == null ? null : rule.longerThanMs / minuteMs,
    oncePerState: rule?.oncePerState ?? true,
    title: rule?.title ?? "",
    content: rule?.content ?? "",
    language: rule?.language ?? null,
  };
}

/** Gives a rule as it is sent. */
export function sentRule(draft: RuleDraft): Omit<StoredRule, "id"> {
  const { name, enabled, events, labels, taskIds, channelIds, groupMs, oncePerState, language } = draft;
  const { longerThanMinutes: minutes, quiet, from, to, title, content } = draft;
  const ofTasks = concernsTasks(events);
  return {
    ...{ name: name.trim(), enabled, groupMs, oncePerState, language },
    ...{ events: [...events], channelIds: [...channelIds] },
    labels: ofTasks && labels.length > 0 ? [...labels] : null,
    taskIds: ofTasks && taskIds.length > 0 ? [...taskIds] : null,
    quietHours: quiet ? { from, to } : null,
    longerThanMs: minutes !== null && events.includes("run_too_long") ? Math.round(minutes * minuteMs) : null,
    title: title.trim() === "" ? null : title,
    content: content.trim() === "" ? null : content,
  };
}

/** Tells whether one of the events is about a task, so that it can be for some tasks only. */
export function concernsTasks(events: readonly NotificationEvent[]): boolean {
  return eventsOfGroups.runs.some((event) => events.includes(event));
}

/** Takes an event in or out; they stay in the order of the groups. */
export function toggleEvent(
  events: readonly NotificationEvent[],
  event: NotificationEvent,
  chosen: boolean,
): NotificationEvent[] {
  const all: readonly NotificationEvent[] = Object.values(eventsOfGroups).flat();
  return all.filter((one) => one === event ? chosen : events.includes(one));
}
