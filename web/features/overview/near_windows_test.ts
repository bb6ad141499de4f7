import assert from "node:assert/strict";
import type { MaintenanceWindow } from "../../../server/contract/windows.ts";
import { nearWindows } from "./near_windows.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");

// Only the parts that are read.
function window(id: number, hours: number | null, active = false): MaintenanceWindow {
  const nextFrom = hours === null ? null : new Date(now + hours * 3_600_000).toISOString();
  return { id, nextFrom, active } as MaintenanceWindow;
}

Deno.test("overview: lists windows that are open, then those of the next 24 hours", () => {
  const windows = [
    window(1, 20),
    window(2, -3, true),
    window(3, 24),
    window(4, null),
    window(5, 1),
    window(6, -1, true),
  ];
  assert.deepEqual(nearWindows(windows, now).map(({ id }) => id), [2, 6, 5, 1]);
});
