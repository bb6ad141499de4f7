import assert from "node:assert/strict";
import { unitOf } from "./duration.ts";

Deno.test("duration: it is shown in the largest unit it is a whole number of", () => {
  const visible = [0, 500, 90_000, 120_000, 7_200_000, 5_400_000, 172_800_000].map(unitOf);
  assert.deepEqual(visible, ["second", "second", "second", "minute", "hour", "minute", "day"]);
});
