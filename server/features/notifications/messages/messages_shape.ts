// The messages of notifications in each language. `{name}` is a field, as in the templates of rules.
import type { LoginStatus } from "../../../contract/login_statuses.ts";
import type { EventMessage, NotificationEvent } from "../../../contract/notification_events.ts";

export interface NotificationMessages {
  eventNames: Record<NotificationEvent, string>;
  eventMessages: Record<NotificationEvent, EventMessage>;
  /** Lines with details; a line with an empty field is omitted. */
  details: readonly string[];
  logHeading: string;
  group(count: number, title: string): string;
  more(count: number): string;
  duration(ms: number): string;
  /** Names the tasks of a pull, all of them or the first ones; returns an empty text if there are no names. */
  pulled(kind: "added" | "changed" | "removed", count: number, names: readonly string[]): string;
  missed(count: number, from: string): string;
  /** Why a heartbeat is down; `at` is its due time, or the start of the work. */
  heartbeatDown: Record<"missed" | "too_long", (at: string) => string> & {
    failed(exitCode: number | null): string;
  };
  notRunBy(time: string): string;
  interruptedRuns(count: number): string;
  loginReasons: Record<Exclude<LoginStatus, "succeeded">, string>;
  secondFactor: Record<"on" | "off", string>;
  test: { title: string; content: string };
  /** `by`: who invites; `until`: when the link expires. */
  invitation(link: string, by: string, until: string): { title: string; content: string };
  proxyField: string;
  /** Lines about messages of scripts; printed in their logs. */
  direct: {
    sent(channel: string): string;
    failed(channel: string, reason: string): string;
    none: string;
    skipped(title: string): string;
    noSentence(reason: string): string;
  };
  errors: Record<Exclude<SendProblem, "inner_network">, (detail: string) => string> & {
    /** `allowedBy`: the value of `SUNDIAL_ALLOW_NETWORKS` that would allow the host. */
    inner_network(host: string, allowedBy: string): string;
  };
}

/** Why nothing was sent, if no service responded. */
export type SendProblem =
  | "unreachable"
  | "no_secret"
  | "untrusted"
  | "too_slow"
  | "inner_network"
  | "application_network"
  | "own_network"
  | "unknown_host"
  | "proxy"
  | "locked"
  | "unknown_type"
  | "incomplete"
  | "gone"
  | "off"
  | "interrupted"
  | "too_old"
  | "too_many"
  | "not_permitted"
  | "unexpected";

/**
 * Formats a duration as the page does, with its largest unit and the next one; `units` are the words for days, hours,
 * minutes, seconds and milliseconds.
 */
export function durationWith(ms: number, units: readonly [string, string, string, string, string]): string {
  if (ms < 1000) return `${Math.round(ms)}${units[4]}`;
  if (ms < 60_000) return `${Math.floor(ms / 100) / 10}${units[3]}`;
  const seconds = Math.round(ms / 1000);
  const parts = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const first = parts.findIndex((part) => part > 0);
  return parts.slice(first, first + 2).flatMap((part, index) =>
    part > 0 ? [`${part}${units[first + index]}`] : []
  ).join(" ");
}
