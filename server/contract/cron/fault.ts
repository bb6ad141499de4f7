export type CronField = "second" | "minute" | "hour" | "day" | "month" | "week" | "expression";

/** What is wrong with an expression, and where: `start` and `end` are places in the source text, end exclusive. */
export interface CronFault {
  code: "incorrect_cron" | "cron_never_fires";
  field: CronField;
  start: number;
  end: number;
}

/** Thrown for an expression that cannot be read, or that can never be due. */
export class CronError extends Error {
  override readonly name = "CronError";
  readonly fault: CronFault;

  constructor(fault: CronFault) {
    super(`${fault.code} in ${fault.field} at ${fault.start}–${fault.end}`);
    this.fault = fault;
  }
}
