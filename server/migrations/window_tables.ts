import type { Generated, Selectable } from "kysely";

/**
 * Maintenance windows: open once from `from_at` to `to_at`, at each time of `schedule` for `duration_ms`, or during the events
 * of a source.
 */
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

/** The iCalendar file whose events are the times of a window. */
export interface WindowSourceTable {
  window_id: number;
  /** Null for a text. */
  url: string | null;
  /** The last file that could be read, or the text. */
  content: string;
  /** JSON: `EventTimes`, read from the content, which takes too long to be done at each start. */
  times_json: string;
  /** The year in which they were read: rules without an end are followed for some years from then. */
  times_year: number;
  /** Changes with the times. */
  revision: number;
  /** Whether an application entered the address: it reaches only networks that the operator listed. */
  by_application: 0 | 1;
  fetched_at: number | null;
  tried_at: number | null;
  /** JSON: a `SourceProblem`; null if the last attempt succeeded. */
  fetch_error: string | null;
  /** When the first of the attempts failed that have all failed since. */
  failing_since: number | null;
}

export type WindowSourceRow = Selectable<WindowSourceTable>;
