import assert from "node:assert/strict";
import type { RunRow } from "../../engine/store.ts";
import type { KnownNode } from "./nodes.ts";
import { findOpenings } from "./openings.ts";

function node(
  id: number,
  pools: string[],
  { capacity = 2, isOpen = true, role = "worker" as const } = {},
): KnownNode {
  return { id, role, pools, capacity, isOpen, planning: false, isSilent: false, startedAt: 0, lastSeenAt: 0 };
}

// Only what decides the node.
function run(values: Partial<Pick<RunRow, "target_node" | "kind" | "pool">> = {}): RunRow {
  return { target_node: null, kind: "task", pool: "default", ...values } as RunRow;
}

Deno.test("openings: runs spread over the nodes of their pool until all are full", () => {
  const openings = findOpenings([node(1, ["default"]), node(2, ["default", "gpu"])], [{ nodeId: 1 }], 1);
  assert.deepEqual(openings.pools, ["default", "gpu"]);
  const taken = [1, 2, 3, 4].map(() => openings.reserve(run()));
  assert.deepEqual(taken, [2, 1, 2, null]);
});

Deno.test("openings: a pool without an open node takes nothing, any pool takes all", () => {
  const all = [node(1, [], { capacity: 4 }), node(2, ["gpu"], { isOpen: false }), node(3, ["cpu"])];
  const openings = findOpenings(all, [], 1);
  assert.deepEqual(openings.pools, ["cpu"]);
  assert.equal(openings.reserve(run({ pool: "gpu" })), null);
  assert.equal(openings.reserve(run({ pool: null })), 3);
});

Deno.test("openings: only the targeted node takes a run, and the panel what workers cannot run", () => {
  const openings = findOpenings([node(1, [], { capacity: 1 }), node(2, ["default"], { capacity: 1 })], [], 1);
  assert.equal(openings.reserve(run({ target_node: 2 })), 2);
  assert.equal(openings.reserve(run({ target_node: 2 })), null);
  assert.equal(openings.reserve(run({ kind: "subscription" })), 1);
  assert.equal(openings.reserve(run({ kind: "dependency" })), 1);
  assert.equal(openings.reserve(run({ kind: "debug", target_node: 3 })), 3);
});
