import type { Generated, Selectable } from "kysely";
import type { DownReason, PingKind } from "../contract/heartbeats.ts";

export interface HeartbeatTable {
  id: Generated<number>;
  name: string;
  labels_json: string;
  /** Null with a period. */
  schedule: string | null;
  period_ms: number | null;
  time_zone: string | null;
  grace_ms: number;
  max_duration_ms: number | null;
  post_only: 0 | 1;
  notify_json: string;
  muted: 0 | 1;
  /** Whoever knows it can send pings. */
  key: string;
  paused: 0 | 1;
  last_ping_at: number | null;
  due_at: number | null;
  /** JSON: an array of `OpenStart`. */
  starts_json: string;
  down_at: number | null;
  down_reason: DownReason | null;
  watched_from: number | null;
  /** When its state changes unless a ping comes; null if it does not. */
  next_at: number | null;
  created_at: number;
  updated_at: number;
  /** Of its settings; pings do not change it. */
  version: number;
}

export type HeartbeatRow = Selectable<HeartbeatTable>;

/** The newest `heartbeatLimits.pings` of each heartbeat. */
export interface HeartbeatPingTable {
  id: Generated<number>;
  heartbeat_id: number;
  at: number;
  kind: PingKind;
  exit_code: number | null;
  rid: string | null;
  duration_ms: number | null;
  early: 0 | 1;
  method: string;
  ip: string;
  body: string;
}

export type HeartbeatPingRow = Selectable<HeartbeatPingTable>;
