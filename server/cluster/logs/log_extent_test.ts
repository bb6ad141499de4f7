import assert from "node:assert/strict";
import fc from "fast-check";
import { remainingParts } from "../../engine/logs/log_cut.ts";
import { chunkBytesFor, type ChunkRange, endOf, mergeableEnd, trimExtent } from "./log_extent.ts";

const MAX = 256 * 1024;

function breaksOf(chunks: readonly ChunkRange[]): number {
  return chunks.filter(({ start }, index) => start !== (index === 0 ? 0 : endOf(chunks[index - 1]!))).length;
}

Deno.test("log extent: a growing log keeps its beginning, at most one missing part, and a bounded tail", () => {
  const step = fc.record({
    length: fc.integer({ min: 1, max: 16_000 }),
    skip: fc.constantFrom(0, 0, 0, 0, 90_000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
      const { first, last } = remainingParts(MAX);
      let stored: ChunkRange[] = [];
      let position = 0;
      for (const { length, skip } of steps) {
        const start = position + (position > first ? skip : 0);
        const { remaining, removed } = trimExtent([...stored, { start, length }], MAX);
        assert.deepEqual(
          [...remaining, ...removed].sort((a, b) => a.start - b.start),
          [...stored, { start, length }],
        );
        stored = remaining;
        position = start + length;
        assert.ok(breaksOf(stored) <= 1);
        assert.equal(endOf(stored.at(-1)!), position);
        assert.ok(stored.reduce((sum, one) => sum + one.length, 0) <= first + last + MAX / 8);
        // The beginning never goes again.
        assert.equal(stored[0]?.start, 0);
        const head = breaksOf(stored) === 0
          ? position
          : endOf(stored[stored.findIndex((one, at) => at > 0 && one.start !== endOf(stored[at - 1]!)) - 1]!);
        assert.ok(position <= first || head > first - 16_000);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("log extent: what is removed is one range, so that one statement removes it", () => {
  const chunks = Array.from({ length: 100 }, (_, index) => ({ start: index * 4096, length: 4096 }));
  const { removed } = trimExtent(chunks, MAX);
  assert.ok(removed.length > 10);
  assert.equal(endOf(removed.at(-1)!) - removed[0]!.start, removed.length * 4096);
});

Deno.test("log extent: small chunks at the end are merged, never across a missing part or a large one", () => {
  const size = chunkBytesFor(50_000_000);
  assert.equal(size, 64 * 1024);
  const small = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ start: from + index * 10, length: 10 }));
  assert.equal(mergeableEnd(small(0, 63), size), null);
  assert.deepEqual(mergeableEnd(small(0, 64), size), small(0, 64));
  assert.equal(mergeableEnd([...small(0, 60), ...small(1_000, 4)], size), null);
  assert.equal(mergeableEnd([...small(0, 63), { start: 630, length: size }], size), null);
  const larger = Array.from({ length: 9 }, (_, index) => ({ start: index * 4000, length: 4000 }));
  assert.deepEqual(mergeableEnd(larger, size), larger);
});
