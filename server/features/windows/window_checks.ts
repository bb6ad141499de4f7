// Checks what a schema cannot know about a window.
import type { FieldIssue } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { WindowInput, WindowPatch } from "../../contract/windows.ts";
import { isFileAddress } from "../icalendar/file_address.ts";
import { shortestPeriod } from "./window_spans.ts";

/** Returns the issues of a window; with `patch`, only times that it sets are compared with now. */
export function windowIssues(
  window: WindowInput,
  { now, zone }: { now: number; zone: string },
  patch: WindowPatch = window,
): FieldIssue[] {
  if (window.name.trim() === "") return [{ path: "name", code: "required" }];
  if (window.icalendar !== null) return eventIssues(window, patch);
  return window.schedule === null ? onceIssues(window, now, patch) : scheduleIssues(window, { now, zone });
}

function eventIssues(window: WindowInput, patch: WindowPatch): FieldIssue[] {
  const other = (["from", "to", "schedule", "durationMs"] as const).find((field) => window[field] !== null);
  if (other) return [{ path: other, code: "window_two_ways" }];
  const { url, text } = patch.icalendar ?? {};
  if (patch.icalendar && (url === undefined) === (text === undefined)) {
    return [{ path: "icalendar.url", code: "one_of_address_and_text" }];
  }
  if (url !== undefined && !isFileAddress(url)) return [{ path: "icalendar.url", code: "not_web_address" }];
  return repeatIssues(window);
}

function repeatIssues({ timeZone, validFrom, validUntil }: WindowInput): FieldIssue[] {
  if (timeZone !== null && !isTimeZone(timeZone)) return [{ path: "timeZone", code: "unknown_time_zone" }];
  const isEmpty = validFrom !== null && validUntil !== null &&
    Date.parse(validUntil) <= Date.parse(validFrom);
  return isEmpty ? [{ path: "validUntil", code: "ends_before_start" }] : [];
}

function onceIssues({ from, to, durationMs }: WindowInput, now: number, patch: WindowPatch): FieldIssue[] {
  if (durationMs !== null) return [{ path: "schedule", code: "required" }];
  if (from === null) return [{ path: "from", code: "required" }];
  if (to === null) return [{ path: "to", code: "required" }];
  if (Date.parse(to) <= Date.parse(from)) return [{ path: "to", code: "ends_before_start" }];
  return patch.to != null && Date.parse(to) <= now ? [{ path: "to", code: "window_over" }] : [];
}

function scheduleIssues(window: WindowInput, { now, zone }: { now: number; zone: string }): FieldIssue[] {
  const { schedule, durationMs, timeZone, from, to } = window;
  if (from !== null || to !== null) return [{ path: from !== null ? "from" : "to", code: "window_two_ways" }];
  const issues = repeatIssues(window);
  if (issues.length > 0) return issues;
  if (durationMs === null) return [{ path: "durationMs", code: "required" }];
  try {
    const rule = parseCron(schedule ?? "");
    if (rule.kind === "after") {
      return [{ path: "schedule", code: "incorrect_cron", params: { start: 0, end: schedule?.length ?? 0 } }];
    }
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    const { code, field, start, end } = error.error;
    return [{ path: "schedule", code, params: { field, start, end } }];
  }
  if (durationMs >= shortestPeriod(schedule ?? "", timeZone ?? zone, now)) {
    return [{ path: "durationMs", code: "window_too_long" }];
  }
  return [];
}
