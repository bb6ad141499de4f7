import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { Bus } from "../../engine/bus.ts";
import { NodeStates } from "./node_states.ts";
import type { KnownNode } from "./nodes.ts";

function node(id: number, more: Partial<KnownNode> = {}): KnownNode {
  return {
    ...{
      id,
      role: "worker",
      pools: ["default"],
      capacity: 4,
      isOpen: true,
      isSilent: false,
      planning: false,
    },
    ...{ startedAt: 0, lastSeenAt: 0 },
    ...more,
  };
}

Deno.test("node states: each change of a node is published once", () => {
  const bus = new Bus(() => {});
  const published: number[] = [];
  bus.listen(({ type, id }) => type === "node:changed" && published.push(id));
  const states = new NodeStates({ bus, clock: new TestClock() });
  const after = (...nodes: KnownNode[]) => {
    published.length = 0;
    states.publishChanges(nodes);
    return [...published];
  };
  assert.deepEqual(after(node(1)), [0], "the first look is about all");
  assert.deepEqual(after(node(1, { lastSeenAt: 5_000 })), [], "a heartbeat is no news");
  assert.deepEqual(after(node(1), node(2)), [2], "joined");
  assert.deepEqual(after(node(1, { planning: true }), node(2)), [1], "plans");
  assert.deepEqual(after(node(1, { planning: true }), node(2, { isOpen: false })), [2], "drains");
  assert.deepEqual(
    after(node(1, { planning: true }), node(2, { isOpen: false, isSilent: true })),
    [2],
    "silent",
  );
  assert.deepEqual(after(node(1, { planning: true })), [2], "removed");
  states.forget();
  assert.deepEqual(after(node(1)), [0], "after another panel has looked");
});
