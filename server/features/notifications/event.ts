// Something that may be worth telling, before anybody has said whether it is.
import type { NotificationEvent } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import type { Notify } from "../../contract/tasks.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import type { Fields } from "./template.ts";

/** How something is said. */
export interface Voice {
  language: Language;
  messages: NotificationMessages;
  zone: string;
}

export interface HappenedTask {
  id: number;
  labels: readonly string[];
  notify: Notify;
}

export interface Event {
  /** All that it is, the most telling first. */
  events: readonly NotificationEvent[];
  at: number;
  /** What it is about, `task:12`: of that, a state that lasts is told once. */
  subject: string;
  /** The task it is about; null for everything else, which rules for certain tasks let pass. */
  task: HappenedTask | null;
  /** For `run_too_long`: how long the run has been running, milliseconds. */
  elapsedMs?: number;
  /** Page of the panel that shows it. */
  page: string;
  fields(voice: Voice): Fields;
  /** Reads the last lines of its log; empty when there is none. */
  log?(): Promise<string>;
}

/** Happenings that are a state until something better happens to the same subject. */
const lasting: readonly NotificationEvent[] = [
  "run_failed",
  "retries_used_up",
  "subscription_failed",
  "dependency_failed",
  "backup_failed",
];

/** Tells whether a happening is told once until its state is over; what is looked at again and again always is. */
export function isNotifiedOnce(event: NotificationEvent, oncePerState: boolean): boolean {
  return event === "run_too_long" || oncePerState && lasting.includes(event);
}
