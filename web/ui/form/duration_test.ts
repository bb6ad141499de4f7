import assert from "node:assert/strict";
import { unitOf } from "./duration.ts";

Deno.test("duration: uses the largest unit of which it is a whole multiple", () => {
  const units = [0, 500, 90_000, 120_000, 7_200_000, 5_400_000, 172_800_000].map(unitOf);
  assert.deepEqual(units, ["second", "second", "second", "minute", "hour", "minute", "day"]);
});
