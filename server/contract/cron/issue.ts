export type CronField = "second" | "minute" | "hour" | "day" | "month" | "week" | "year" | "expression";

/**
 * The error in an expression and its position: `start` and `end` are offsets in the source text, end exclusive.
 */
export interface CronIssue {
  code: "incorrect_cron" | "cron_never_fires";
  field: CronField;
  start: number;
  end: number;
}

/** Thrown for an expression that cannot be parsed or that is never due. */
export class CronError extends Error {
  override readonly name = "CronError";

  constructor(readonly error: CronIssue) {
    super(`${error.code} in ${error.field} at ${error.start}–${error.end}`);
  }
}
