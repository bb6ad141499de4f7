import assert from "node:assert/strict";
import type { CronExplanation } from "../../../server/contract/cron_explain.ts";
import { mergeTimes } from "./next_times.tsx";

function explanation(next: string[], warnings: CronExplanation["remarks"] = []): CronExplanation {
  return { valid: true, description: "", timeZone: "UTC", next, remarks: warnings };
}

Deno.test("next times: merges several rules in order without duplicates", () => {
  const [a, b, c] = ["2027-01-01T00:00:00.000Z", "2027-01-01T06:00:00.000Z", "2027-01-02T00:00:00.000Z"];
  const merged = mergeTimes([explanation([a, c]), explanation([a, b])], 3);
  assert.deepEqual(merged.map(({ at }) => at), [a, b, c]);
  assert.equal(mergeTimes([explanation([a, c]), explanation([b])], 2).length, 2);
});

Deno.test("next times: a clock change warning stays with its time", () => {
  const at = "2027-03-28T01:00:00.000Z";
  const warning = { at, code: "shifted_by_gap" as const, wallTime: "02:30" };
  assert.deepEqual(mergeTimes([explanation([at], [warning])], 5), [{ at, remark: warning }]);
});
