import assert from "node:assert/strict";
import { systemTimeZone } from "./system_time_zone.ts";

Deno.test("system time zone: the operator's TZ, else the machine's, else UTC", () => {
  assert.equal(systemTimeZone("Asia/Shanghai", "Europe/Berlin"), "Asia/Shanghai");
  assert.equal(systemTimeZone(":Asia/Shanghai", "Europe/Berlin"), "Asia/Shanghai");
  assert.equal(systemTimeZone(undefined, "Europe/Berlin"), "Europe/Berlin");
  assert.equal(systemTimeZone("", "Europe/Berlin"), "Europe/Berlin");
  assert.equal(systemTimeZone("Mars/Olympus", "Europe/Berlin"), "Europe/Berlin");
  assert.equal(systemTimeZone("Mars/Olympus", "Nowhere"), "UTC");
});
