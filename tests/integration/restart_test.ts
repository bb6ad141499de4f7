// What the next panel does with the state of the last one, which was closed; `crash_test.ts` kills it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Approvals } from "../../server/features/tasks/approvals/service.ts";
import { findProcess, readBootId } from "../../server/platform/process/process_table.ts";
import { TestEngine } from "../support/test_engine.ts";
import { until } from "../support/until.ts";

Deno.test("restart: a running task continues, is adopted, and its end is recorded", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const id = await engine.run({
    command:
      `for n in 1 2 3; do echo $n; done; until [ -e ${barrier} ]; do sleep 0.02; done; echo last; exit 5`,
  });
  await engine.reaches(id, "running");
  const { pid } = await engine.runs.get(id);
  await engine.restart();
  assert.deepEqual([(await engine.runs.get(id)).state, (await engine.runs.get(id)).pid], ["running", pid]);
  assert.equal(engine.engine.live, 1);
  await Deno.writeTextFile(barrier, "");
  const { state, exitCode, log, durationMs } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["failed", 5]);
  assert.match(log, /\n1\n2\n3\nlast\n\n## Failed ❌\(exit code 5\)/);
  assert.ok(durationMs! > 0);
});

Deno.test("restart: a run that waits for approval still waits, and runs once it is approved; its retry does not wait", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.run({
    ...{ command: "exit 3", requiresApproval: true },
    retry: { times: 1, delayMs: 0, backoff: "fixed", onLost: false },
  });
  await engine.reaches(id, "waiting_for_approval");
  await engine.restart();
  assert.equal((await engine.runs.get(id)).state, "waiting_for_approval");
  assert.equal(engine.engine.live, 0);
  await new Approvals({ ...engine, limits: { heldAt: () => null } }).approve(id, null);
  const { state, exitCode, taskId, approval } = await engine.end(id);
  assert.deepEqual([state, exitCode, approval?.decision], ["failed", 3, "approved"]);
  const rows = await until("the retry", async () => {
    const rows = await engine.rows(taskId!);
    return rows.length === 2 && rows.every(({ finished_at }) => finished_at !== null) && rows;
  });
  assert.deepEqual(rows.map(({ approval_until }) => approval_until !== null), [true, false]);
});

