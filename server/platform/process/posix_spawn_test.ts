import assert from "node:assert/strict";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Ended, hasPosixSpawn, posixSpawn, type SpawnedCommand } from "./posix_spawn.ts";
import { findProcess } from "./process_table.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const ignore = Deno.build.os !== "linux";

// Runs a command to its end, with its output.
async function run(
  command: SpawnedCommand["command"],
  { directory = "/", environment = {} }: Partial<SpawnedCommand> = {},
): Promise<Ended & { output: string }> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "output");
  const output = openSync(file, "a");
  try {
    const process = await posixSpawn({ command, directory, environment, streams: [null, output, output] });
    const ended = await process.ended;
    return { ...ended, output: await Deno.readTextFile(file) };
  } finally {
    closeSync(output);
  }
}

const sh = (script: string, ...args: string[]): SpawnedCommand["command"] => [
  "/bin/sh",
  "-c",
  script,
  "sh",
  ...args,
];

Deno.test({
  name: "posix spawn: is available on Linux",
  ignore,
  fn: () => assert.ok(hasPosixSpawn()),
});

Deno.test({
  name: "posix spawn: passes arguments, variables and the directory unchanged",
  ignore,
  async fn() {
    const texts = ["", "a b", "$HOME '\"\\", "多种语言 😀", "x".repeat(100_000)];
    const { output, code } = await run(sh('printf "%s|" "$@"', ...texts));
    assert.deepEqual({ output, code }, { output: texts.map((text) => `${text}|`).join(""), code: 0 });
    const environment = { A: "1 =2", EMPTY: "", 名字: "值" };
    const listed = await run(["/usr/bin/env"], { environment });
    assert.deepEqual(listed.output.split("\n").sort(), ["", "A=1 =2", "EMPTY=", "名字=值"]);
    const inDirectory = await run(sh("pwd"), { directory: "/usr" });
    assert.equal(inDirectory.output, "/usr\n");
  },
});

Deno.test({
  name: "posix spawn: the process leads its own session, reads nothing and inherits no signal settings",
  ignore,
  async fn() {
    const output = openSync("/dev/null", "w");
    const command = sh("sleep 0.2; read -r line");
    const { pid, ended } = await posixSpawn({
      command,
      directory: "/",
      environment: {},
      streams: [null, output, output],
    });
    closeSync(output);
    const details = findProcess(pid);
    assert.deepEqual([details?.session, details?.group, details?.parent], [pid, pid, Deno.pid]);
    assert.deepEqual(await ended, { code: 1, signal: null });
    // The runtime ignores SIGPIPE.
    const { output: status } = await run(["/bin/cat", "/proc/self/status"]);
    const masks = [...status.matchAll(/^Sig(?:Blk|Ign|Cgt):\s+(\w+)$/gm)].map(([, mask]) => Number(mask));
    assert.deepEqual(masks, [0, 0, 0]);
  },
});

Deno.test({
  name: "posix spawn: the process inherits no descriptor of this one",
  ignore,
  async fn() {
    await using folder = await temporaryFolder();
    // Of all that the runtime opens, children inherit the sockets of such servers.
    const server = createServer().listen(join(folder.path, "socket"));
    try {
      await once(server, "listening");
      // The last is the folder that is read.
      const { output } = await run(["/bin/ls", "/proc/self/fd"]);
      assert.deepEqual(output.split("\n"), ["0", "1", "2", "3", ""]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  },
});

Deno.test({
  name: "posix spawn: reports exit codes and signals, also of many processes at once",
  ignore,
  async fn() {
    const scripts = ["exit 0", "exit 255", "kill -KILL $$", "kill -TERM $$", "ulimit -c 0; kill -SEGV $$"];
    const ends = await Promise.all(scripts.map((script) => run(sh(script))));
    assert.deepEqual(ends.map(({ code, signal }) => code ?? signal), [
      0,
      255,
      "SIGKILL",
      "SIGTERM",
      "SIGSEGV",
    ]);
    const codes = Array.from({ length: 60 }, (_, index) => index);
    const many = await Promise.all(codes.map((code) => run(sh(`exit ${code}`))));
    assert.deepEqual(many.map(({ code }) => code), codes);
  },
});

Deno.test({
  name: "posix spawn: other processes of the panel end as before",
  ignore,
  async fn() {
    const own = run(sh("sleep 0.3; exit 7"));
    const others = await Promise.all(
      [3, 4].map((code) => new Deno.Command("sh", { args: ["-c", `exit ${code}`] }).output()),
    );
    assert.deepEqual(others.map(({ code }) => code), [3, 4]);
    assert.equal((await own).code, 7);
  },
});

Deno.test({
  name: "posix spawn: throws what the system refuses, and leaves no process",
  ignore,
  async fn() {
    const refusals: [RegExp, SpawnedCommand["command"], Partial<SpawnedCommand>][] = [
      [/spawn \/no\/program ENOENT/, ["/no/program"], {}],
      [/spawn \/etc\/passwd EACCES/, ["/etc/passwd"], {}],
      [/ENOENT/, sh("true"), { directory: "/no/folder" }],
      [/E2BIG/, sh("true"), { environment: { LARGE: "x".repeat(140_000) } }],
      [/NUL/, sh("true", "a\0b"), {}],
      [/NUL/, sh("true"), { environment: { A: "\0" } }],
    ];
    for (const [message, command, options] of refusals) {
      await assert.rejects(run(command, options), { message });
    }
    assert.equal((await run(sh("true"))).code, 0);
  },
});
