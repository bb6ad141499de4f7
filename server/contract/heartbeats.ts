import * as z from "zod";
import { heartbeatLimits as limits } from "./limits/heartbeats.ts";
import { id, instant, line, listQuery } from "./shapes.ts";
import { labels } from "./tasks.ts";

export const heartbeatStates = ["new", "up", "started", "late", "down", "paused"] as const;
export type HeartbeatState = (typeof heartbeatStates)[number];

/** Why a heartbeat is down: no ping came, one reported a failure, or work did not end in time. */
export const downReasons = ["missed", "failed", "too_long"] as const;
export type DownReason = (typeof downReasons)[number];

/** What a ping says; `ignored`: it was not sent by POST although the heartbeat asks for it. */
export const pingKinds = ["success", "start", "fail", "log", "ignored"] as const;
export type PingKind = (typeof pingKinds)[number];

const spanMs = z.int().min(limits.shortestMs).max(limits.longestMs);

export const heartbeatNotify = z.strictObject({
  onDown: z.boolean(),
  onUp: z.boolean(),
}).meta({ description: "Whether the default channels are notified, whatever rules say" });
export type HeartbeatNotify = z.infer<typeof heartbeatNotify>;

const settable = {
  name: line(limits.name).min(1),
  labels,
  schedule: z.string().min(1).max(limits.schedule).nullable().meta({
    description: "Cron expression of the times at which a ping is due; null with `periodMs`",
  }),
  periodMs: spanMs.nullable().meta({
    description: "Longest time between two pings, in ms; null with `schedule`",
  }),
  timeZone: z.string().max(100).nullable().meta({
    description: "Time zone of the schedule; null for the panel's time zone",
  }),
  graceMs: spanMs.meta({
    description:
      "How long after its due time a ping may come, in ms. A ping counts for a due time of `schedule` from this long before it; an earlier one is only recorded.",
  }),
  maxDurationMs: spanMs.nullable().meta({
    description:
      "Longest time between `/start` and the end, in ms; null if the end must come within `graceMs` after the due time",
  }),
  postOnly: z.boolean().meta({ description: "Whether only pings sent by POST count" }),
  notify: heartbeatNotify,
  muted: z.boolean().meta({ description: "Causes no notifications until it is up again" }),
};

/** Body of `POST /api/heartbeats`: either `schedule` or `periodMs`. */
export const heartbeatInput = z.strictObject({
  ...settable,
  labels: settable.labels.default([]),
  schedule: settable.schedule.default(null),
  periodMs: settable.periodMs.default(null),
  timeZone: settable.timeZone.default(null),
  graceMs: settable.graceMs.default(limits.usualGraceMs),
  maxDurationMs: settable.maxDurationMs.default(null),
  postOnly: settable.postOnly.default(false),
  notify: settable.notify.default({ onDown: true, onUp: true }),
  muted: settable.muted.default(false),
}).meta({ id: "HeartbeatInput" });
export type HeartbeatInput = z.infer<typeof heartbeatInput>;

/** Body of `PATCH /api/heartbeats/{id}`. */
export const heartbeatPatch = z.strictObject(settable).partial().meta({ id: "HeartbeatPatch" });
export type HeartbeatPatch = z.infer<typeof heartbeatPatch>;

export const heartbeat = z.object({
  id,
  ...settable,
  key: z.string().meta({ description: "The secret part of its address" }),
  path: z.string().meta({ description: "Where pings are sent, below the base path: `/ping/<key>`" }),
  state: z.enum(heartbeatStates),
  lastPingAt: instant.nullable(),
  dueAt: instant.nullable().meta({ description: "When the next ping is due; null before the first one" }),
  downFrom: instant.nullable().meta({
    description: "When it goes down unless a ping comes; null if it does not",
  }),
  startedAt: instant.nullable().meta({ description: "Start of the work that has not ended, the oldest one" }),
  downAt: instant.nullable().meta({ description: "Since when it is down" }),
  downReason: z.enum(downReasons).nullable(),
  watchedFrom: instant.nullable().meta({
    description:
      "Start of the panel from which it gets its grace anew, because pings may have been missed before; null otherwise",
  }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Heartbeat" });
export type Heartbeat = z.infer<typeof heartbeat>;

export const heartbeatSortFields = ["name", "state", "lastPingAt", "dueAt", "createdAt"] as const;
export type HeartbeatSortField = (typeof heartbeatSortFields)[number];

export const heartbeatListQuery = z.strictObject({
  ...listQuery,
  q: listQuery.q.meta({ description: "Text contained in the name or a label" }),
  state: z.string().max(100).optional().meta({
    description: "Comma-separated states. Defaults to all states.",
  }),
  label: z.string().max(100).optional(),
});
export type HeartbeatListQuery = z.infer<typeof heartbeatListQuery>;

export const ping = z.object({
  id,
  at: instant,
  kind: z.enum(pingKinds),
  exitCode: z.int().nullable(),
  rid: z.string().nullable().meta({ description: "The `rid` of the request, which pairs start and end" }),
  durationMs: z.int().nullable().meta({ description: "Time since its start, for an end" }),
  early: z.boolean().meta({ description: "Whether it came too early to count for a due time" }),
  method: z.string(),
  ip: z.string(),
  body: z.string().meta({ description: `The first ${limits.body} bytes` }),
}).meta({ id: "HeartbeatPing" });
export type Ping = z.infer<typeof ping>;

export const pingListQuery = z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize });
export type PingListQuery = z.infer<typeof pingListQuery>;
