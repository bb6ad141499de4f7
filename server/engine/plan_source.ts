// What can be due by a timetable, as the planner sees it: it knows the rows that a feature plans, not what they are.
import type { Decided, WindowSpan } from "./decision.ts";
import type { Span } from "../contract/cron/slots.ts";
import type { Source } from "./source.ts";
import type { Database, SourceColumn, Tx } from "./store.ts";
import type { MissedPolicy, Timetable } from "./timetable.ts";

export interface Present {
  now: number;
  /** Time zone of rows without their own. */
  zone: string;
}

/** One row as the planner sees it. */
export interface PlannedRow {
  id: number;
  version: number;
  isEnabled: boolean;
  /** The last instant that has been decided. */
  cursorAt: number;
  /** The first due time that has not been decided; null when the row is not planned. */
  firstDueAt: number | null;
  missed: MissedPolicy;
  source: Source;
  /** A time at which it is due besides those of its rules; not a part of the timetable, because it changes with each run. */
  extraAt?: number | null;
  /** Returns the maintenance windows that concern it and overlap a span. */
  windows?(span: Span): WindowSpan[];
  /** Reads the timetable; null when no cron rule starts the row. Throws `CronError`. */
  timetable(zone: string): Timetable | null;
  /** Returns how long a run waits after its due time, in ms. Without it, runs do not wait. */
  delayMs?(timetable: Timetable | null, dueAt: number): number;
}

export interface PlanSource {
  /** Name of one row, for the panel's log. */
  name: string;
  column: SourceColumn;
  listDue(db: Database): Promise<{ id: number; next_due_at: number }[]>;
  /** Returns the checksum of these rows (`due_checksum.ts`). */
  checksumDue(db: Database): Promise<string>;
  /** Lists the enabled rows without their own time zone. */
  listZoneless(db: Database): Promise<number[]>;
  /** Lists the enabled rows that are decided beyond an instant. */
  listAhead(db: Database, instant: number): Promise<{ id: number; cursor_at: number }[]>;
  read(tx: Tx, ids: readonly number[]): Promise<PlannedRow[]>;
  /** Changes nothing but the next due time of a row; null because it cannot be computed. */
  setDue(tx: Tx, id: number, dueAt: number | null): Promise<void>;
  /** Moves the cursor of a row forward, never back. */
  moveCursor(tx: Tx, id: number, decided: Decided): Promise<void>;
  /** Plans a row from now on: its cursor is now. Returns its next due time. */
  planFromNow(tx: Tx, id: number, present: Present): Promise<number | null>;
}
