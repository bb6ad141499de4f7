// A disk that fills up during runs: their records say so, nothing crashes, and everything works again once
// there is space.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { TestEngine, type TestEngineOptions } from "../support/test_engine.ts";

/** Starts an engine with its data folder on a disk. */
async function engineOn({ root }: SmallDisk, options: TestEngineOptions = {}): Promise<TestEngine> {
  const defaults = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", root);
  try {
    return await TestEngine.start(options);
  } finally {
    if (defaults === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", defaults);
  }
}

const ignore = !await mountsDisks("disk full");

Deno.test("disk full: a run without a log fails with a reason, and the next one runs once there is space", {
  ignore,
}, async () => {
  await using engine = await TestEngine.start();
  await using disk = (await SmallDisk.mount(engine.folder.logs))!;
  await disk.fill();
  const { state, detail, exitCode, taskId } = await engine.runToEnd({ command: "echo fine" });
  assert.deepEqual([state, exitCode], ["failed", null]);
  assert.match(detail ?? "", /ENOSPC|no space/i);
  await disk.makeRoom();
  const again = await engine.end(await engine.tasks.run(taskId!, "person"));
  assert.equal(again.state, "succeeded");
  assert.match(again.log, /\nfine\n/);
});

Deno.test(
  "disk full: a task that fills it keeps its own exit code, and its log keeps what fits",
  { ignore },
  async () => {
    await using disk = (await SmallDisk.mount())!;
    await using engine = await engineOn(disk);
    const filler = await engine.add({ command: "head -c 100000000 /dev/zero; exit 5" });
    const id = await engine.tasks.run(filler, "person");
    await engine.until(
      "the end of the filler, or an error that it cannot be recorded",
      async () => (await engine.runs.get(id)).state === "failed" || engine.errors.length > 0,
    );
    // As an administrator would: delete its log.
    const path = join(engine.folder.logs, (await engine.runs.get(id)).logPath!);
    await Deno.truncate(path, 1000);
    const { state, exitCode } = await engine.end(id);
    assert.deepEqual([state, exitCode], ["failed", 5]);
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  },
);

Deno.test("disk full: a task that prints more than fits stays within its limit and never fills it", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  await using engine = await engineOn(disk, { logMaxBytes: 1024 * 1024 });
  const lines =
    "i=0; while [ $i -lt 1500 ]; do head -c 100000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); done; exit 3";
  const { state, exitCode, log } = await engine.runToEnd({ command: lines });
  assert.deepEqual([state, exitCode], ["failed", 3]);
  assert.ok(log.length <= 1024 * 1024);
  assert.match(log, /x\n\n## Failed ❌\(exit code 3\)/);
});

Deno.test(
  "disk full: runs that end meanwhile are recorded once there is space, and old logs can be removed",
  { ignore },
  async () => {
    await using disk = (await SmallDisk.mount())!;
    await using engine = await engineOn(disk);
    const old = await engine.runToEnd({ command: "head -c 2000000 /dev/zero" });
    const barrier = await Deno.makeTempFile({ prefix: "sundial-gate-" });
    const id = await engine.run({ command: `while [ -e ${barrier} ]; do sleep 0.02; done; exit 6` });
    await engine.reaches(id, "running");
    await disk.fill();
    await Deno.remove(barrier);
    await engine.until("its processes to end", () => engine.processes().length === 0);
    const { db, folder } = engine;
    const before = Date.parse(old.finishedAt!) + 1;
    // Deletes its log first, which frees the space.
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const removed = await removeOldRuns({ db, logger, logs: folder.logs, before });
    assert.equal(removed, 1);
    const { state, exitCode } = await engine.end(id);
    assert.deepEqual([state, exitCode], ["failed", 6]);
    await disk.makeRoom();
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  },
);

/** Rejects every change of runs except claims, as a full disk does, until it is disposed. */
async function rejectWrites({ db }: TestEngine): Promise<AsyncDisposable> {
  await sql.raw(
    `create trigger full before update on run when new.state <> 'starting'
    begin select raise(abort, 'database or disk is full'); end`,
  ).execute(db);
  return { [Symbol.asyncDispose]: async () => void await sql.raw("drop trigger full").execute(db) };
}

Deno.test("disk full: stops and time limits work and are recorded later", async () => {
  await using engine = await TestEngine.start();
  const stopped = await engine.run({ command: "sleep 600" });
  const limited = await engine.run({ command: "sleep 601", timeLimitMs: 1500 });
  await engine.reaches(stopped, "running");
  await engine.reaches(limited, "running");
  {
    await using _ = await rejectWrites(engine);
    await engine.engine.stopRun(stopped);
    await engine.until("its processes to end", () => engine.processes().length === 0);
    assert.deepEqual((await engine.runs.get(stopped)).state, "running");
  }
  assert.deepEqual(
    [(await engine.end(stopped)).state, (await engine.end(limited)).state],
    ["stopped", "timed_out"],
  );
});

Deno.test("disk full: a time limit counts from a start that could not be recorded", async () => {
  await using engine = await TestEngine.start();
  const barrier = await Deno.makeTempFile({ prefix: "sundial-gate-" });
  const task = await engine.add({ command: `rm ${barrier}; sleep 602`, timeLimitMs: 1500 });
  await using refusing = new AsyncDisposableStack();
  refusing.use(await rejectWrites(engine));
  const id = await engine.tasks.run(task, "person");
  await engine.until("it to begin", () => statSync(barrier, { throwIfNoEntry: false }) === undefined);
  await engine.until("its processes to end", () => engine.processes().length === 0);
  await refusing.disposeAsync();
  assert.equal((await engine.end(id)).state, "timed_out");
});

Deno.test("disk full: queued runs of a stopped task are removed once that can be recorded", async () => {
  await using engine = await TestEngine.start();
  const task = await engine.add({ command: "sleep 603", overlap: { policy: "queue", limit: 2 } });
  const live = await engine.tasks.run(task, "person");
  await engine.reaches(live, "running");
  const queued = await engine.tasks.run(task, "person");
  {
    await using _ = await rejectWrites(engine);
    await engine.tasks.stop(task);
    await engine.until("its processes to end", () => engine.processes().length === 0);
  }
  assert.equal((await engine.end(live)).state, "stopped");
  assert.equal((await engine.end(queued)).state, "stopped");
});

Deno.test("disk full: a flow run ends, and that nothing starts in it any more is written once it can be", async () => {
  await using engine = await TestEngine.start();
  const retry = { times: 5, delayMs: 0, backoff: "fixed" as const, onLost: true };
  const first = await engine.add({ command: "sleep 606", retry });
  const tasks = [{ taskId: first, outcome: "any" as const }];
  await engine.add({ command: "true", upstream: { rule: "all", within: "24h", waitMs: 0, tasks } });
  const live = await engine.tasks.run(first, "person");
  await engine.reaches(live, "running");
  const { flowRunId } = await engine.runs.get(live);
  const closed: number[] = [];
  {
    await using _ = await rejectWrites(engine);
    await engine.engine.stopFlow({
      id: flowRunId!,
      isClosed: () => Promise.resolve(true),
      async close(tx, now) {
        await tx.updateTable("flow_run").set({ stopped_at: now }).where("id", "=", flowRunId).execute();
        closed.push(now);
      },
    });
    await engine.until("its processes to end", () => engine.processes().length === 0);
    const { stopped_at } = await engine.db.selectFrom("flow_run").select("stopped_at")
      .executeTakeFirstOrThrow();
    assert.equal(stopped_at, null);
  }
  assert.equal((await engine.end(live)).state, "stopped");
  await engine.until("it to be written", async () => {
    const flow = await engine.db.selectFrom("flow_run").select("stopped_at").executeTakeFirstOrThrow();
    return flow.stopped_at !== null;
  });
  await engine.quiet();
  assert.ok(closed.length > 1);
});

Deno.test("disk full: stopping a queued run fails with an error", async () => {
  await using engine = await TestEngine.start({ concurrency: 1 });
  const live = await engine.run({ command: "sleep 604" });
  await engine.reaches(live, "running");
  const queued = await engine.run({ command: "sleep 605" });
  {
    await using _ = await rejectWrites(engine);
    await assert.rejects(engine.engine.stopRun(queued), /database or disk is full/);
    assert.equal((await engine.runs.get(queued)).state, "queued");
  }
  for (const id of [queued, live]) await engine.engine.stopRun(id);
});
