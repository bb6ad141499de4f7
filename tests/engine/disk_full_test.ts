// A disk that fills up under the panel: runs end with a record that says so, nothing crashes, and room heals it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { TestEngine, type TestEngineOptions } from "../support/test_engine.ts";

/** Starts an engine whose data folder lies on a disk. */
async function engineOn({ root }: SmallDisk, options: TestEngineOptions = {}): Promise<TestEngine> {
  const usual = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", root);
  try {
    return await TestEngine.start(options);
  } finally {
    if (usual === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", usual);
  }
}

const ignore = !await mountsDisks("disk full");

Deno.test({
  name: "disk full: a run that cannot have a log is failed and says why; with room the next one runs",
  ignore,
  async fn() {
    await using engine = await TestEngine.start();
    await using disk = (await SmallDisk.mount(engine.folder.logs))!;
    await disk.fill();
    const { state, detail, exitCode, taskId } = await engine.runToEnd({ command: "echo fine" });
    assert.deepEqual([state, exitCode], ["failed", null]);
    assert.match(detail ?? "", /ENOSPC|no space/i);
    await disk.makeRoom();
    const again = await engine.end(await engine.engine.runNow(taskId!, "person"));
    assert.equal(again.state, "succeeded");
    assert.match(again.log, /\nfine\n/);
  },
});

Deno.test({
  name:
    "disk full: a task that fills it ends with its own exit code, and its log says what there was room for",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    await using engine = await engineOn(disk);
    const filler = await engine.add({ command: "head -c 100000000 /dev/zero; exit 5" });
    const id = await engine.engine.runNow(filler, "person");
    await engine.until(
      "the end of the filler, or an error that it cannot be written down",
      async () => (await engine.runs.get(id)).state === "failed" || engine.errors.length > 0,
    );
    // Removing its log is what an administrator would do.
    const path = join(engine.folder.logs, (await engine.runs.get(id)).logPath!);
    await Deno.truncate(path, 1000);
    const { state, exitCode } = await engine.end(id);
    assert.deepEqual([state, exitCode], ["failed", 5]);
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  },
});

Deno.test({
  name:
    "disk full: a task that prints far more than there is room for is kept within its limit and never fills it",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    await using engine = await engineOn(disk, { logMaxBytes: 1024 * 1024 });
    const lines =
      "i=0; while [ $i -lt 1500 ]; do head -c 100000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); done; exit 3";
    const { state, exitCode, log } = await engine.runToEnd({ command: lines });
    assert.deepEqual([state, exitCode], ["failed", 3]);
    assert.ok(log.length <= 1024 * 1024);
    assert.match(log, /x\n\n## Failed ❌\(exit code 3\)/);
  },
});

Deno.test({
  name: "disk full: what ends meanwhile is written down once there is room, and old logs can be removed",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    await using engine = await engineOn(disk);
    const old = await engine.runToEnd({ command: "head -c 2000000 /dev/zero" });
    const gate = await Deno.makeTempFile({ prefix: "sundial-gate-" });
    const id = await engine.run({ command: `while [ -e ${gate} ]; do sleep 0.02; done; exit 6` });
    await engine.reaches(id, "running");
    await disk.fill();
    await Deno.remove(gate);
    await engine.until("its processes to end", () => engine.processes().length === 0);
    const { db, folder } = engine;
    const before = Date.parse(old.finishedAt!) + 1;
    // Its log goes first, which is what makes the room.
    const removed = await removeOldRuns({ db, logs: folder.logs, before });
    assert.equal(removed, 1);
    const { state, exitCode } = await engine.end(id);
    assert.deepEqual([state, exitCode], ["failed", 6]);
    await disk.makeRoom();
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  },
});