Deno.test("restart: one that ended meanwhile has its exit code and one footer", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const id = await engine.run({ command: `until [ -e ${barrier} ]; do sleep 0.02; done; echo last; exit 5` });
  await engine.reaches(id, "running");
  await engine.restart(async () => {
    await Deno.writeTextFile(barrier, "");
    await until("its end", () => engine.processes(id).length === 0);
  });
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["failed", 5]);
  assert.equal(log.match(/## Failed/g)?.length, 1);
  await engine.restart();
  assert.equal((await engine.log(id)).match(/## Failed/g)?.length, 1);
});

Deno.test("restart: one that was killed meanwhile is interrupted, and its processes are gone", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.run({
    command: "sleep 1000 & sleep 1000",
    retry: { times: 1, delayMs: 3_600_000, backoff: "fixed", onLost: false },
  });
  await engine.until("its processes", () => engine.processes(id).length >= 3);
  const { pid, taskId } = await engine.reaches(id, "running");
  await engine.restart(() => {
    Deno.kill(pid!, "SIGKILL");
    return Promise.resolve();
  });
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["interrupted", null]);
  assert.match(log, /## Interrupted/);
  await engine.until("nothing of it", () => engine.processes(id).length === 0);
  assert.deepEqual((await engine.rows(taskId!)).slice(1).map(({ cause, retry_of }) => [cause, retry_of]), [[
    "retry",
    id,
  ]]);
  await engine.tasks.stop(taskId!);
});

Deno.test("restart: an adopted run can be stopped, and keeps its limit and slot", async () => {
  await using engine = await TestEngine.start({ concurrency: 2, graceMs: 200 });
  const command = "trap '' TERM; while :; do sleep 0.1; done";
  const stopped = await engine.run({ command });
  const limited = await engine.run({ command, timeLimitMs: 1_500 });
  await engine.reaches(stopped, "running");
  await engine.reaches(limited, "running");
  const waiting = await engine.run({ command: "true" });
  await engine.restart();
  await engine.engine.stopRun(stopped);
  const ended = [await engine.end(stopped), await engine.end(limited)];
  assert.deepEqual(ended.map(({ state }) => state), ["stopped", "timed_out"]);
  const { state, startedAt } = await engine.end(waiting);
  assert.equal(state, "succeeded");
  assert.ok(ended.some(({ finishedAt }) => finishedAt! <= startedAt!), "it had no slot before");
  assert.deepEqual(engine.processes(), []);
});

Deno.test("restart: an unfinished stop is completed", async () => {
  await using engine = await TestEngine.start({ graceMs: 60_000 });
  const id = await engine.run({ command: "trap '' TERM; echo there; while :; do sleep 0.1; done" });
  await engine.until("the command to be running", async () => (await engine.log(id)).includes("there"));
  await engine.engine.stopRun(id);
  engine.options.graceMs = 200;
  await engine.restart();
  assert.equal((await engine.end(id)).state, "stopped");
  assert.deepEqual(engine.processes(id), []);
});

/** Resets a run's record to a moment of its lifetime. */
async function pretend(engine: TestEngine, id: number, columns: Record<string, unknown>): Promise<void> {
  await engine.db.updateTable("run").set(columns).where("id", "=", id).execute();
}

Deno.test("restart: a run claimed but never started returns to the queue and runs once", async () => {
  await using engine = await TestEngine.open();
  const file = engine.path("witness");
  const id = await engine.run({ command: `echo ran >> ${file}` });
  await pretend(engine, id, { state: "starting", boot_id: readBootId() });
  await engine.engine.start();
  assert.equal((await engine.end(id)).state, "succeeded");
  assert.deepEqual(await engine.lines("witness"), ["ran"]);
});

Deno.test("restart: a run that was stopped between its claim and its start does not start", async () => {
  await using engine = await TestEngine.open();
  const file = engine.path("witness");
  const id = await engine.run({ command: `echo ran >> ${file}` });
  const stop = { stop_requested_at: 1, stop_outcome: "stopped" };
  await pretend(engine, id, { state: "starting", boot_id: readBootId(), ...stop });
  await engine.engine.start();
  assert.equal((await engine.end(id)).state, "stopped");
  assert.deepEqual(await engine.lines("witness"), []);
});

Deno.test("restart: nothing of a flow run that is stopped starts, is tried again or continues", async () => {
  await using engine = await TestEngine.start();
  const gate = engine.path("gate");
  const failing = await engine.add({
    command: `until [ -e ${gate} ]; do sleep 0.02; done; exit 3`,
    retry: { times: 3, delayMs: 0, backoff: "fixed", onLost: true },
  });
  const endless = await engine.add({ command: "sleep 600" });
  const queued = await engine.add({ command: `echo ran >> ${engine.path("witness")}` });
  for (const taskId of [failing, endless]) {
    const tasks = [{ taskId, outcome: "any" as const }];
    await engine.add({ command: "true", upstream: { rule: "all", within: "24h", waitMs: 0, tasks } });
  }
  const runs = [await engine.tasks.run(failing, "person"), await engine.tasks.run(endless, "person")];
  for (const id of runs) await engine.reaches(id, "running");
  await engine.restart(async () => {
    const flows = await engine.db.updateTable("flow_run").set({ stopped_at: 1 }).returning("id").execute();
    assert.equal(flows.length, 2);
    // As the stop writes it in the same transaction.
    await pretend(engine, runs[1]!, { stop_requested_at: 1, stop_outcome: "stopped" });
    const id = await engine.tasks.run(queued, "person");
    await pretend(engine, id, { flow_run_id: flows[0]!.id, flow_attempt: 1 });
    await Deno.writeTextFile(gate, "");
    await until("the end of the first", () => engine.processes(runs[0]!).length === 0);
  });
  await engine.quiet();
  const states = (await engine.rows()).map(({ state }) => state);
  assert.deepEqual(states, ["failed", "stopped", "stopped"]);
  assert.deepEqual(await engine.lines("witness"), []);
});

Deno.test("restart: a started but unrecorded process is found by its mark, with its log", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const id = await engine.run({
    command: `echo first; until [ -e ${barrier} ]; do sleep 0.02; done; echo last; exit 3`,
  });
  await engine.until("its output", async () => (await engine.log(id)).includes("first"));
  const { pid } = await engine.reaches(id, "running");
  await engine.restart(() =>
    pretend(engine, id, { state: "starting", pid: null, pid_start: null, started_at: null })
  );
  const found = await engine.reaches(id, "running");
  assert.equal(found.pid, pid);
  await Deno.writeTextFile(barrier, "");
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["failed", 3]);
  assert.match(log, /^## Starting[^]*\nfirst\nlast\n[^]*## Failed/);
});

