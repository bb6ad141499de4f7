import assert from "node:assert/strict";
import { zoneCity } from "./zone_name.ts";

Deno.test("time zones: a name is shortened to its city", () => {
  const names = ["America/Argentina/Buenos_Aires", "Asia/Shanghai", "Etc/GMT+5", "UTC"];
  assert.deepEqual(names.map(zoneCity), ["Buenos Aires", "Shanghai", "GMT+5", "UTC"]);
});
