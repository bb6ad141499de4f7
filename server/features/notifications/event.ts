// An event that may cause a notification, before any rule has decided.
import { eventDetails, type NotificationEvent } from "../../contract/notification_events.ts";
import type { Language } from "../../contract/settings.ts";
import type { Notify } from "../../contract/tasks.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import type { Fields } from "./template.ts";

/** Language and time zone of a notification. */
export interface Locale {
  language: Language;
  messages: NotificationMessages;
  zone: string;
}

export interface EventTask {
  id: number;
  labels: readonly string[];
  /** Its pool; null for any, and on a single machine. */
  pool: string | null;
  notify: Notify;
  /** Causes no notifications until it succeeds. */
  muted: boolean;
}

/** What rules and its own settings know of a heartbeat. */
export interface EventHeartbeat {
  labels: readonly string[];
  /** The events that its own settings report. */
  wanted: readonly NotificationEvent[];
  /** Causes no notifications until it is up again. */
  muted: boolean;
}

export interface EventReport {
  /** All event types it matches, most specific first. */
  events: readonly NotificationEvent[];
  at: number;
  /** What it is about, `task:12`. What was reported once is stored under it; see `forgetNotified`. */
  subject: string;
  /** The task it is about; null for everything else, which rules limited to certain tasks let pass. */
  task: EventTask | null;
  heartbeat?: EventHeartbeat;
  /** For `run_too_long`: how long the run has been running, in ms. */
  elapsedMs?: number;
  page: string;
  fields(locale: Locale): Fields;
  /** Reads the last lines of the run's log; empty if there is none. */
  log?(): Promise<string>;
}

/**
 * Returns whether an event is reported only once until its subject recovers; always true for an event that is
 * detected by polling.
 */
export function isNotifiedOnce(event: NotificationEvent, oncePerState: boolean): boolean {
  return event === "run_too_long" || oncePerState && eventDetails[event].untilRecovered === true;
}
