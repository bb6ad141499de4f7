export type DurationUnit = "second" | "minute" | "hour" | "day";

export const unitMs: Record<DurationUnit, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Returns the largest unit of which a duration is a whole multiple. */
export function unitOf(ms: number): DurationUnit {
  const units = ["day", "hour", "minute", "second"] as const;
  return units.find((unit) => ms >= unitMs[unit] && ms % unitMs[unit] === 0) ?? "second";
}
