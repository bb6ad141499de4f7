import assert from "node:assert/strict";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { emptyValues, fieldOf, inputOf, nextPingAt, periodOf, valuesOf } from "./heartbeat_values.ts";

const heartbeat = {
  ...{ name: "Backup", labels: ["prod"], schedule: "0 3 * * *", periodMs: null, timeZone: "Asia/Shanghai" },
  ...{ graceMs: 600_000, maxDurationMs: 5_400_000, postOnly: true, notify: { onDown: true, onUp: false } },
} as unknown as Heartbeat;

function stored(from: Heartbeat) {
  const { name, labels, schedule, periodMs, timeZone, graceMs, maxDurationMs, postOnly, notify } = from;
  return { name, labels, schedule, periodMs, timeZone, graceMs, maxDurationMs, postOnly, notify };
}

Deno.test("heartbeat form: what is visible is what was stored", () => {
  assert.deepEqual(inputOf(valuesOf(heartbeat)), stored(heartbeat));
  for (const periodMs of [60_000, 90 * 60_000, 36 * 3_600_000, 2 * 86_400_000]) {
    const one = { ...heartbeat, schedule: null, timeZone: null, periodMs, maxDurationMs: null };
    assert.deepEqual(inputOf(valuesOf(one)), stored(one));
  }
});

Deno.test("heartbeat form: a period is visible in its largest unit", () => {
  const visible = (periodMs: number) => {
    const { period, unit } = valuesOf({ ...heartbeat, schedule: null, periodMs });
    return `${period} ${unit}`;
  };
  assert.deepEqual([visible(5_400_000), visible(7_200_000), visible(172_800_000)], [
    "90 minutes",
    "2 hours",
    "2 days",
  ]);
});

Deno.test("heartbeat form: only what belongs to the chosen kind is sent, and issues find their field", () => {
  const { schedule, periodMs, timeZone } = inputOf({ ...emptyValues, kind: "period", timeZone: "UTC" });
  assert.deepEqual([schedule, periodMs, timeZone], [null, 3_600_000, null]);
  assert.deepEqual(["schedule", "periodMs", "name"].map(fieldOf), ["rules", "period", "name"]);
});

Deno.test("heartbeat form: the next ping is a period after the last one, as the server plans it", () => {
  const now = Date.parse("2027-01-04T12:00:00.000Z");
  const lastPingAt = "2027-01-04T11:30:00.000Z";
  const values = { ...emptyValues, kind: "period", period: 2, unit: "hours" } as const;
  const periodMs = periodOf(values);
  assert.equal(periodMs, 7_200_000);
  assert.equal(nextPingAt({ state: "up", lastPingAt }, 7_200_000, now), "2027-01-04T13:30:00.000Z");
  assert.equal(nextPingAt({ state: "up", lastPingAt }, 60_000, now), "2027-01-04T12:00:00.000Z", "at once");
  assert.equal(nextPingAt({ state: "paused", lastPingAt }, 60_000, now), null);
  assert.equal(nextPingAt({ state: "new", lastPingAt: null }, 60_000, now), null);
  assert.equal(nextPingAt(null, 60_000, now), null);
  assert.deepEqual([null, 0, -1].map((period) => periodOf({ ...values, period })), [null, null, null]);
});
