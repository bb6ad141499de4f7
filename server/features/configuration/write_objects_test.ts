import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { PanelObject } from "./panel_objects.ts";
import { ObjectWriter, type WriteOptions } from "./write_objects.ts";

const COUNT = 100;

Deno.test("object writer: other work has its turn while many objects are deleted", async () => {
  const clock = new TestClock();
  const removed = Array.from({ length: COUNT }, (_, id): PanelObject => ({
    kind: "task",
    ...{ id, key: `t${id}`, name: "", createdAt: 0, fields: {}, missingSecrets: [], managed: null },
    isLeftOut: false,
  }));
  let count = 0;
  const removal = {
    remove: () => {
      clock.advance(1);
      count++;
      return Promise.resolve();
    },
  };
  const state = { objects: removed, stale: [], subscriptions: [] };
  const options = { clock, kinds: { task: { references: [] } }, services: { removal }, state };
  const counts = new Set<number>();
  const other = setInterval(() => counts.add(count));
  await new ObjectWriter(options as unknown as WriteOptions, [], removed).write();
  clearInterval(other);
  assert.equal(count, COUNT);
  const turns = [0, ...counts, COUNT];
  assert.ok(
    turns.every((at, index) => at - (turns[index - 1] ?? 0) < COUNT / 2),
    `other work ran only after ${turns}`,
  );
});
