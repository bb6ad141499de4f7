import { refuseIf } from "./app_error.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A span of time in ms since the epoch; `to` does not belong to it. */
export interface Period {
  from: number;
  to: number;
}

/** Returns the period of a query. Throws `validation_failed` if it is empty, or longer than some days. */
export function periodOfQuery(query: { from: string; to: string }, maxDays: number): Period {
  const period = { from: Date.parse(query.from), to: Date.parse(query.to) };
  if (period.to <= period.from) refuseIf([{ path: "to", code: "ends_before_start" }]);
  // A day with a change of the clock is longer.
  if (period.to - period.from > maxDays * DAY_MS + HOUR_MS) {
    refuseIf([{ path: "to", code: "too_big", params: { max: maxDays } }]);
  }
  return period;
}
