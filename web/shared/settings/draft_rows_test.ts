import assert from "node:assert/strict";
import { sizeUnitOf } from "./draft_rows.tsx";

Deno.test("size: uses the largest unit in which it is a whole number", () => {
  const units = [65_536, 500_000, 50_000_000, 1_500_000_000, 2_000_000_000].map(sizeUnitOf);
  assert.deepEqual(units, ["kilobyte", "kilobyte", "megabyte", "megabyte", "gigabyte"]);
});
