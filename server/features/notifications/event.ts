// An event that may cause a notification, before any rule has decided.
import type { NotificationEvent } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import type { Notify } from "../../contract/tasks.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import type { Fields } from "./template.ts";

/** Language and time zone of a notification. */
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
  /** All event types it matches, most specific first. */
  events: readonly NotificationEvent[];
  at: number;
  /** What it is about, `task:12`; a lasting state of a subject is reported once. */
  subject: string;
  /** The task it is about; null for everything else, which rules limited to certain tasks let pass. */
  task: HappenedTask | null;
  /** For `run_too_long`: how long the run has been running, in ms. */
  elapsedMs?: number;
  /** Page of the panel to link to. */
  page: string;
  fields(voice: Voice): Fields;
  /** Reads the last lines of the run's log; empty if there is none. */
  log?(): Promise<string>;
}

/** Events that describe a state, which lasts until the subject recovers. */
const lasting: readonly NotificationEvent[] = [
  "run_failed",
  "retries_used_up",
  "subscription_failed",
  "dependency_failed",
  "backup_failed",
];

/**
 * Returns whether an event is reported only once until its state ends; always true for an event that is
 * detected by polling.
 */
export function isNotifiedOnce(event: NotificationEvent, oncePerState: boolean): boolean {
  return event === "run_too_long" || oncePerState && lasting.includes(event);
}
