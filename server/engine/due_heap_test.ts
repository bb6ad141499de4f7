import assert from "node:assert/strict";
import fc from "fast-check";
import { type Due, DueHeap } from "./due_heap.ts";

type Step =
  | { kind: "set"; id: number; dueAt: number | null }
  | { kind: "take"; instant: number; max: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("set" as const),
      id: fc.integer({ min: 1, max: 12 }),
      dueAt: fc.option(fc.integer({ min: 0, max: 40 })),
    }),
  },
  fc.record({
    kind: fc.constant("take" as const),
    instant: fc.integer({ min: 0, max: 40 }),
    max: fc.integer({ min: 0, max: 5 }),
  }),
);

Deno.test("due heap: behaves like a sorted list for any sequence of operations", () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
    const heap = new DueHeap();
    const list = new Map<number, number>();
    for (const step of steps) {
      if (step.kind === "set") {
        heap.set(step.id, step.dueAt);
        if (step.dueAt === null) list.delete(step.id);
        else list.set(step.id, step.dueAt);
      } else {
        const removed = heap.takeDue(step.instant, step.max);
        assertEarliest(removed, list, step);
        for (const { id } of removed) list.delete(id);
      }
      assert.equal(heap.size, list.size);
      assert.equal(heap.peek(), list.size === 0 ? null : Math.min(...list.values()));
      for (let id = 1; id <= 12; id++) assert.equal(heap.has(id), list.has(id));
    }
  }));
});

function assertEarliest(
  removed: readonly Due[],
  list: Map<number, number>,
  { instant, max }: { instant: number; max: number },
) {
  const due = [...list.values()].filter((dueAt) => dueAt <= instant).sort((a, b) => a - b);
  assert.deepEqual(removed.map(({ dueAt }) => dueAt), due.slice(0, max));
  for (const { id, dueAt } of removed) assert.equal(list.get(id), dueAt);
  assert.equal(new Set(removed.map(({ id }) => id)).size, removed.length);
}

Deno.test("due heap: drops replaced entries eventually", () => {
  const heap = new DueHeap();
  for (let n = 0; n < 10_000; n++) heap.set(n % 3, 10_000 - n);
  assert.deepEqual(heap.takeDue(20_000, 100), [
    { id: 0, dueAt: 1 },
    { id: 2, dueAt: 2 },
    { id: 1, dueAt: 3 },
  ]);
  assert.equal(heap.peek(), null);
});
