import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { LogWriter, plainCopy, type WriterProgram } from "./log_writer.ts";
import { makePipe, openToWrite, reopenPipe } from "./output_pipe.ts";
import { spawnSession } from "./spawn_session.ts";
import { nothingAround } from "./wrapper.ts";

const environment = { PATH: "/usr/bin:/bin" };

class Scene implements AsyncDisposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "sundial-writer-" });
  readonly lost: unknown[] = [];
  readonly closing = new AbortController();

  path(name: string): string {
    return join(this.folder, name);
  }

  get log(): string {
    return readFileSync(this.path("log"), "utf8");
  }

  /** Starts a writer, and a shell that prints to it. */
  async run(
    script: string,
    program: WriterProgram = plainCopy(environment),
  ): Promise<{ writer: LogWriter; pid: number }> {
    const { writer, output } = await LogWriter.start(this.path("pipe"), openSync(this.path("log"), "a"), {
      program,
      clock: systemClock,
      onLost: (error) => this.lost.push(error),
      signal: this.closing.signal,
    });
    const { pid, ended } = await spawnSession({
      exitFile: this.path("exit"),
      command: ["/bin/sh", "-c", script],
      args: [],
      around: nothingAround,
      directory: this.folder,
      environment,
      output,
    });
    await ended;
    return { writer, pid };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
    assert.deepEqual(this.lost, []);
  }
}

Deno.test("log writer: appends everything, then ends", async () => {
  await using scene = new Scene();
  await Deno.writeTextFile(scene.path("log"), "before\n");
  const { writer } = await scene.run("seq 100000; echo end > /dev/stderr");
  await writer.drain();
  assert.match(scene.log, /^before\n1\n2\n[^]*\n100000\nend\n$/);
  await writer.ended;
  assert.equal(openToWrite(scene.path("pipe")), null);
});

Deno.test("log writer: everything so far is written while another process can still write", async () => {
  await using scene = new Scene();
  const { writer } = await scene.run("(until [ -e go ]; do sleep 0.02; done; echo late) & seq 100000");
  await writer.drain();
  assert.ok(scene.log.endsWith("\n100000\n"));
  await Deno.writeTextFile(scene.path("go"), "");
  await writer.ended;
  assert.ok(scene.log.endsWith("\n100000\nlate\n"));
});

Deno.test("log writer: one that fails is replaced, and what it has not read is not lost", async () => {
  await using scene = new Scene();
  const { again } = plainCopy(environment);
  const first = { command: ["/bin/sh", "-c", "head -c 2 > /dev/null; exit 1"], environment } as const;
  const { writer } = await scene.run("echo 1; sleep 0.3; seq 2 100000", { first, again });
  await writer.drain();
  assert.match(scene.log, /^2\n3\n[^]*\n100000\n$/);
});

Deno.test("log writer: continues without the panel", async () => {
  await using scene = new Scene();
  const { writer } = await scene.run("(until [ -e go ]; do sleep 0.02; done; seq 100000) & echo 0");
  scene.closing.abort();
  await writer.drain();
  closeSync(reopenPipe(scene.path("pipe"))!);
  await Deno.writeTextFile(scene.path("go"), "");
  await writer.ended;
  assert.match(scene.log, /^0\n1\n[^]*\n100000\n$/);
});

Deno.test("output pipe: replaces what is at its path, is private, and nobody waits for a pipe that nobody reads", async () => {
  await using scene = new Scene();
  const path = scene.path("pipe");
  await Deno.mkdir(join(path, "folder"), { recursive: true });
  await makePipe(path);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(openToWrite(path), null);
  assert.equal(reopenPipe(path), null);
  await assert.rejects(makePipe(scene.path("no/pipe")), /mkfifo/);
});
