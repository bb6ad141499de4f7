// Conditions for runs that took much longer than usual, as `isSlow` of the contract.
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { SLOW_EXCESS_MS, SLOW_FACTOR } from "../../contract/slow_runs.ts";

/** Returns a condition for a duration being much longer than the usual one. */
export function isSlowSql(duration: RawBuilder<unknown>, usual: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${duration} >= ${usual} * ${sql.lit(SLOW_FACTOR)}
    and ${duration} >= ${usual} + ${sql.lit(SLOW_EXCESS_MS)})`;
}

/** Holds for a row of `run` that succeeded, but took much longer than its task usually does. */
export const wasSlow: RawBuilder<SqlBool> = sql<SqlBool>`(run.state = 'succeeded'
  and run.duration_ms >= ${sql.lit(SLOW_EXCESS_MS)} and exists (
  select 1 from usual_duration as usual where usual.task_id = run.task_id
  and ${isSlowSql(sql.ref("run.duration_ms"), sql.ref("usual.usual_ms"))}))`;
