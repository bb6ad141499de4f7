// Stopping a run ends every process that it started, whatever those do to prevent it.
import assert from "node:assert/strict";
import { TestEngine } from "../support/test_engine.ts";

/**
 * Children and grandchildren that ignore TERM; one leaves the session, one its parent. Reports when all are
 * running.
 */
const stubborn = `
trap '' TERM
stay() { trap '' TERM; while :; do sleep 0.2; done; }
for n in 1 2 3; do (trap '' TERM; (stay) & (stay) & stay) & done
setsid sh -c "trap '' TERM; while :; do sleep 0.2; done" &
(setsid sh -c "trap '' TERM; (while :; do sleep 0.2; done) & exit 0" &)
echo there
stay
`;

async function startStubborn(
  engine: TestEngine,
  task: Partial<Parameters<TestEngine["run"]>[0]> = {},
): Promise<number> {
  const id = await engine.run({ command: stubborn, ...task });
  await engine.until("the command to be running", async () => (await engine.log(id)).includes("there"));
  await engine.until("all its processes", () => engine.processes(id).length >= 12);
  return id;
}

Deno.test("stop: a task that ignores TERM ends with all its descendants, and other processes stay", async () => {
  await using engine = await TestEngine.start({ graceMs: 600 });
  const id = await startStubborn(engine);
  const other = await startStubborn(engine);
  await engine.engine.stopRun(id);
  const requested = await engine.runs.get(id);
  assert.equal(requested.state, "running");
  assert.notEqual(requested.stopRequestedAt, null);
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual(engine.processes(id), []);
  assert.equal(state, "stopped");
  assert.equal(exitCode, null);
  assert.match(log, /## Stopped 🛑\.\.\. .*　　　　　\n$/);
  assert.equal((await engine.runs.get(other)).state, "running");
  assert.ok(engine.processes(other).length >= 12);
  await engine.engine.stopRun(other);
  await engine.end(other);
  assert.deepEqual(engine.processes(), []);
});

Deno.test("stop: a task that obeys TERM ends at once and can clean up", async () => {
  await using engine = await TestEngine.start({ graceMs: 60_000 });
  const id = await engine.run({
    command: `trap 'echo cleaned; exit 7' TERM; echo there; sleep 1000 & wait`,
  });
  await engine.until("the command to be running", async () => (await engine.log(id)).includes("there"));
  await engine.engine.stopRun(id);
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["stopped", 7]);
  assert.match(log, /there\ncleaned\n/);
  assert.doesNotMatch(log, /Terminated/);
});

Deno.test("stop: stops the before and after commands too, and does not start after", async () => {
  await using engine = await TestEngine.start({ graceMs: 300 });
  const mark = engine.path("after");
  const id = await engine.run({
    command: "echo main",
    before: "echo there; sleep 100",
    after: `touch ${mark}`,
  });
  await engine.until("the command before", async () => (await engine.log(id)).includes("there"));
  await engine.engine.stopRun(id);
  const { state, log } = await engine.end(id);
  assert.equal(state, "stopped");
  assert.doesNotMatch(log, /main/);
  await assert.rejects(Deno.stat(mark));
});

Deno.test("stop: many runs started and stopped at once all end", async () => {
  await using engine = await TestEngine.start({ concurrency: 40, graceMs: 200 });
  const ids: number[] = [];
  const stopping: Promise<void>[] = [];
  for (let n = 0; n < 30; n++) {
    const id = await engine.run({ command: "sleep 1000" });
    ids.push(id);
    stopping.push(engine.reaches(id, "running").then(() => engine.engine.stopRun(id)));
  }
  await Promise.all(stopping);
  for (const id of ids) assert.equal((await engine.end(id)).state, "stopped");
  assert.deepEqual(engine.processes(), []);
});

Deno.test("stop: works in any state, from the queue to the start of its process", async () => {
  await using engine = await TestEngine.start({ concurrency: 2, graceMs: 200 });
  const command = `echo started >> ${engine.path("witness")}; sleep 1000`;
  for (let n = 0; n < 24; n += 2) {
    const id = await engine.run({ command });
    // A little later in the lifetime of the run each time.
    for (let turn = 0; turn < n; turn++) await new Promise((resolve) => setTimeout(resolve));
    await engine.engine.stopRun(id);
    const run = await engine.end(id);
    assert.equal(run.state, "stopped", `stopped after ${n} turns`);
    assert.deepEqual(engine.processes(id), []);
  }
  assert.deepEqual(engine.errors, []);
});

