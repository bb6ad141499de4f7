import type { Generated, Selectable } from "kysely";

/** Maintenance windows: open once from `from_at` to `to_at`, or at each time of `schedule` for `duration_ms`. */
export interface WindowTable {
  id: Generated<number>;
  name: string;
  from_at: number | null;
  to_at: number | null;
  schedule: string | null;
  duration_ms: number | null;
  /** Null for the panel's. */
  time_zone: string | null;
  valid_from: number | null;
  valid_until: number | null;
  /** JSON: a `WindowScope`. */
  scope_json: string;
  effect: "hold" | "skip";
  silent: 0 | 1;
  stop_running: 0 | 1;
  /** When it was last ended early. */
  ended_at: number | null;
  /** The start of the last time it was open for which runs were held and stopped. */
  opened_at: number | null;
  /** Deleted windows stay for a while: runs name them, and what they held is decided by them. */
  removed_at: number | null;
  /** Name of the user or the application. */
  created_by: string | null;
  created_at: number;
  updated_at: number;
  version: number;
}

export type WindowRow = Selectable<WindowTable>;
