// What can be due by a timetable, as the planner sees it: it knows neither tasks nor subscriptions, it asks its sources.
import type { Decided, MissedStretch } from "./decide.ts";
import type { Enlisted } from "./enqueue.ts";
import type { PlanLog, Planned } from "./replan.ts";
import type { Database, Tx } from "./store.ts";
import type { MissedPolicy, Timetable } from "./timetable.ts";

/** Kinds of things that are planned. */
export const plannedKinds = ["task", "subscription"] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** Something that is planned. */
export interface PlannedSubject {
  kind: PlannedKind;
  id: number;
}

/** A due time that is to be run. */
export interface DueRun {
  cause: "schedule" | "missed";
  dueAt: number;
  now: number;
}

/** Due times that are written down as missed. */
export interface DueSkip {
  stretch: MissedStretch;
  now: number;
  detail: string | null;
}

/** One row as the planner decides on it. */
export interface PlannedRow {
  id: number;
  version: number;
  /** The first due time not decided yet; null when it is not to be planned. */
  firstDueAt: number | null;
  missed: MissedPolicy;
  /** Reads its timetable; null when no cron rule starts it. Throws `CronError`. */
  timetable(zone: string): Timetable | null;
  /** Writes a due time into the ledger: queued, or skipped as its overlap says. */
  run(tx: Tx, timetable: Timetable | null, due: DueRun): Promise<Enlisted>;
  /** Writes missed due times down, those left out that have their rows. Answers the rows written. */
  skip(tx: Tx, timetable: Timetable, skip: DueSkip): Promise<number[]>;
  /** Writes down that it is not due, for nobody can tell when. */
  forgetDue(tx: Tx): Promise<void>;
  /** Moves its cursor on, never back. */
  moveCursor(tx: Tx, decided: Decided): Promise<void>;
}

export interface PlanSource {
  kind: PlannedKind;
  /** Lists what is due some time. */
  listDue(db: Database): Promise<{ id: number; next_due_at: number }[]>;
  /** Lists what is enabled and has no zone of its own. */
  listZoneless(db: Database): Promise<number[]>;
  /** Lists what is enabled and decided beyond an instant. */
  listAhead(db: Database, instant: number): Promise<{ id: number; cursor_at: number }[]>;
  /** Reads rows as they are now. */
  read(tx: Tx, ids: readonly number[]): Promise<PlannedRow[]>;
  /** Plans rows anew from now on; one that cannot be read is told to the log and left as it is. */
  replan(db: Database, ids: readonly number[], present: PlanLog): Promise<Planned[]>;
}