Deno.test("stop: an unknown run cannot be stopped", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.add({ command: "true" });
  await assert.rejects(engine.tasks.stop(id), { code: "task_not_running" });
  await assert.rejects(engine.engine.stopRun(999), { code: "not_found" });
  const run = await engine.tasks.run(id, "person");
  await engine.end(run);
  await assert.rejects(engine.engine.stopRun(run), { code: "run_not_active" });
});

Deno.test("stop: removes a queued run, and stopping a task ends its running and queued ones", async () => {
  await using engine = await TestEngine.start({ graceMs: 200 });
  const id = await engine.add({ command: "sleep 1000", overlap: { policy: "queue", limit: 3 } });
  const runs = [await engine.tasks.run(id, "person")];
  await engine.reaches(runs[0]!, "running");
  for (let n = 1; n < 4; n++) runs.push(await engine.tasks.run(id, "person"));
  await engine.engine.stopRun(runs[2]!);
  assert.deepEqual((await engine.rows(id)).map(({ state }) => state), [
    "running",
    "queued",
    "stopped",
    "queued",
  ]);
  await engine.tasks.stop(id);
  await engine.quiet();
  assert.deepEqual((await engine.rows(id)).map(({ state }) => state), Array(4).fill("stopped"));
  assert.equal((await engine.rows(id))[1]!.started_at, null);
});

Deno.test("time limit: of fifty concurrent runs exactly those with a limit time out", async () => {
  await using engine = await TestEngine.start({ concurrency: 60, graceMs: 200 });
  const ids: number[] = [];
  for (let n = 0; n < 50; n++) ids.push(await engine.run({ command: "sleep 1000", timeLimitMs: 700 }));
  const without = await engine.run({ command: "sleep 1.2" });
  for (const id of ids) {
    const { state, durationMs, log } = await engine.end(id);
    assert.equal(state, "timed_out");
    assert.ok(durationMs! >= 650, `${durationMs}`);
    assert.match(log, /## Timed out ⏰/);
  }
  assert.equal((await engine.end(without)).state, "succeeded");
  assert.deepEqual(engine.processes(), []);
});

Deno.test("time limit: the one in the command takes precedence over the task's", async () => {
  await using engine = await TestEngine.start({ graceMs: 200 });
  const { state } = await engine.runToEnd({ command: "task -m 1 sleep 1000", timeLimitMs: 3_600_000 });
  assert.equal(state, "timed_out");
});

Deno.test("time limit: one beyond the longest timer does not end the run early", async () => {
  await using engine = await TestEngine.start({ graceMs: 200, maxTimerMs: 100 });
  const long = await engine.runToEnd({ command: "sleep 0.5", timeLimitMs: 60 * 86_400_000 });
  assert.deepEqual([long.state, long.stopRequestedAt], ["succeeded", null]);
  assert.equal((await engine.runToEnd({ command: "sleep 1000", timeLimitMs: 400 })).state, "timed_out");
});

Deno.test("stop: catches a process that keeps forking and exiting", async () => {
  await using engine = await TestEngine.start({ graceMs: 100 });
  // Ends by itself after some seconds, if it escapes.
  const hop =
    `$SIG{TERM} = "IGNORE"; $| = 1; for (1..3000) { exit if fork; print "x"; select(undef, undef, undef, 0.003) }`;
  const id = await engine.run({ command: `echo there; perl -e '${hop}'; sleep 1000` });
  await engine.until("it to hop", async () => (await engine.log(id)).includes("xxxxx"));
  await engine.engine.stopRun(id);
  await engine.end(id);
  await engine.runToEnd({ command: "sleep 0.1" });
  assert.match(await engine.log(id), /## Stopped [^\n]*\n$/);
  assert.deepEqual(engine.processes(), []);
});

Deno.test("stop: processes left by a finished run stay, those of a killed wrapper end", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.run({ command: "sleep 1000 & sleep 1000 & sleep 1000" });
  await engine.until("its processes", () => engine.processes(id).length >= 4);
  const { pid } = await engine.reaches(id, "running");
  Deno.kill(pid!, "SIGKILL");
  const { state, signal } = await engine.end(id);
  assert.deepEqual([state, signal], ["failed", "SIGKILL"]);
  assert.deepEqual(engine.processes(id), []);
});
