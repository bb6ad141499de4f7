export type CronField = "second" | "minute" | "hour" | "day" | "month" | "week" | "expression";

/** What is wrong with an expression, and where: `start` and `end` are places in the source text, end exclusive. */
export interface CronIssue {
  code: "incorrect_cron" | "cron_never_fires";
  field: CronField;
  start: number;
  end: number;
}

/** Thrown for an expression that cannot be read, or that can never be due. */
export class CronError extends Error {
  override readonly name = "CronError";
  readonly error: CronIssue;

  constructor(error: CronIssue) {
    super(`${error.code} in ${error.field} at ${error.start}–${error.end}`);
    this.error = error;
  }
}
