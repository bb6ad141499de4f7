// When a run started and ended, whatever the panel and the clock did meanwhile.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestEngine } from "../support/test_engine.ts";

const HOUR = 3_600_000;

Deno.test("run times: no run ends before it began", async () => {
  await using engine = await TestEngine.start({ concurrency: 4 });
  const id = await engine.add({ command: "true", overlap: { policy: "allow", limit: 1000 } });
  for (let n = 0; n < 100; n++) await engine.tasks.run(id, "person");
  await engine.quiet();
  const rows = await engine.rows(id);
  assert.equal(rows.length, 100);
  for (const { started_at, finished_at, duration_ms } of rows) {
    assert.ok(finished_at! >= started_at!, `${finished_at! - started_at!} ms`);
    assert.ok(duration_ms! >= 0);
  }
});

Deno.test("run times: a run that ended while the panel was suspended takes as long as it took", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.run({ command: `until [ -e ${engine.path("go")} ]; do sleep 0.02; done` });
  await engine.reaches(id, "running");
  // The panel is blocked until the run has ended, and then its clocks are an hour ahead.
  writeFileSync(engine.path("go"), "");
  const file = join(engine.folder.exitFiles, String(id));
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!(existsSync(file) && readFileSync(file, "utf8").endsWith("\n"))) Atomics.wait(pause, 0, 0, 5);
  const { now, monotonic } = engine.clock;
  engine.clock.now = () => now() + HOUR;
  engine.clock.monotonic = () => monotonic() + HOUR;
  const { startedAt, finishedAt, durationMs, log } = await engine.end(id);
  assert.ok(durationMs! < HOUR, `${durationMs} ms`);
  assert.ok(Date.parse(finishedAt!) - Date.parse(startedAt!) < HOUR);
  assert.ok(Number(/took (\d+) seconds/.exec(log)?.[1]) < 3_600, log);
});

for (const [name, step] of [["forward", HOUR], ["back", -HOUR]] as const) {
  Deno.test(`run times: a clock set ${name} during a run changes nothing about how long it took`, async () => {
    await using engine = await TestEngine.start();
    const { now } = engine.clock;
    engine.clock.now = () => now() - step;
    const id = await engine.run({ command: `until [ -e ${engine.path("go")} ]; do sleep 0.02; done` });
    await engine.reaches(id, "running");
    engine.clock.now = now;
    await Deno.writeTextFile(engine.path("go"), "");
    const { startedAt, finishedAt, durationMs } = await engine.end(id);
    assert.ok(durationMs! < HOUR, `${durationMs} ms`);
    assert.ok(Date.parse(finishedAt!) >= Date.parse(startedAt!), `${startedAt} to ${finishedAt}`);
  });
}

Deno.test("run times: an impossible time in an exit file is ignored", async () => {
  await using engine = await TestEngine.start();
  const exit = `${engine.folder.exitFiles}/\${SUNDIAL_RUN_MARK##*:}`;
  for (const time of ["2001-01-01", "2099-01-01"]) {
    // The shell around the command writes the exit file; this waits for it and then sets its time.
    const late =
      `(until grep -q . ${exit} || ! [ -e ${exit} ]; do :; done; touch -c -d ${time} ${exit}) & sleep 0.05`;
    const { startedAt, finishedAt, durationMs } = await engine.runToEnd({ command: late });
    const took = Date.parse(finishedAt!) - Date.parse(startedAt!);
    assert.ok(took >= 0 && took < HOUR && durationMs! < HOUR, `${took} ms, ${durationMs} ms`);
    await engine.until("its processes to end", () => engine.processes().length === 0);
  }
});
