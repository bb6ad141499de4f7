import assert from "node:assert/strict";
import { endTime } from "./end_time.ts";

Deno.test("end time: the start and the duration, or what is known of them", () => {
  const startedAt = "2026-03-01T10:00:00.000Z";
  assert.equal(endTime({ startedAt, durationMs: 568_000 }), "2026-03-01T10:09:28.000Z");
  assert.equal(endTime({ startedAt, durationMs: null }), startedAt);
  assert.equal(endTime({ startedAt: null, durationMs: 5 }), null);
});
