import type { CronExplanation } from "../../../server/contract/cron_explain.ts";

export type ClockWarning = Omit<CronExplanation["remarks"][number], "at">;

export interface NextTime {
  at: string;
  remark: ClockWarning | null | undefined;
}

/** Merges the next times of several rules without duplicates, earliest first. */
export function mergeTimes(explanations: readonly CronExplanation[], count: number): NextTime[] {
  const warnings = new Map(
    explanations.flatMap((one) => one.remarks.map((warning) => [warning.at, warning] as const)),
  );
  const times = new Set(explanations.flatMap((one) => one.next));
  return [...times].sort().slice(0, count).map((at) => ({ at, remark: warnings.get(at) }));
}
