import assert from "node:assert/strict";
import type { MaintenanceWindow } from "../../../../server/contract/windows.ts";
import { emptyValues, inputOf, valuesOf } from "./window_values.ts";

const window: MaintenanceWindow = {
  ...{ id: 1, name: "Night", from: null, to: null, schedule: "0 2 * * SUN", durationMs: 7_200_000 },
  ...{ timeZone: "Asia/Tokyo", validFrom: "2026-10-01T00:00:00.000Z", validUntil: null },
  ...{ icalendar: null, copy: null },
  ...{ scope: { labels: ["db"] }, effect: "skip", silent: false, stopRunning: true },
  ...{ active: false, nextFrom: null, nextTo: null, held: 0, createdBy: "mira" },
  ...{ createdAt: "2026-09-01T00:00:00.000Z", version: 3 },
};

Deno.test("window values: become what they came from", () => {
  const {
    id: _i,
    active: _a,
    nextFrom: _f,
    nextTo: _t,
    held: _h,
    createdBy: _b,
    createdAt: _c,
    version: _v,
    copy: _k,
    ...input
  } = window;
  assert.deepEqual(inputOf(valuesOf(window, "Europe/Berlin"), "Europe/Berlin"), input);
  const once = {
    ...input,
    ...{ schedule: null, durationMs: null, timeZone: null, validFrom: null },
    ...{ from: "2026-10-01T00:00:00.000Z", to: "2026-10-01T02:00:00.000Z", scope: { taskIds: [3, 4] } },
  };
  assert.deepEqual(inputOf(valuesOf({ ...window, ...once }, "Asia/Shanghai"), "Asia/Shanghai"), once);
  for (const icalendar of [{ url: "https://calendar.example/work.ics" }, { text: "BEGIN:VCALENDAR" }]) {
    const events = { ...input, schedule: null, durationMs: null, icalendar };
    assert.deepEqual(inputOf(valuesOf({ ...window, ...events }, "UTC"), "UTC"), events);
  }
});

Deno.test("window values: a new one is open for two hours from now on, for all tasks", () => {
  const { from, to, scope, effect } = inputOf({ ...emptyValues("UTC"), name: "x" }, "UTC");
  assert.equal(Date.parse(to ?? "") - Date.parse(from ?? ""), 7_200_000);
  assert.deepEqual([scope, effect], [{ all: true }, "hold"]);
});
