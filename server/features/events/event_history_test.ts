import assert from "node:assert/strict";
import type { LiveEvent } from "../../contract/events.ts";
import { EventHistory } from "./event_history.ts";

const event: LiveEvent = { topic: "tasks", type: "task:updated", id: 1, version: 1, at: "" };

Deno.test("event history: returns what came after a number, and null where that is unknown", () => {
  const history = new EventHistory(1_800_000_000_000, 3);
  const start = history.last;
  for (let n = 0; n < 4; n++) history.add(event);
  assert.deepEqual(history.after(start + 2)?.map(({ sequence }) => sequence), [start + 3, start + 4]);
  assert.deepEqual(history.after(start + 4), []);
  assert.deepEqual([history.after(start), history.after(start + 5)], [null, null]);
});

Deno.test("event history: the numbers of a panel that started at another time are unknown", () => {
  const [first, second] = [new EventHistory(1_800_000_000_000), new EventHistory(1_800_000_000_005)];
  for (let n = 0; n < 1000; n++) [first, second].forEach((history) => history.add(event));
  assert.deepEqual([second.after(first.last), first.after(second.last)], [null, null]);
});
