import assert from "node:assert/strict";
import type { Trigger } from "../../../../server/contract/triggers.ts";
import { newTrigger, triggerRowsOf, triggersOf } from "./trigger_rows.ts";

Deno.test("trigger rows: are converted to what they were made from", () => {
  const triggers: Trigger[] = [
    { type: "file", path: "/in/a.csv", settleMs: 5_000 },
    { type: "subscription", subscriptionId: 1 },
    { type: "heartbeat", heartbeatId: 2, on: "up" },
    { type: "window", windowId: 3, on: "end" },
  ];
  assert.deepEqual(triggersOf(triggerRowsOf(triggers)), triggers);
});

Deno.test("trigger rows: new ones are the usual", () => {
  const made = triggersOf([
    { ...newTrigger("file"), path: " a ", settleMs: null },
    { ...newTrigger("heartbeat"), source: "4" },
    { ...newTrigger("window"), source: "5" },
  ]);
  assert.deepEqual(made, [
    { type: "file", path: "a", settleMs: 2_000 },
    { type: "heartbeat", heartbeatId: 4, on: "down" },
    { type: "window", windowId: 5, on: "start" },
  ]);
});
