import assert from "node:assert/strict";
import { changesBefore } from "./run_changes.ts";

const at = (minute: number) => new Date(Date.UTC(2027, 2, 28, 9, minute)).toISOString();
const run = (id: number, scriptVersionId: number | null = null) => ({
  ...{ id, startedAt: id % 2 === 0 ? at(id) : null, queuedAt: at(id), scriptVersionId },
});

Deno.test("run changes: the first run after a change has it, and none that is older than all runs", () => {
  const runs = [run(10), run(11), run(20)];
  const marks = changesBefore(runs, [
    { at: at(9), what: "command" },
    { at: at(11), what: "schedule" },
    { at: at(12), what: "command" },
    { at: at(13), what: "schedule" },
    { at: at(21), what: "command" },
  ]);
  assert.deepEqual([...marks], [
    [11, [{ at: at(11), what: "schedule" }]],
    [20, [{ at: at(12), what: "command" }, { at: at(13), what: "schedule" }]],
  ]);
});

Deno.test("run changes: of the script, the version that ran counts", () => {
  const runs = [run(1), run(2, 7), run(3, 7), run(4), run(5, 8), run(6, 7)];
  const marks = changesBefore(runs, [{ at: at(3), what: "script" }]);
  assert.deepEqual([...marks], [
    [5, [{ at: at(5), what: "script" }]],
    [6, [{ at: at(6), what: "script" }]],
  ]);
  assert.equal(changesBefore([], [{ at: at(3), what: "command" }]).size, 0);
});
