import type { Kysely, Selectable, Transaction } from "kysely";
import type { RunTable } from "../migrations/run_tables.ts";
import type { Tables } from "../migrations/tables.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type RunRow = Selectable<RunTable>;

/** Columns of a run that name its source; at most one of them is set. */
export const sourceColumns = ["task_id", "subscription_id"] as const satisfies readonly (keyof RunRow)[];
export type SourceColumn = (typeof sourceColumns)[number];

/** Identifies the source of runs: the column of the ledger that names it, and its ID. */
export interface SourceKey {
  column: SourceColumn;
  id: number;
}

/** Returns the source of a run; null for a run without one. */
export function sourceOf(run: Pick<RunRow, SourceColumn>): SourceKey | null {
  for (const column of sourceColumns) {
    const id = run[column];
    if (id !== null) return { column, id };
  }
  return null;
}
