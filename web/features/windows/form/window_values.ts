import type {
  MaintenanceWindow,
  WindowInput,
  WindowScope,
  WindowSource,
} from "../../../../server/contract/windows.ts";
import { readWallTime, writeWallTime } from "../../../messages/wall_time.ts";

export interface SourceValues {
  way: "address" | "text";
  url: string;
  text: string;
}

export interface WindowValues {
  name: string;
  kind: "once" | "schedule" | "events";
  /** Local times in the panel's zone, `2026-11-23T06:30`. */
  from: string;
  to: string;
  schedule: string;
  durationMs: number | null;
  /** Empty for the panel's. */
  timeZone: string;
  validFrom: string;
  validUntil: string;
  icalendar: SourceValues;
  scope: "all" | "labels" | "pools" | "taskIds";
  labels: readonly string[];
  pools: readonly string[];
  taskIds: readonly string[];
  effect: WindowInput["effect"];
  silent: boolean;
  stopRunning: boolean;
}

const HOUR_MS = 3_600_000;

/** Returns the values of a new window: the next two hours, for all tasks; `zone` is the panel's. */
export function emptyValues(zone: string): WindowValues {
  const wallOf = (at: number) => writeWallTime(Math.ceil(at / 300_000) * 300_000, zone).slice(0, 16);
  return {
    name: "",
    kind: "once",
    from: wallOf(Date.now()),
    to: wallOf(Date.now() + 2 * HOUR_MS),
    schedule: "0 2 * * SUN",
    durationMs: 2 * HOUR_MS,
    timeZone: "",
    validFrom: "",
    validUntil: "",
    icalendar: { way: "address", url: "", text: "" },
    scope: "all",
    ...{ labels: [], pools: [], taskIds: [] },
    effect: "hold",
    silent: true,
    stopRunning: false,
  };
}

export function valuesOf(window: MaintenanceWindow, zone: string): WindowValues {
  const wallOf = (instant: string | null) =>
    instant === null ? "" : writeWallTime(Date.parse(instant), zone).slice(0, 16);
  const base = emptyValues(zone);
  const { scope } = window;
  return {
    ...base,
    name: window.name,
    ...timesOf(window, wallOf),
    timeZone: window.timeZone ?? "",
    validFrom: wallOf(window.validFrom),
    validUntil: wallOf(window.validUntil),
    ..."labels" in scope ? { scope: "labels", labels: scope.labels } : {},
    ..."pools" in scope ? { scope: "pools", pools: scope.pools } : {},
    ..."taskIds" in scope ? { scope: "taskIds", taskIds: scope.taskIds.map(String) } : {},
    effect: window.effect,
    silent: window.silent,
    stopRunning: window.stopRunning,
  };
}

function timesOf(
  { from, to, schedule, durationMs, icalendar }: MaintenanceWindow,
  wallOf: (instant: string | null) => string,
): Partial<WindowValues> {
  if (icalendar !== null) {
    const { url, text = "" } = icalendar;
    return {
      kind: "events",
      icalendar: { way: url === undefined ? "text" : "address", url: url ?? "", text },
    };
  }
  return schedule === null
    ? { kind: "once", from: wallOf(from), to: wallOf(to) }
    : { kind: "schedule", schedule, durationMs };
}

/** Returns the values as the API takes them; `zone` is the panel's. */
export function inputOf(values: WindowValues, zone: string): WindowInput {
  const instantOf = (wall: string) => {
    const at = readWallTime(wall, zone);
    return at === null ? null : new Date(at).toISOString();
  };
  const isOnce = values.kind === "once";
  const isScheduled = values.kind === "schedule";
  return {
    name: values.name.trim(),
    from: isOnce ? instantOf(values.from) : null,
    to: isOnce ? instantOf(values.to) : null,
    schedule: isScheduled ? values.schedule.trim() : null,
    durationMs: isScheduled ? values.durationMs : null,
    timeZone: isOnce ? null : values.timeZone || null,
    validFrom: isOnce ? null : instantOf(values.validFrom),
    validUntil: isOnce ? null : instantOf(values.validUntil),
    icalendar: values.kind === "events" ? sourceOf(values.icalendar) : null,
    scope: scopeOf(values),
    effect: values.effect,
    silent: values.silent,
    stopRunning: values.stopRunning,
  };
}

function sourceOf({ way, url, text }: SourceValues): WindowSource {
  return way === "address" ? { url: url.trim() } : { text };
}

function scopeOf({ scope, labels, pools, taskIds }: WindowValues): WindowScope {
  switch (scope) {
    case "labels":
      return { labels: [...labels] };
    case "pools":
      return { pools: [...pools] };
    case "taskIds":
      return { taskIds: taskIds.map(Number) };
    case "all":
      return { all: true };
  }
}