Deno.test("restart: the exit code of an unrecorded run is found", async () => {
  await using engine = await TestEngine.start();
  const file = engine.path("witness");
  const id = await engine.run({ command: `echo ran >> ${file}; exit 3` });
  await engine.end(id);
  await engine.restart(async () => {
    await pretend(engine, id, {
      state: "starting",
      pid: null,
      pid_start: null,
      started_at: null,
      finished_at: null,
      exit_code: null,
    });
    await Deno.writeTextFile(join(engine.folder.exitFiles, String(id)), "3\n");
  });
  const { state, exitCode, log } = await engine.end(id);
  assert.deepEqual([state, exitCode], ["failed", 3]);
  assert.deepEqual(await engine.lines("witness"), ["ran"]);
  assert.equal(log.match(/## Failed/g)?.length, 1);
});

Deno.test("restart: a run of an earlier boot of the machine is interrupted, not run again", async () => {
  await using engine = await TestEngine.open();
  const running = await engine.run({ command: "true" });
  const starting = await engine.run({ command: "true" });
  await pretend(engine, running, {
    state: "running",
    pid: Deno.pid,
    pid_start: "1",
    boot_id: "another",
    started_at: 1,
  });
  await pretend(engine, starting, { state: "starting", boot_id: "another" });
  await engine.engine.start();
  assert.equal((await engine.end(running)).state, "interrupted");
  assert.equal((await engine.end(starting)).state, "interrupted");
});

for (const start of ["1", null]) {
  Deno.test(`restart: a run whose pid belongs to another process${start ? "" : ", start unknown,"} leaves it alone`, async () => {
    await using engine = await TestEngine.open({ graceMs: 100 });
    // Leads its own session, as a run's process does.
    const unrelated = spawn("/usr/bin/setsid", ["sleep", "1000"], { stdio: "ignore" });
    const gone = new Promise((resolve) => unrelated.once("exit", resolve));
    try {
      const id = await engine.run({ command: "true" });
      await pretend(engine, id, {
        state: "running",
        pid: unrelated.pid,
        pid_start: start,
        boot_id: readBootId(),
        started_at: Date.now(),
      });
      await engine.engine.start();
      assert.equal((await engine.end(id)).state, "interrupted");
      assert.ok(findProcess(unrelated.pid!), "the unrelated process is still running");
    } finally {
      unrelated.kill("SIGKILL");
      await gone;
    }
  });
}

Deno.test("restart: a task deleted while the panel was down ends its run, and its queue is emptied", async () => {
  await using engine = await TestEngine.start({ concurrency: 1 });
  const barrier = engine.path("gate");
  const id = await engine.add({
    command: `until [ -e ${barrier} ]; do sleep 0.02; done`,
    overlap: { policy: "queue" },
  });
  const first = await engine.tasks.run(id, "person");
  await engine.reaches(first, "running");
  const second = await engine.tasks.run(id, "person");
  await engine.restart(() => engine.db.deleteFrom("task").execute().then(() => {}));
  await Deno.writeTextFile(barrier, "");
  assert.equal((await engine.end(first)).state, "succeeded");
  const dropped = await engine.end(second);
  assert.deepEqual([dropped.state, dropped.skipReason], ["skipped", "deleted"]);
});

Deno.test("close: while starting a hundred runs, all are accounted for by the next panel", async () => {
  await using engine = await TestEngine.open({ concurrency: 30 });
  const file = engine.path("witness");
  for (let n = 0; n < 100; n++) await engine.run({ command: `echo $SUNDIAL_RUN_ID >> ${file}; sleep 0.05` });
  await engine.engine.start();
  for (let n = 0; n < 4; n++) {
    await engine.until("some to have run", async () => (await engine.lines("witness")).length > n * 20);
    await engine.restart();
  }
  await engine.quiet();
  const lines = await engine.lines("witness");
  assert.equal(lines.length, 100);
  assert.equal(new Set(lines).size, 100);
  assert.deepEqual(new Set((await engine.rows()).map(({ state }) => state)), new Set(["succeeded"]));
});
