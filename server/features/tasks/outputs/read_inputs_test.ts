import assert from "node:assert/strict";
import { DueScene } from "../../../../tests/support/due_scene.ts";
import { readInputs } from "./read_inputs.ts";

const cases: [string, { taskZone: string | null; panelZone: string; values: object }][] = [
  ["yesterday's in the zone of the task are not passed on", {
    ...{ taskZone: "Asia/Tokyo", panelZone: "UTC", values: {} },
  }],
  ["today's in the zone of the task are passed on", {
    ...{ taskZone: "UTC", panelZone: "Asia/Tokyo", values: { SUNDIAL_INPUT_ROWS: "7" } },
  }],
  ["the zone of the panel counts for a task without its own", {
    ...{ taskZone: null, panelZone: "Asia/Tokyo", values: {} },
  }],
];

// 10:00 UTC is yesterday in Tokyo, where it is 06:00 at 21:00 UTC.
for (const [what, { taskZone, panelZone, values }] of cases) {
  Deno.test(`inputs: outputs since a time of day: ${what}`, async () => {
    await using scene = await DueScene.open("2026-11-29T10:00Z");
    scene.panelZone = panelZone;
    const first = await scene.task("export");
    const due = await scene.dueTask({ tasks: [{ taskId: first.id, outcome: "any" }] }, {
      time_zone: taskZone,
    });
    const [run] = await scene.start(first);
    await scene.db.insertInto("run_output").values({
      ...{ run_id: run!, task_id: first.id, values_json: JSON.stringify({ rows: "7" }) },
      ...{ sizes_json: null, sealed: null, files: 0 },
    }).execute();
    await scene.end(run!, "succeeded");
    const waiting = await scene.at("2026-11-29T21:00Z").due(due);
    const sealer = null as never; // nothing is sealed
    const found = await readInputs(scene.db, due, await scene.ledger.run(waiting), { sealer, panelZone });
    assert.deepEqual(found?.values, values);
  });
}
