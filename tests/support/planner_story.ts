// Events of a panel, its clock and a task, and the ledger's invariants after each.
import { parse } from "../../server/contract/parsed.ts";
import { taskPatch } from "../../server/contract/tasks.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunRow } from "../../server/engine/store.ts";
import { type PlannerScene, shortTime } from "./planner_scene.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

export interface PlannerAction {
  kind: "sleep" | "punctual" | "restart" | "set" | "corrected while down" | "ends" | "edit";
  ms: number;
}

/** Returns an event for `fc.oneof`. */
export function event(kind: PlannerAction["kind"], weight: number, ms: fc.Arbitrary<number>) {
  return { weight, arbitrary: ms.map((ms): PlannerAction => ({ kind, ms })) };
}

export function short(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max });
}

/** Applies one event to the panel, its clock or the task `id`. */
export async function perform(bench: PlannerScene, id: number, { kind, ms }: PlannerAction): Promise<void> {
  switch (kind) {
    case "sleep":
      return await bench.advance(ms);
    case "punctual":
      return await bench.goTo(bench.clock.now() + Math.min(ms, 2 * HOUR));
    case "restart":
      return await bench.restart(ms);
    case "set":
      return await bench.setWall(bench.clock.now() + ms);
    case "corrected while down":
      await bench.planner.stop();
      bench.clock.setWall(bench.clock.now() + ms);
      return await bench.restart();
    case "ends":
      return await bench.endAll();
    case "edit": {
      // An edit drops due times that are not planned yet, so there must be none.
      await bench.advance(SECOND);
      await bench.tasks.update(id, parse(taskPatch, { enabled: false }), null);
      await bench.tasks.update(id, parse(taskPatch, { enabled: true }), null);
    }
  }
}

/**
 * Asserts that each due time between `created` and `now` has exactly one row, and that there are no other
 * rows.
 */
export function checkLedger(
  rows: readonly RunRow[],
  slots: readonly number[],
  { created, now }: { created: number; now: number },
) {
  const times = new Map<number, number>();
  for (const row of rows) {
    const through = row.due_through ?? row.due_at!;
    const covered = slots.slice(firstFrom(slots, row.due_at!), firstFrom(slots, through + 1));
    assert.equal(covered.length, row.due_count, `row ${row.id} counts ${row.due_count} due times`);
    assert.equal(covered[0], row.due_at, `row ${row.id} begins with a due time`);
    for (const slot of covered) times.set(slot, (times.get(slot) ?? 0) + 1);
  }
  const twice = [...times].filter(([, count]) => count > 1).map(([slot]) => shortTime(slot));
  assert.deepEqual(twice, [], "due times decided twice");
  const lost = slots.filter((slot) => slot > created && slot <= now && !times.has(slot)).map(shortTime);
  assert.deepEqual(lost, [], "due times not decided");
}

/** Returns the index of the first of ascending numbers that is not below another. */
function firstFrom(slots: readonly number[], from: number): number {
  let low = 0, high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
