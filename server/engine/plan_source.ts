// What can be due by a timetable, as the planner sees it: it knows neither tasks nor subscriptions, only their sources.
import type { Decided, MissedStretch } from "./decide.ts";
import type { EnqueueResult } from "./enqueue.ts";
import type { PlanLog, Planned } from "./replan.ts";
import type { Database, Tx } from "./store.ts";
import type { MissedPolicy, Timetable } from "./timetable.ts";

/** Kinds of planned subjects. */
export const plannedKinds = ["task", "subscription"] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** A planned subject. */
export interface PlannedSubject {
  kind: PlannedKind;
  id: number;
}

/** A due time to run. */
export interface DueRun {
  cause: "schedule" | "missed";
  dueAt: number;
  now: number;
}

/** Due times to record as missed. */
export interface DueSkip {
  stretch: MissedStretch;
  now: number;
  detail: string | null;
}

/** One row as the planner sees it. */
export interface PlannedRow {
  id: number;
  version: number;
  /** The first due time that has not been decided; null when the row is not planned. */
  firstDueAt: number | null;
  missed: MissedPolicy;
  /** Reads the timetable; null when no cron rule starts the row. Throws `CronError`. */
  timetable(zone: string): Timetable | null;
  /** Writes a due time into the ledger: queued, or skipped according to the overlap rule. */
  run(tx: Tx, timetable: Timetable | null, due: DueRun): Promise<EnqueueResult>;
  /** Records missed due times, except those that already have rows. Returns the IDs of the new rows. */
  skip(tx: Tx, timetable: Timetable, skip: DueSkip): Promise<number[]>;
  /** Clears the next due time because it cannot be computed. */
  forgetDue(tx: Tx): Promise<void>;
  /** Moves the cursor forward, never back. */
  moveCursor(tx: Tx, decided: Decided): Promise<void>;
}

export interface PlanSource {
  kind: PlannedKind;
  /** Lists the rows with a next due time. */
  listDue(db: Database): Promise<{ id: number; next_due_at: number }[]>;
  /** Lists the enabled rows without their own time zone. */
  listZoneless(db: Database): Promise<number[]>;
  /** Lists the enabled rows that are decided beyond an instant. */
  listAhead(db: Database, instant: number): Promise<{ id: number; cursor_at: number }[]>;
  /** Reads the current rows. */
  read(tx: Tx, ids: readonly number[]): Promise<PlannedRow[]>;
  /** Replans rows from now on. A row that cannot be parsed is logged and left unchanged. */
  replan(db: Database, ids: readonly number[], present: PlanLog): Promise<Planned[]>;
}

/** The plan sources that features registered. */
export type PlanSources = Readonly<Record<PlannedKind, PlanSource>>;
