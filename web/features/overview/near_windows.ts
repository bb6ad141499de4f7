import type { MaintenanceWindow } from "../../../server/contract/windows.ts";

const NEAR_MS = 24 * 3_600_000;

/** Returns the windows that are open, and those that open within 24 hours, in this order. */
export function nearWindows(windows: readonly MaintenanceWindow[], now: number): MaintenanceWindow[] {
  const isNear = ({ active, nextFrom }: MaintenanceWindow) =>
    active || nextFrom !== null && Date.parse(nextFrom) < now + NEAR_MS;
  return windows.filter(isNear).toSorted((a, b) =>
    Number(b.active) - Number(a.active) || Date.parse(a.nextFrom ?? "") - Date.parse(b.nextFrom ?? "") ||
    a.id - b.id
  );
}
