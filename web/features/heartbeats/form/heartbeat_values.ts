// The values of the form, and their conversion to and from the API.
import type { Heartbeat, HeartbeatPatch } from "../../../../server/contract/heartbeats.ts";
import { heartbeatLimits } from "../../../../server/contract/limits/heartbeats.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { FieldMessages } from "../../../ui/form/use_server_form.ts";

const minuteMs = 60_000;

export const periodUnits = { minutes: minuteMs, hours: 60 * minuteMs, days: 24 * 60 * minuteMs } as const;
export type PeriodUnit = keyof typeof periodUnits;

export interface HeartbeatValues {
  name: string;
  labels: readonly string[];
  kind: "schedule" | "period";
  /** One rule. */
  rules: readonly string[];
  period: number | null;
  unit: PeriodUnit;
  timeZone: string;
  graceMinutes: number | null;
  maxMinutes: number | null;
  postOnly: boolean;
  onDown: boolean;
  onUp: boolean;
}

export const emptyValues: HeartbeatValues = {
  name: "",
  labels: [],
  kind: "schedule",
  rules: ["0 3 * * *"],
  period: 1,
  unit: "hours",
  timeZone: "",
  graceMinutes: heartbeatLimits.usualGraceMs / minuteMs,
  maxMinutes: null,
  postOnly: false,
  onDown: true,
  onUp: true,
};

export function valuesOf(heartbeat: Heartbeat): HeartbeatValues {
  const { name, labels, schedule, periodMs, timeZone, graceMs, maxDurationMs, postOnly, notify } = heartbeat;
  const unit = unitOf(periodMs ?? periodUnits.hours);
  return {
    ...emptyValues,
    ...{ name, labels, postOnly, unit, timeZone: timeZone ?? "" },
    kind: schedule === null ? "period" : "schedule",
    ...(schedule !== null && { rules: [schedule] }),
    ...(periodMs !== null && { period: periodMs / periodUnits[unit] }),
    graceMinutes: graceMs / minuteMs,
    maxMinutes: maxDurationMs === null ? null : maxDurationMs / minuteMs,
    onDown: notify.onDown,
    onUp: notify.onUp,
  };
}

/** Returns the largest unit of which a period is a whole multiple. */
function unitOf(ms: number): PeriodUnit {
  const units = ["days", "hours", "minutes"] as const;
  return units.find((unit) => ms % periodUnits[unit] === 0) ?? "minutes";
}

/** Returns the period that is entered, in milliseconds; null if it is none. */
export function periodOf({ period, unit }: HeartbeatValues): number | null {
  return period === null || !(period > 0) ? null : Math.round(period * periodUnits[unit]);
}

/** Returns when a ping is due once this period is saved; null before the first one, and while it is paused. */
export function nextPingAt(
  heartbeat: Pick<Heartbeat, "lastPingAt" | "state"> | null,
  periodMs: number,
  now: number,
): string | null {
  if (!heartbeat || heartbeat.lastPingAt === null || heartbeat.state === "paused") return null;
  return new Date(Math.max(now, Date.parse(heartbeat.lastPingAt) + periodMs)).toISOString();
}

export function inputOf(values: HeartbeatValues): HeartbeatPatch {
  const { name, labels, kind, rules, timeZone, graceMinutes, maxMinutes, postOnly } = values;
  const isSchedule = kind === "schedule";
  return {
    ...{ name: name.trim(), labels: [...labels], postOnly },
    schedule: isSchedule ? (rules[0] ?? "").trim() : null,
    periodMs: isSchedule ? null : periodOf(values) ?? 0,
    timeZone: isSchedule && timeZone !== "" ? timeZone : null,
    graceMs: Math.round((graceMinutes ?? 0) * minuteMs),
    maxDurationMs: maxMinutes === null ? null : Math.round(maxMinutes * minuteMs),
    notify: { onDown: values.onDown, onUp: values.onUp },
  };
}

/** Returns the field of the form for a path of the API. */
export function fieldOf(path: string): string {
  const fields: Record<string, string> = {
    schedule: "rules",
    periodMs: "period",
    graceMs: "graceMinutes",
    maxDurationMs: "maxMinutes",
  };
  return fields[path] ?? path;
}

export function checkValues(
  { name, kind, rules, period, graceMinutes }: HeartbeatValues,
  t: Translate,
): FieldMessages {
  const isSchedule = kind === "schedule";
  return {
    name: name.trim() === "" && t("ui.required", { label: t("heartbeats.name") }),
    rules: isSchedule && (rules[0] ?? "").trim() === "" && t("ui.required", { label: t("task.cronRule") }),
    period: !isSchedule && period === null && t("ui.required", { label: t("heartbeats.period") }),
    graceMinutes: graceMinutes === null && t("ui.required", { label: t("heartbeats.grace") }),
  };
}
