import assert from "node:assert/strict";
import { ZoneClocks } from "../../messages/zone_clocks.ts";
import { listZones } from "./time_zone_field.tsx";

const now = Date.parse("2026-12-01");
const names = ["UTC", "Asia/Shanghai", "Australia/Eucla"];

function hintsOf(list: Partial<Parameters<typeof listZones>[0]>, clocks = new ZoneClocks()) {
  const zones = listZones({ chosen: "", opened: true, now, clocks, ...list });
  return names.map((name) => zones.find(({ value }) => value === name)?.hint);
}

Deno.test("time zone field: shows the panel's offsets, and the browser's until they are known", () => {
  assert.deepEqual(hintsOf({}), ["UTC", "UTC+08:00", "UTC+08:45"]);
  const reported = [{ zone: "UTC", offset: 0 }, { zone: "Australia/Eucla", offset: -5.5 * 3600 }];
  assert.deepEqual(hintsOf({ reported }), ["UTC", "UTC+08:00", "UTC-05:30"]);
});

Deno.test("time zone field: asks for the clock of the chosen zone only", () => {
  const clocks = new ZoneClocks();
  const closed = { chosen: "Asia/Shanghai", opened: false };
  assert.deepEqual(hintsOf(closed, clocks), [undefined, "UTC+08:00", undefined]);
  assert.deepEqual(clocks.takeWanted(), ["Asia/Shanghai"]);
  const span = { from: now / 1000 - 86_400, until: now / 1000 + 86_400, changes: [] };
  clocks.add([{ ...span, zone: "Asia/Shanghai", offset: 9 * 3600 }]);
  assert.deepEqual(hintsOf(closed, clocks), [undefined, "UTC+09:00", undefined]);
});
