import assert from "node:assert/strict";
import type { RunCause, RunState } from "../contract/runs.ts";
import { type ActiveRun, maxParallel, type OverlapRule, resolveOverlap, runsToRespect } from "./overlap.ts";

const now = 1_000_000;

/** Parses `running`, `queued person`, `queued retry later`, `running person stopping` into runs of one task, numbered from 1. */
function runs(...lines: string[]): ActiveRun[] {
  return lines.map((line, index) => {
    const [state, cause = "schedule", later] = line.split(" ");
    return {
      id: index + 1,
      state: state as RunState,
      cause: cause as RunCause,
      queue_rank: cause === "missed" ? 1 : 0,
      queue_order: 100 + index,
      start_after: later === "later" ? now + 1 : now,
      target_node: null,
      flow_run_id: null,
      item: null,
      held_until: null,
      stop_requested_at: later === "stopping" ? now : null,
    };
  });
}

function respond(overlap: OverlapRule, active: ActiveRun[]): string {
  const result = resolveOverlap(overlap, active, now);
  if (result.kind === "skip") return `skip by ${result.blockedBy}`;
  const drops = result.drop.map(({ id, reason }) => ` drop ${id} ${reason}`).join("");
  const stops = result.stop.map((id) => ` stop ${id}`).join("");
  return `queue${result.queueOrder === null ? "" : ` at ${result.queueOrder}`}${drops}${stops}`;
}

const table: [OverlapRule, string[], string][] = [
  [{ policy: "single" }, [], "queue"],
  [{ policy: "single" }, ["queued"], "skip by 1"],
  [{ policy: "single" }, ["queued", "running"], "skip by 1"],
  [{ policy: "single" }, ["queued missed"], "skip by 1"],
  [{ policy: "skip" }, [], "queue"],
  [{ policy: "skip" }, ["running"], "skip by 1"],
  [{ policy: "skip" }, ["starting"], "skip by 1"],
  [{ policy: "skip" }, ["queued", "running"], "skip by 2"],
  [{ policy: "skip" }, ["queued"], "queue at 100 drop 1 limit"],
  [{ policy: "skip" }, ["queued person"], "skip by 1"],
  [{ policy: "skip" }, ["queued startup"], "skip by 1"],
  [{ policy: "skip" }, ["queued missed"], "queue"],
  [{ policy: "skip" }, ["running missed"], "skip by 1"],
  [{ policy: "skip" }, ["queued retry later"], "queue drop 1 overlap"],
  [{ policy: "skip" }, ["queued retry"], "skip by 1"],
  [{ policy: "skip" }, ["queued retry later", "running"], "skip by 2"],
  [{ policy: "skip" }, ["waiting_for_approval"], "skip by 1"],
  [{ policy: "skip" }, ["waiting_for_approval person"], "skip by 1"],
  [{ policy: "queue" }, ["waiting_for_approval"], "skip by 1"],
  [{ policy: "queue" }, ["running", "waiting_for_approval"], "skip by 2"],
  [{ policy: "replace" }, ["waiting_for_approval"], "queue drop 1 overlap"],
  [{ policy: "allow", limit: 2 }, ["waiting_for_approval"], "queue"],
  [{ policy: "allow", limit: 2 }, ["running", "waiting_for_approval"], "skip by 1"],
  [{ policy: "single" }, ["waiting_for_approval"], "skip by 1"],
  [{ policy: "queue" }, [], "queue"],
  [{ policy: "queue" }, ["running"], "queue"],
  [{ policy: "queue" }, ["running", "queued"], "skip by 2"],
  [{ policy: "queue" }, ["queued"], "skip by 1"],
  [{ policy: "queue", limit: 2 }, ["running", "queued"], "queue"],
  [{ policy: "queue", limit: 2 }, ["running", "queued", "queued"], "skip by 2"],
  [{ policy: "queue" }, ["running", "queued missed", "queued missed"], "queue"],
  [{ policy: "replace" }, [], "queue"],
  [{ policy: "replace" }, ["running"], "queue stop 1"],
  [{ policy: "replace" }, ["running", "starting"], "queue stop 1 stop 2"],
  [{ policy: "replace" }, ["running", "queued person"], "queue drop 2 overlap stop 1"],
  [{ policy: "replace" }, ["queued missed"], "queue"],
  [{ policy: "allow" }, ["running", "running", "running", "running"], "queue"],
  [{ policy: "allow" }, ["running", "running", "running", "running", "queued"], "skip by 1"],
  [{ policy: "allow", limit: 2 }, ["running"], "queue"],
  [{ policy: "allow", limit: 2 }, ["queued", "queued"], "skip by 1"],
  [{ policy: "allow", limit: 2 }, ["running", "queued retry later"], "queue drop 2 overlap"],
];

for (const [overlap, active, expected] of table) {
  const rule = `${overlap.policy}${"limit" in overlap ? overlap.limit : ""}`;
  Deno.test(`overlap: ${rule} beside ${active.join(", ") || "nothing"}: ${expected}`, () => {
    assert.equal(respond(overlap, runs(...active)), expected);
  });
}

Deno.test("overlap: only `allow` permits several live runs", () => {
  assert.equal(maxParallel({ policy: "skip", limit: 9 }), 1);
  assert.equal(maxParallel({ policy: "queue", limit: 9 }), 1);
  assert.equal(maxParallel({ policy: "replace" }), 1);
  assert.equal(maxParallel({ policy: "allow", limit: 9 }), 9);
  assert.equal(maxParallel({ policy: "allow" }), 5);
});

Deno.test("overlap: a run on demand waits for runs that are being stopped, a scheduled one is skipped", () => {
  const active = runs("running person stopping", "running", "queued person");
  const respected = (overlap: OverlapRule) => runsToRespect(overlap, active).map(({ id }) => id);
  for (const policy of ["skip", "queue", "replace", "allow"] as const) {
    assert.deepEqual(respected({ policy }), [2, 3], policy);
  }
  assert.deepEqual(respected({ policy: "single" }), [1, 2, 3]);
  assert.equal(respond({ policy: "skip" }, runs("running person stopping")), "skip by 1");
});
