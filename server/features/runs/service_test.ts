import assert from "node:assert/strict";
import { LogScene } from "../../../tests/support/log_scene.ts";
import { systemClock } from "../../platform/clock.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { Runs } from "./service.ts";

Deno.test("runs: the log of a run that ended on another node is whole before it is called complete", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { db, panelLogs, mirror } = scene;
  const runs = new Runs({
    db,
    clock: systemClock,
    reads: directReads(db),
    // Only stops runs.
    engine: null as never,
    logs: panelLogs,
    logTail: () => Promise.resolve(null),
    remoteLogs: mirror,
    language: () => "en",
  });
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  mirror.notify(run.id);
  await mirror.settled();
  assert.deepEqual([(await runs.log(run.id)).complete, await (await runs.log(run.id)).size()], [false, 7]);
  await scene.end(run, log);
  const file = await runs.log(run.id);
  assert.equal(file.complete, true);
  assert.equal(new TextDecoder().decode(await file.read(0, 100)), "output\nthe last line\n");
});
