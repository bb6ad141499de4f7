// A disk that fills up under the panel: runs end with a record that says so, nothing crashes, and room heals it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { TestEngine, type TestEngineOptions } from "../support/test_engine.ts";

const SIZE = "24m";

async function run(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** A small disk of its own. */
class SmallDisk implements AsyncDisposable {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Mounts it over a folder, a new one unless told; null where that is not allowed. */
  static async mount(folder?: string): Promise<SmallDisk | null> {
    const root = folder ?? await Deno.makeTempDir({ prefix: "sundial-disk-" });
    if (await run("mount", "-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", root)) return new SmallDisk(root);
    await Deno.remove(root);
    return null;
  }

  /** Starts an engine whose data folder lies on it. */
  async engine(options: TestEngineOptions): Promise<TestEngine> {
    const usual = Deno.env.get("TMPDIR");
    Deno.env.set("TMPDIR", this.root);
    try {
      return await TestEngine.start(options);
    } finally {
      if (usual === undefined) Deno.env.delete("TMPDIR");
      else Deno.env.set("TMPDIR", usual);
    }
  }

  get #ballast(): string {
    return join(this.root, "ballast");
  }

  /** Takes all room that is left. */
  async fill(): Promise<void> {
    await run("dd", "if=/dev/zero", `of=${this.#ballast}`, "bs=4096", "oflag=append", "conv=notrunc");
    assert.ok(!await run("dd", "if=/dev/zero", `of=${join(this.root, "one more")}`, "bs=4096", "count=1"));
    await Deno.remove(join(this.root, "one more"));
  }

  async makeRoom(): Promise<void> {
    await Deno.remove(this.#ballast);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.ok(await run("umount", this.root), "the small disk is still in use");
    await Deno.remove(this.root).catch(() => {});
  }
}

const trial = await SmallDisk.mount();
await trial?.[Symbol.asyncDispose]();
// deno-lint-ignore no-console -- who runs the tests has to know what was not tried
if (!trial) console.log("disk full: left out, for this machine does not let us mount a small disk");
const ignore = trial === null;

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
    await using engine = await disk.engine({});
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
    await using engine = await disk.engine({ logMaxBytes: 1024 * 1024 });
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
    await using engine = await disk.engine({});
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
