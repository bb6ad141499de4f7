// Conversion between a heartbeat of the API, its row and its status.
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { nextSlot } from "../../contract/cron/slots.ts";
import {
  type Heartbeat,
  type HeartbeatNotify,
  heartbeatNotify,
  type HeartbeatPatch,
  type Ping,
} from "../../contract/heartbeats.ts";
import type { HeartbeatPingRow, HeartbeatRow } from "../../migrations/heartbeat_tables.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";
import { assess, type HeartbeatStatus, type OpenStart, type Timing } from "./heartbeat_states.ts";

type StatusColumns = Pick<
  HeartbeatRow,
  "paused" | "last_ping_at" | "due_at" | "starts_json" | "down_at" | "down_reason" | "watched_from"
>;

export function statusOf(row: StatusColumns): HeartbeatStatus {
  return {
    paused: row.paused === 1,
    lastPingAt: row.last_ping_at,
    dueAt: row.due_at,
    starts: storedJson<OpenStart[]>(row.starts_json, []),
    downAt: row.down_at,
    downReason: row.down_reason,
    watchedFrom: row.watched_from,
  };
}

/** Returns what is stored of the status, and when the state changes next after an instant. */
export function statusColumns(
  status: HeartbeatStatus,
  timing: Timing,
  at: number,
): StatusColumns & Pick<HeartbeatRow, "next_at"> {
  const { state, nextAt, downFrom } = assess(status, timing, at);
  return {
    // That it is down is still to be written and reported.
    next_at: state === "down" && status.downAt === null ? downFrom : nextAt,
    paused: status.paused ? 1 : 0,
    last_ping_at: status.lastPingAt,
    due_at: status.dueAt,
    starts_json: JSON.stringify(status.starts),
    down_at: status.downAt,
    down_reason: status.downReason,
    watched_from: status.watchedFrom,
  };
}

type TimingColumns = Pick<
  HeartbeatRow,
  "id" | "schedule" | "period_ms" | "time_zone" | "grace_ms" | "max_duration_ms"
>;

/** Reads when pings are due; `zone` is the panel's. A schedule that cannot be parsed is never due. */
export function timingOf(row: TimingColumns, zone: string): Timing {
  const { id, schedule, period_ms, time_zone, grace_ms, max_duration_ms } = row;
  return {
    graceMs: grace_ms,
    maxDurationMs: max_duration_ms,
    beginsAnew: schedule === null,
    next: schedule === null
      ? (after) => after + (period_ms ?? Infinity)
      : nextOf(schedule, time_zone ?? zone, id),
  };
}

function nextOf(schedule: string, zone: string, seed: number): Timing["next"] {
  try {
    const rule = parseCron(schedule, { seed });
    return (after) => nextSlot([rule], zone, after);
  } catch (error) {
    if (error instanceof CronError) return () => null;
    throw error;
  }
}

export function labelsOf({ labels_json }: Pick<HeartbeatRow, "labels_json">): string[] {
  return storedJson<string[]>(labels_json, []);
}

export function notifyOf({ notify_json }: Pick<HeartbeatRow, "notify_json">): HeartbeatNotify {
  const read = heartbeatNotify.safeParse(storedJson<unknown>(notify_json, {}));
  return read.data ?? { onDown: true, onUp: true };
}

type SetColumns = Pick<
  HeartbeatRow,
  | "name"
  | "labels_json"
  | "schedule"
  | "period_ms"
  | "time_zone"
  | "grace_ms"
  | "max_duration_ms"
  | "post_only"
  | "notify_json"
  | "muted"
>;

/** Converts fields of the API to columns; skips fields that were not sent. */
export function toColumns(patch: HeartbeatPatch): Partial<SetColumns> {
  const { name, labels, schedule, periodMs, timeZone, graceMs, maxDurationMs, postOnly, notify, muted } =
    patch;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(labels !== undefined && { labels_json: JSON.stringify(tidyLabels(labels)) }),
    ...(schedule !== undefined && { schedule }),
    ...(periodMs !== undefined && { period_ms: periodMs }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(graceMs !== undefined && { grace_ms: graceMs }),
    ...(maxDurationMs !== undefined && { max_duration_ms: maxDurationMs }),
    ...(postOnly !== undefined && { post_only: postOnly ? 1 as const : 0 as const }),
    ...(notify !== undefined && { notify_json: JSON.stringify(notify) }),
    ...(muted !== undefined && { muted: muted ? 1 as const : 0 as const }),
  };
}

function tidyLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ""))];
}

/** Returns the path below the base path to which pings are sent. */
export function pingPath(key: string): string {
  return `/ping/${key}`;
}

export function toHeartbeat(row: HeartbeatRow, { zone, now }: { zone: string; now: number }): Heartbeat {
  const status = statusOf(row);
  const assessed = assess(status, timingOf(row, zone), now);
  // It is down once that is written and reported, a moment later.
  const state = assessed.state === "down" && status.downAt === null ? "late" : assessed.state;
  const isWatched = state !== "paused" && state !== "down";
  return {
    id: row.id,
    name: row.name,
    labels: labelsOf(row),
    schedule: row.schedule,
    periodMs: row.period_ms,
    timeZone: row.time_zone,
    graceMs: row.grace_ms,
    maxDurationMs: row.max_duration_ms,
    postOnly: row.post_only === 1,
    notify: notifyOf(row),
    muted: row.muted === 1,
    key: row.key,
    path: pingPath(row.key),
    state,
    lastPingAt: storedInstant(status.lastPingAt),
    dueAt: status.paused ? null : storedInstant(status.dueAt),
    downFrom: isWatched ? storedInstant(assessed.downFrom) : null,
    startedAt: storedInstant(status.starts[0]?.at ?? null),
    downAt: storedInstant(status.downAt),
    downReason: status.downReason,
    watchedFrom: isWatched ? storedInstant(status.watchedFrom) : null,
    createdAt: storedInstant(row.created_at),
    updatedAt: storedInstant(row.updated_at),
    version: row.version,
  };
}

export function toPing(row: HeartbeatPingRow): Ping {
  return {
    id: row.id,
    at: storedInstant(row.at),
    kind: row.kind,
    exitCode: row.exit_code,
    rid: row.rid,
    durationMs: row.duration_ms,
    early: row.early === 1,
    method: row.method,
    ip: row.ip,
    body: row.body,
  };
}
