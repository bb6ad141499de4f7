// What a heartbeat waits for, and what follows from a ping, a start of the panel and the time. Pure: status in, state and
// next instant out. All times are milliseconds since the epoch.
import type { DownReason, HeartbeatState } from "../../contract/heartbeats.ts";
import { heartbeatLimits } from "../../contract/limits/heartbeats.ts";

/** Work that has matching and not ended. */
export interface OpenStart {
  rid: string | null;
  at: number;
  /** Whether it came in time for the due time, so that its end is waited for instead. */
  isCounted: boolean;
}

/** What is stored of a heartbeat besides its settings. */
export interface HeartbeatStatus {
  paused: boolean;
  lastPingAt: number | null;
  /** The due time whose ping is waited for; null before the first ping. */
  dueAt: number | null;
  /** In the order in which they came. */
  starts: readonly OpenStart[];
  downAt: number | null;
  downReason: DownReason | null;
  /** The start of the panel from which the grace begins anew. */
  watchedFrom: number | null;
}

/** The settings that decide when it is down. */
export interface Timing {
  graceMs: number;
  maxDurationMs: number | null;
  /** Whether each ping begins the wait anew, as with a period: no ping is then before its time. */
  beginsAnew: boolean;
  /** Returns the first due time after an instant; null without one. */
  next(after: number): number | null;
}

export interface StatePing {
  kind: "success" | "start" | "fail";
  at: number;
  rid: string | null;
}

export interface PingEffect {
  status: HeartbeatStatus;
  /** Whether it came too early to count for a due time. */
  early: boolean;
  /** Time since its start, for an end. */
  durationMs: number | null;
}

/** Returns what follows from a ping. */
export function applyPing(status: HeartbeatStatus, ping: StatePing, timing: Timing): PingEffect {
  const { kind, at, rid } = ping;
  const lastPingAt = Math.max(at, status.lastPingAt ?? at);
  if (status.paused) return { status: { ...status, lastPingAt }, early: false, durationMs: null };
  const dueAt = status.dueAt ?? timing.next(at);
  const isCounted = timing.beginsAnew || dueAt !== null && at >= dueAt - timing.graceMs;
  const early = !isCounted && status.dueAt !== null;
  if (kind === "start") {
    const others = status.starts.filter((start) => start.rid !== rid);
    const starts = [...others, { rid, at, isCounted }].slice(-heartbeatLimits.starts);
    return { status: { ...status, lastPingAt, dueAt, starts }, early, durationMs: null };
  }
  const matching = status.starts.findLast((start) => start.rid === rid);
  const ended: HeartbeatStatus = {
    ...status,
    lastPingAt,
    dueAt: isCounted ? timing.next(timing.beginsAnew ? at : Math.max(at, dueAt ?? at)) : dueAt,
    starts: status.starts.filter((start) => start.rid !== rid),
    watchedFrom: isCounted ? null : status.watchedFrom,
    downAt: kind === "fail" ? status.downAt ?? at : null,
    downReason: kind === "fail" ? "failed" : null,
  };
  return { status: ended, early, durationMs: matching ? Math.max(0, at - matching.at) : null };
}

export interface Assessment {
  state: HeartbeatState;
  /** When the state changes unless something happens; null if it does not. */
  nextAt: number | null;
  /** When it goes down, or went down, unless something happens. */
  downFrom: number | null;
  /** Why it is down now. */
  downReason: DownReason | null;
}

/** Returns the state at an instant. */
export function assess(status: HeartbeatStatus, timing: Timing, now: number): Assessment {
  const { paused, downAt, downReason, dueAt, starts } = status;
  if (paused) return { state: "paused", nextAt: null, downFrom: null, downReason: null };
  if (downAt !== null) return { state: "down", nextAt: null, downFrom: downAt, downReason };
  const isWorking = timing.maxDurationMs !== null && starts.some(({ isCounted }) => isCounted);
  const { downFrom, reason } = findDeadline(status, timing, isWorking);
  if (downFrom !== null && now >= downFrom) {
    return { state: "down", nextAt: null, downFrom, downReason: reason };
  }
  const isLate = !isWorking && dueAt !== null && now >= dueAt;
  if (isLate) return { state: "late", nextAt: downFrom, downFrom, downReason: null };
  const nextAt = isWorking ? downFrom : earliest(dueAt, downFrom);
  const state = starts.length > 0 ? "started" : dueAt === null && status.lastPingAt === null ? "new" : "up";
  return { state, nextAt, downFrom, downReason: null };
}

function findDeadline(
  { dueAt, starts, watchedFrom }: HeartbeatStatus,
  { graceMs, maxDurationMs }: Timing,
  isWorking: boolean,
): { downFrom: number | null; reason: DownReason | null } {
  const missedAt = dueAt === null || isWorking ? null : dueAt + graceMs;
  const endsBy = maxDurationMs === null || starts.length === 0
    ? null
    : Math.min(...starts.map(({ at }) => at + maxDurationMs));
  const first = earliest(missedAt, endsBy);
  if (first === null) return { downFrom: null, reason: null };
  const notBefore = watchedFrom === null ? -Infinity : watchedFrom + graceMs;
  return { downFrom: Math.max(first, notBefore), reason: first === missedAt ? "missed" : "too_long" };
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Returns the status of one that has gone down; null if it has not, or was down before. */
export function goDown(status: HeartbeatStatus, timing: Timing, now: number): HeartbeatStatus | null {
  if (status.downAt !== null) return null;
  const { state, downFrom, downReason } = assess(status, timing, now);
  if (state !== "down") return null;
  const { maxDurationMs } = timing;
  // What has not ended in time is not waited for any longer.
  const starts = status.starts.filter(({ at }) => maxDurationMs === null || at + maxDurationMs > now);
  return { ...status, starts, downAt: downFrom, downReason };
}

/**
 * Returns the status when the panel begins to watch: pings that came before may have been missed, so what would soon be down
 * gets its grace anew.
 */
export function watchAnew(status: HeartbeatStatus, timing: Timing, now: number): HeartbeatStatus {
  const unwatched = { ...status, watchedFrom: null };
  if (status.paused || status.downAt !== null) return unwatched;
  const { downFrom } = assess(unwatched, timing, -Infinity);
  return downFrom !== null && downFrom < now + timing.graceMs ? { ...status, watchedFrom: now } : unwatched;
}

/** Returns the status after its settings were changed, or it was resumed: due times are those from now on. */
export function planAnew(status: HeartbeatStatus, timing: Timing, now: number): HeartbeatStatus {
  if (status.dueAt === null && status.lastPingAt === null) return { ...status, watchedFrom: null };
  const dueAt = timing.beginsAnew
    ? Math.max(now, timing.next(status.lastPingAt ?? now) ?? now)
    : timing.next(now);
  return { ...status, dueAt, watchedFrom: null };
}

/** Returns the status of one that is paused or no longer so; what happened before does not count afterwards. */
export function setPaused(
  status: HeartbeatStatus,
  paused: boolean,
  timing: Timing,
  now: number,
): HeartbeatStatus {
  const idle = { ...status, paused, starts: [], downAt: null, downReason: null, watchedFrom: null };
  if (paused) return { ...idle, dueAt: null };
  return { ...idle, dueAt: status.lastPingAt === null ? null : timing.next(now) };
}
