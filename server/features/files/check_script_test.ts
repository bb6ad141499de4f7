import assert from "node:assert/strict";
import { join } from "node:path";
import { until } from "../../../tests/support/until.ts";
import { AppError } from "../../contract/app_error.ts";
import { ScriptChecks } from "./check_script.ts";

/** Parsers that record their start and end, and continue only when allowed to. */
class Scene implements AsyncDisposable {
  readonly checks: ScriptChecks;

  private constructor(private readonly folder: string) {
    this.checks = new ScriptChecks(`${folder}:/usr/bin:/bin`);
  }

  static async open(): Promise<Scene> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-checks-" });
    const note = join(folder, "note");
    // The file size limit applies to regular files, so a pipe takes the records.
    const text = `#!/bin/sh
mkdir "${note}-$$-begin-$(ulimit -v)"
until [ -e "${join(folder, "go")}" ]; do sleep 0.02; done
cat > /dev/null
mkdir "${note}-$$-end"
`;
    await Deno.writeTextFile(join(folder, "python3"), text, { mode: 0o755 });
    return new Scene(folder);
  }

  /** Process ids and memory limits of the started parsers. */
  get started(): { pid: number; limit: string }[] {
    return [...Deno.readDirSync(this.folder)].flatMap(({ name }) => {
      const [, pid, limit = ""] = /^note-(\d+)-begin-(\w+)$/.exec(name) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), limit }];
    });
  }

  async untilBegun(count: number): Promise<void> {
    await until(`${count} parsers have started`, () => this.started.length >= count);
  }

  go(): void {
    Deno.mkdirSync(join(this.folder, "go"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

const never = new AbortController().signal;
const isTooMany = (error: unknown) => error instanceof AppError && error.code === "too_many_requests";
const isAlive = (pid: number) => {
  try {
    // A zombie process has ended.
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
};

Deno.test("script checks: runs two parsers at once with memory limits, queues others, and rejects too many", async () => {
  await using scene = await Scene.open();
  const checks = Array.from({ length: 10 }, () => scene.checks.check("a.py", "x", never));
  await scene.untilBegun(2);
  await assert.rejects(scene.checks.check("a.py", "x", never), isTooMany);
  assert.equal(scene.started.length, 2);
  assert.deepEqual(new Set(scene.started.map(({ limit }) => limit)), new Set(["262144"]));
  scene.go();
  assert.deepEqual(await Promise.all(checks), checks.map(() => ({ problems: [] })));
  assert.equal(scene.started.length, 10);
});

Deno.test("script checks: a client that disconnects ends its parser or leaves the queue", async () => {
  await using scene = await Scene.open();
  const clients = Array.from({ length: 10 }, () => new AbortController());
  const checks = clients.map(({ signal }) =>
    scene.checks.check("a.py", "x", signal).then(() => "checked", () => "left")
  );
  await scene.untilBegun(2);
  for (const client of clients.slice(2)) client.abort();
  assert.deepEqual(new Set(await Promise.all(checks.slice(2))), new Set(["left"]));
  const later = scene.checks.check("a.py", "x", never);
  const first = scene.started.map(({ pid }) => pid);
  clients[0]?.abort();
  clients[1]?.abort();
  await until("their parsers have ended", () => !first.some(isAlive));
  await scene.untilBegun(3);
  scene.go();
  assert.deepEqual(await later, { problems: [] });
  assert.equal(scene.started.length, 3, "none was started for a client that had disconnected");
});
