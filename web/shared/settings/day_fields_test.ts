import assert from "node:assert/strict";
import { browserTimeZone, zoneClocks } from "../../messages/zone_clocks.ts";
import { queryState } from "../page/query_state.ts";
import { dayField, startOfDay } from "./day_fields.tsx";

Deno.test("days of a filter: a day starts when the panel's clock shows midnight", () => {
  const [spring, end] = [Date.parse("2026-06-01") / 1000, Date.parse("2028-01-01") / 1000];
  const zone = browserTimeZone();
  const clock = { zone, from: 0, until: end, offset: 10_800, changes: [{ at: spring, offset: 14_400 }] };
  zoneClocks.add([clock]);
  try {
    assert.equal(startOfDay("2026-03-05")?.toISOString(), "2026-03-04T21:00:00.000Z");
    assert.equal(startOfDay("2026-05-31", 1)?.toISOString(), "2026-05-31T21:00:00.000Z");
    assert.equal(startOfDay("2026-07-01", 1)?.toISOString(), "2026-07-01T20:00:00.000Z");
  } finally {
    zoneClocks.add([{ ...clock, until: 0 }]);
  }
});

Deno.test("days of a filter: a day that does not exist is ignored", () => {
  assert.equal(startOfDay("2026-02-30"), null);
  const days = queryState({ from: dayField, to: dayField });
  assert.deepEqual(days.read("from=2026-02-30&to=2026-02-28"), { from: "", to: "2026-02-28" });
});
