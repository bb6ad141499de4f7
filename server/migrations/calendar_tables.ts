import type { Generated, Selectable } from "kysely";

export interface CalendarTable {
  id: Generated<number>;
  name: string;
  time_zone: string;
  /** JSON: an array of days of the week, 1 for Monday. */
  weekend_days_json: string;
  /** JSON: an array of `CalendarSource`. */
  sources_json: string;
  /** JSON: an array of `OwnDay`. */
  days_json: string;
  /** Counts the changes of what the sources say, which are no changes by users. */
  data_version: Generated<number>;
  created_at: number;
  updated_at: number;
  version: number;
}

export type CalendarRow = Selectable<CalendarTable>;

/** What an iCalendar source of a calendar says. */
export interface CalendarCopyTable {
  id: Generated<number>;
  calendar_id: number;
  /** The address, or the hash of the text. */
  source_key: string;
  /** The fetched file; null for a text, which is in the source. */
  content: string | null;
  /** JSON: `SourceEvents`, read from the file or the text, which takes too long to be done at each start. */
  events_json: string;
  /** The year in which they were read: rules without an end are followed for some years from then. */
  events_year: number;
  /** Whether an application entered the address: it reaches only networks that the operator listed. */
  by_application: Generated<0 | 1>;
  fetched_at: number | null;
  tried_at: number | null;
  /** JSON: a `SourceProblem`; null if the last attempt succeeded. */
  fetch_error: string | null;
}

export type CalendarCopyRow = Selectable<CalendarCopyTable>;
