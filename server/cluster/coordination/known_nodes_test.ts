import assert from "node:assert/strict";
import { KnownNodes } from "./known_nodes.ts";
import type { KnownNode } from "./nodes.ts";

/** Reads that end when the test says so. */
function scene() {
  const reads: PromiseWithResolvers<KnownNode[]>[] = [];
  const known = new KnownNodes(() => {
    const read = Promise.withResolvers<KnownNode[]>();
    reads.push(read);
    return read.promise;
  });
  return { known, reads };
}

const nodes = (...ids: number[]) => ids.map((id) => ({ id }) as KnownNode); // only told apart

Deno.test("known nodes: are read once for all who ask, until they may have changed", async () => {
  const { known, reads } = scene();
  const both = Promise.all([known.current(), known.current()]);
  reads[0]!.resolve(nodes(1));
  assert.deepEqual(await both, [nodes(1), nodes(1)]);
  known.forget();
  const after = known.current();
  reads[1]!.resolve(nodes(2));
  assert.deepEqual(await after, nodes(2));
  assert.equal(reads.length, 2);
});

Deno.test("known nodes: what was being read before a change is not passed on after it", async () => {
  const { known, reads } = scene();
  const before = known.current();
  known.forget();
  const after = known.current();
  reads[1]!.resolve(nodes(2));
  reads[0]!.resolve(nodes(1)); // later than the newer one
  assert.deepEqual([await before, await after, await known.current()], [nodes(1), nodes(2), nodes(2)]);
});

Deno.test("known nodes: are read again after a failure", async () => {
  const { known, reads } = scene();
  const failed = known.current();
  reads[0]!.reject(new Error("gone"));
  await assert.rejects(failed, { message: "gone" });
  const again = known.current();
  reads[1]!.resolve(nodes(1));
  assert.deepEqual(await again, nodes(1));
});
