import assert from "node:assert/strict";
import { explainWaiting, type InLine } from "./explain_waiting.ts";

const NOW = 1_000;

function run(id: number, task: number | null, more: Partial<InLine> = {}): InLine {
  return {
    id,
    task_id: task,
    serial_group: null,
    start_after: 0,
    kind: "task",
    pool: null,
    target_node: null,
    awaits_until: null,
    ...more,
  };
}

function explain(live: InLine[], waiting: InLine[], max: Record<number, number> = {}): string[] {
  const maxAtOnce = (task: number) => max[task] ?? 1;
  return explainWaiting({
    live,
    waiting,
    maxAtOnce,
    isExempt: (kind) => kind === "subscription" || kind === "dependency",
    now: NOW,
    limit: 1,
    nodes: null,
  })
    .map(({ reason, blockedBy }) => blockedBy === null ? reason : `${reason} ${blockedBy}`);
}

Deno.test("queue: a run with nothing else in its way waits for a slot", () => {
  assert.deepEqual(explain([run(1, 1), run(2, 2)], [run(3, 3), run(4, null)]), ["limit", "limit"]);
});

Deno.test("queue: a run waits for the oldest active run of its task at the overlap limit", () => {
  assert.deepEqual(explain([run(1, 7), run(2, 7)], [run(3, 7)], { 7: 2 }), ["task 1"]);
  assert.deepEqual(explain([run(1, 7), run(2, 7)], [run(3, 7)], { 7: 3 }), ["limit"]);
});

Deno.test("queue: a run waits for a run of its task that is ahead in the queue", () => {
  assert.deepEqual(explain([], [run(3, 7), run(4, 7), run(5, 8)]), ["limit", "task 3", "limit"]);
});

Deno.test("queue: runs of one serial group wait for each other, active or ahead", () => {
  const group = { serial_group: "disk" };
  assert.deepEqual(explain([run(1, 1, group)], [run(2, 2, group), run(3, 3)]), ["group 1", "limit"]);
  assert.deepEqual(explain([], [run(2, 2, group), run(3, 3, group)]), ["limit", "group 2"]);
});

Deno.test("queue: reports an earlier run of the same task before the serial group", () => {
  const group = { serial_group: "disk" };
  assert.deepEqual(explain([run(1, 1, group), run(2, 2, group)], [run(3, 2, group)]), ["task 2"]);
});

Deno.test("queue: a delayed run waits for its delay, and nothing waits for it", () => {
  const later = { start_after: NOW + 1 };
  assert.deepEqual(explain([run(1, 7)], [run(2, 7, later), run(3, 8, later), run(4, 8)]), [
    "delay",
    "delay",
    "limit",
  ]);
  assert.deepEqual(explain([], [run(2, 7, { start_after: NOW })]), ["limit"]);
});

Deno.test("queue: a pull waits for the limit of its type, not for a slot", () => {
  const pull = { kind: "subscription" } as const;
  const install = { kind: "dependency", serial_group: "dependency:node" } as const;
  assert.deepEqual(explain([run(1, null, install)], [run(2, null, pull), run(3, null, install)]), [
    "kind",
    "group 1",
  ]);
});

Deno.test("queue: with several nodes, a run waits for a node of its pool or for a slot", () => {
  const explainOn = (live: InLine[], waiting: InLine[]) =>
    explainWaiting({
      ...{
        live,
        waiting,
        now: NOW,
        limit: 2,
        maxAtOnce: () => 1,
        isExempt: (kind) => kind === "subscription",
      },
      nodes: [
        { id: 1, pools: ["default"], state: "online", running: 0, capacity: 1 },
        { id: 2, pools: ["gpu"], state: "online", running: 1, capacity: 1 },
        { id: 3, pools: ["edge"], state: "draining", running: 0, capacity: 1 },
      ],
    }).map(({ reason }) => reason);
  const waiting = [
    run(5, 5, { pool: "default" }),
    run(6, 6, { pool: "gpu" }),
    run(7, 7, { pool: "edge" }),
    run(8, 8),
    run(9, 9, { target_node: 2 }),
    run(10, 10, { target_node: 4 }),
    run(11, null, { kind: "subscription" }),
  ];
  assert.deepEqual(explainOn([run(1, 1)], waiting), [
    "limit",
    "node",
    "no_node",
    "limit",
    "node",
    "no_node",
    "kind",
  ]);
  assert.deepEqual(explainOn([run(1, 1), run(2, 2)], waiting), [
    ...["limit", "limit", "no_node", "limit", "limit", "no_node", "kind"],
  ]);
});
