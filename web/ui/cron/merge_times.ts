import type { CronExplanation } from "../../../server/contract/cron_explain.ts";

export type ClockRemark = Omit<CronExplanation["remarks"][number], "at">;

export interface NextTime {
  at: string;
  remark: ClockRemark | null | undefined;
}

/** Joins the next times of several rules, each once, the earliest first. */
export function mergeTimes(explanations: readonly CronExplanation[], count: number): NextTime[] {
  const remarks = new Map(
    explanations.flatMap((one) => one.remarks.map((remark) => [remark.at, remark] as const)),
  );
  const times = new Set(explanations.flatMap((one) => one.next));
  return [...times].sort().slice(0, count).map((at) => ({ at, remark: remarks.get(at) }));
}
