// The values of the rule form.
import {
  eventDetails,
  type EventGroup,
  type NotificationEvent,
  notificationEvents,
} from "../../../server/contract/notification_events.ts";
import type { NotificationRule, StoredRule } from "../../../server/contract/notifications.ts";
import type { Language } from "../../../server/contract/settings.ts";

export function eventsOfGroup(group: EventGroup): NotificationEvent[] {
  return notificationEvents.filter((event) => eventDetails[event].group === group);
}

const minuteMs = 60_000;
const usualGroupMs = 5 * minuteMs;

/** Spans within which events become one message, milliseconds. */
export const groupSpans = [0, minuteMs, usualGroupMs, 15 * minuteMs, 60 * minuteMs];

export interface RuleDraft {
  name: string;
  enabled: boolean;
  events: readonly NotificationEvent[];
  labels: readonly string[];
  taskIds: readonly number[];
  channelIds: readonly number[];
  quiet: boolean;
  quietHours: { from: string; to: string };
  groupMs: number;
  longerThanMinutes: number | null;
  oncePerState: boolean;
  title: string;
  content: string;
  language: Language | null;
}

export function ruleDraftOf(rule: NotificationRule | null): RuleDraft {
  return {
    name: rule?.name ?? "",
    enabled: rule?.enabled ?? true,
    events: rule?.events ?? [],
    labels: rule?.labels ?? [],
    taskIds: rule?.taskIds ?? [],
    channelIds: rule?.channelIds ?? [],
    quiet: Boolean(rule?.quietHours),
    quietHours: rule?.quietHours ?? { from: "22:00", to: "08:00" },
    groupMs: rule?.groupMs ?? usualGroupMs,
    longerThanMinutes: rule?.longerThanMs == null ? null : rule.longerThanMs / minuteMs,
    oncePerState: rule?.oncePerState ?? true,
    title: rule?.title ?? "",
    content: rule?.content ?? "",
    language: rule?.language ?? null,
  };
}

export function sentRule(draft: RuleDraft): Omit<StoredRule, "id"> {
  const { name, enabled, events, labels, taskIds, channelIds, groupMs, oncePerState, language } = draft;
  const { longerThanMinutes: minutes, quiet, quietHours, title, content } = draft;
  const ofTasks = concernsTasks(events);
  return {
    ...{ name: name.trim(), enabled, groupMs, oncePerState, language },
    ...{ events: [...events], channelIds: [...channelIds] },
    labels: concernsLabels(events) && labels.length > 0 ? [...labels] : null,
    taskIds: ofTasks && taskIds.length > 0 ? [...taskIds] : null,
    quietHours: quiet ? quietHours : null,
    longerThanMs: minutes !== null && events.includes("run_too_long") ? Math.round(minutes * minuteMs) : null,
    title: title.trim() === "" ? null : title,
    content: content.trim() === "" ? null : content,
  };
}

/** Returns whether a rule for these events can be limited to some tasks. */
export function concernsTasks(events: readonly NotificationEvent[]): boolean {
  return events.some((event) => eventDetails[event].group === "runs");
}

/** Returns whether a rule for these events can be limited to some labels. */
export function concernsLabels(events: readonly NotificationEvent[]): boolean {
  return concernsTasks(events) || events.some((event) => eventDetails[event].group === "heartbeats");
}

/** Adds or removes an event; they stay in the order of the groups. */
export function toggleEvent(
  events: readonly NotificationEvent[],
  event: NotificationEvent,
  chosen: boolean,
): NotificationEvent[] {
  return notificationEvents.filter((one) => one === event ? chosen : events.includes(one));
}
