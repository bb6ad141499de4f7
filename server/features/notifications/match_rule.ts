import type { NotificationEvent, StoredRule } from "../../contract/notifications.ts";
import type { Event, HappenedTask } from "./event.ts";

/** Whoever wants to be told: a rule, or the switches of the task itself, which tell the default channel. */
export interface Source {
  /** `rule:3` or `switches`. */
  name: string;
  rule: StoredRule | null;
  /** What it wants to know of the happening, the most telling first; never empty. */
  events: readonly NotificationEvent[];
  groupMs: number;
  oncePerState: boolean;
}

/** Each task's own wishes in one message at most this often, milliseconds. */
const SWITCHES_GROUP_MS = 60_000;
export const SWITCHES = "switches";

/** Finds who wants to be told of something, rules in their order and then the task itself. */
export function findSources(event: Event, rules: readonly StoredRule[]): Source[] {
  const ofRules = rules.map((rule): Source => ({
    ...{ name: `rule:${rule.id}`, rule, events: eventsForRule(rule, event) },
    ...{ groupMs: rule.groupMs, oncePerState: rule.oncePerState },
  }));
  const ofTask: Source = {
    ...{ name: SWITCHES, rule: null, events: eventsForSwitches(event) },
    ...{ groupMs: SWITCHES_GROUP_MS, oncePerState: false },
  };
  return [...ofRules, ofTask].filter(({ events }) => events.length > 0);
}

function eventsForRule(rule: StoredRule, event: Event): NotificationEvent[] {
  const { events, task, elapsedMs } = event;
  if (!rule.enabled || task && !isMeant(rule, task)) return [];
  const limit = rule.longerThanMs ?? task?.notify.longerThanMs ?? Infinity;
  return events.filter((event) =>
    rule.events.includes(event) && (event !== "run_too_long" || (elapsedMs ?? 0) >= limit)
  );
}

function isMeant({ labels, taskIds }: StoredRule, task: HappenedTask): boolean {
  if (labels === null && taskIds === null) return true;
  return taskIds?.includes(task.id) === true || task.labels.some((label) => labels?.includes(label));
}

function eventsForSwitches({ events, task, elapsedMs }: Event): NotificationEvent[] {
  if (!task) return [];
  const { onFailure, onRecovery, onEnd, longerThanMs, notRunBy } = task.notify;
  const wanted: Partial<Record<NotificationEvent, boolean>> = {
    ...{ run_failed: onFailure === true, retries_used_up: onFailure === true },
    ...{ run_recovered: onRecovery === true, run_ended: onEnd === true },
    run_too_long: typeof longerThanMs === "number" && (elapsedMs ?? 0) >= longerThanMs,
    run_not_started: typeof notRunBy === "string",
  };
  return events.filter((event) => wanted[event] === true);
}
