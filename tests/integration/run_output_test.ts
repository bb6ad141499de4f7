// What programs may do to their standard output and error: the log keeps what a pipe would have carried, as from cron,
// whatever happens to the panel, the disk and the process that writes it.
import assert from "node:assert/strict";
import { debugBody } from "../../server/contract/files.ts";
import { parse } from "../../server/contract/parsed.ts";
import { variableInput } from "../../server/contract/variables.ts";
import { statSync } from "node:fs";
import { join } from "node:path";
import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { TestEngine } from "../support/test_engine.ts";
import { runProgram } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const programs: Record<string, string> = {
  "a redirection to standard error": "echo 1; echo 2 > /dev/stderr; echo 3 >&2; echo 4",
  "a redirection to standard output": "echo 1; printf '2\\n' > /dev/stdout; echo 3",
  "appending": "echo 1; echo 2 >> /dev/stderr; echo 3",
  "descriptors by path":
    "for f in /dev/fd/2 /proc/self/fd/1 /dev/fd/1 /proc/self/fd/2; do echo $f > $f; done; echo end",
  "opening for reading and writing": "echo 1; echo 2 1<> /dev/stdout; echo 3",
  "opening and writing nothing": "echo 1; : > /dev/stdout; : > /dev/stderr; echo 2",
  "all that follows": "echo 1; exec > /dev/stdout 2> /dev/stderr; echo 2; echo 3 >&2",
  "tee": "echo 1; printf 'a\\nb\\n' | tee /dev/stderr | wc -l; echo 2",
  "dd": "echo 1; echo two | dd of=/dev/stdout status=none; echo 3",
  "dd that does not truncate": "echo 1; echo two | dd of=/dev/stdout conv=notrunc status=none; echo 3",
  "cp": "echo text > copied; echo 1; cp copied /dev/stdout; echo 2; rm copied",
  "truncating": "echo 1; truncate -s 0 /dev/stdout; echo 2; truncate -s 100 /dev/stderr; echo 3",
  "a lock": "echo 1; flock /dev/stdout echo 2; flock 1; echo 3",
  "another shell": "echo 1; sh -c 'echo 2 > /dev/stdout; echo 3 > /dev/stderr'; echo 4",
  "a child of a child, in another session": "echo 1; (setsid -w sh -c 'echo 2 > /dev/stderr') ; echo 3",
  "a child in the background": "echo 1; (echo 2 > /dev/stderr) & wait; echo 3",
  "a loop": "for n in 1 2 3; do echo out $n; echo error $n > /dev/stderr; done > /dev/stdout",
  "both in turns": "for n in $(seq 50); do echo out $n; echo error $n >&2; done",
  "much before": "seq 100000; echo end > /dev/stderr; seq 10",
  "bytes of any kind":
    "head -c 100000 /dev/zero; printf '\\377\\r\\n\\033[0m' > /dev/stdout; printf 'no end of line'",
  "python": `python3 -c 'import os, sys
print(1, flush=True); open("/dev/stdout", "w").write("2\\n"); sys.stderr.write("3\\n")
for cut in os.ftruncate, os.lseek:
  try: cut(1, 0, *([0] if cut is os.lseek else []))
  except OSError as error: print(error.strerror)'`,
  "a test of what it is":
    "[ -p /dev/stdout ] && [ -p /dev/stderr ] && echo pipe; [ -t 1 ] || echo no terminal",
};

/** What a command prints into a pipe, as from cron. */
async function printed(command: string): Promise<string> {
  await using folder = await temporaryFolder();
  const program = ["bash", "-c", 'bash -c "$1" 2>&1 < /dev/null | cat', "bash", command];
  return (await runProgram(program, { cwd: folder.path })).out;
}

/** Lists the processes that write the logs of an engine. */
function writers({ folder }: TestEngine, runId?: number): number[] {
  const wanted = `SUNDIAL_LOG_WRITER=${folder.installation}:${runId ?? ""}`;
  const isOurs = (entry: string) => runId === undefined ? entry.startsWith(wanted) : entry === wanted;
  return listProcesses().map(({ pid }) => pid).filter((pid) => readEnvironment(pid).some(isOurs));
}

function body(log: string): string {
  return /^## Starting[^\n]*\n\n([^]*)\n## (?:Completed|Failed|Stopped)[^\n]*\n$/.exec(log)?.[1] ??
    assert.fail(log);
}

/** Everything is in the log, and nothing is left. */
async function tidy(engine: TestEngine): Promise<void> {
  await engine.until("no writer", () => writers(engine).length === 0);
  assert.deepEqual(engine.leftFiles(), []);
  assert.deepEqual(engine.errors, []);
}

async function put(engine: TestEngine): Promise<void> {
  const variable = {
    name: "KEY",
    value: "secret value",
    secret: true,
    enabled: true,
    remarks: "",
    labels: [],
  };
  await engine.variables.create([parse(variableInput, variable)], () => "");
}

Deno.test("run output: a log has what a pipe would have carried, in its order", async () => {
  await using engine = await TestEngine.start({ concurrency: 4 });
  await Promise.all(
    Object.entries(programs).map(async ([name, command]) => {
      const [run, expected] = await Promise.all([engine.runToEnd({ command }), printed(command)]);
      assert.equal(body(run.log), expected, name);
    }),
  );
  await tidy(engine);
});

Deno.test("run output: also around the command, in debug runs, and where secrets are masked", async () => {
  await using engine = await TestEngine.start();
  const twice = (name: string) =>
    `echo ${name} 1; echo ${name} 2 > /dev/stderr; echo ${name} 3 > /dev/stdout`;
  await Deno.writeTextFile(join(engine.folder.config, "config.sh"), twice("config"));
  const around = { before: twice("before"), command: twice("command"), after: twice("after") };
  const three = (name: string) => [1, 2, 3].map((n) => `${name} ${n}\n`).join("");
  const expected = ["config", "before", "command", "after"].map(three).join("");
  assert.equal(body((await engine.runToEnd(around)).log), expected);
  const request = { path: "a.sh", content: twice("debug"), arguments: [], variables: {} };
  const { id } = await engine.debug.start(parse(debugBody, request), "person");
  assert.ok((await engine.end(id)).log.includes(three("debug")));
  await put(engine);
  const masked = await engine.runToEnd({ ...around, command: `${around.command}; echo $KEY > /dev/stderr` });
  assert.equal(body(masked.log), expected.replace("command 3\n", "command 3\n***\n"));
  await tidy(engine);
});

Deno.test("run output: what is left behind keeps writing after the end of its run, and its writer ends with it", async () => {
  await using engine = await TestEngine.start();
  for (const isMasked of [false, true]) {
    if (isMasked) await put(engine);
    const [go, last] = [engine.path(`go ${isMasked}`), engine.path(`last ${isMasked}`)];
    const waiting = (file: string) => `until [ -e '${file}' ]; do sleep 0.02; done`;
    const left = `${waiting(go)}; echo late > /dev/stderr; ${waiting(last)}; echo later`;
    // Without the mark of its run, it is not one of its processes.
    const command = `env -i setsid bash -c "$LEFT" & seq 1000; exit 3`;
    const { id, state, exitCode, log } = await engine.runToEnd({
      command: `LEFT="${left}"; ${command}`,
    });
    assert.deepEqual([state, exitCode], ["failed", 3]);
    assert.match(log, /\n999\n1000\n\n## Failed[^\n]*\n$/);
    await Deno.writeTextFile(go, "");
    await engine.until("its line", async () => /\n## Failed[^\n]*\nlate\n$/.test(await engine.log(id)));
    await engine.restart();
    await Deno.writeTextFile(last, "");
    await engine.until("its last line", async () => /\nlate\nlater\n$/.test(await engine.log(id)));
    await tidy(engine);
  }
});

Deno.test("run output: is complete before the end of a run is recorded, also when it is stopped", async () => {
  await using engine = await TestEngine.start({ graceMs: 100 });
  const id = await engine.run({
    command: "trap '' TERM; seq 100000; while :; do echo more > /dev/stderr; done",
  });
  await engine.until("its output", async () => (await engine.log(id)).includes("\nmore\n"));
  await engine.engine.stopRun(id);
  const { state, log } = await engine.end(id);
  assert.equal(state, "stopped");
  assert.match(log, /\n100000\n(more\n)+\n## Stopped[^\n]*\n$/);
  await tidy(engine);
});

Deno.test("run output: no writer is a process of the run, and its pipe is private", async () => {
  await using engine = await TestEngine.start();
  const go = engine.path("go");
  const id = await engine.run({ command: `echo begun; until [ -e ${go} ]; do sleep 0.02; done` });
  await engine.until("its output", async () => (await engine.log(id)).includes("begun"));
  const [writer = 0, ...others] = writers(engine, id);
  assert.deepEqual(others, []);
  assert.ok(!engine.processes(id).includes(writer));
  const { pid } = await engine.runs.get(id);
  assert.ok(listProcesses().find((one) => one.pid === writer)?.session !== pid);
  assert.equal(statSync(join(engine.folder.exitFiles, `${id}.output`)).mode & 0o777, 0o600);
  // As at the end of a service.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.kill(writer, signal);
  await Deno.writeTextFile(go, "");
  await engine.end(id);
  await tidy(engine);
});

for (const restarted of [false, true]) {
  const when = restarted ? "while no panel runs" : "while the panel runs";
  Deno.test(`run output: a task continues when its writer is killed ${when}`, async () => {
    await using engine = await TestEngine.start();
    const go = engine.path("go");
    const id = await engine.run({
      command:
        `echo begun; until [ -e ${go} ]; do sleep 0.02; done; seq 100000; echo 1 > /dev/stderr; exit 4`,
    });
    await engine.until("its output", async () => (await engine.log(id)).includes("begun"));
    const kill = async () => {
      const killed = writers(engine, id);
      for (const pid of killed) Deno.kill(pid, "SIGKILL");
      await engine.until("its end", () => !writers(engine, id).some((pid) => killed.includes(pid)));
    };
    if (restarted) await engine.restart(kill);
    else await kill();
    await engine.until("another writer", () => writers(engine, id).length > 0);
    // The next one outlives the panel by itself.
    if (!restarted) await engine.restart();
    await Deno.writeTextFile(go, "");
    const { log, exitCode } = await engine.end(id);
    assert.equal(exitCode, 4);
    const numbers = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join("");
    assert.equal(body(log), `begun\n${numbers}1\n`);
    await tidy(engine);
  });
}

Deno.test("run output: what a task printed while no panel ran is in its log before its last line", async () => {
  await using engine = await TestEngine.start();
  const go = engine.path("go");
  const id = await engine.run({
    command: `until [ -e ${go} ]; do sleep 0.02; done; seq 300000; echo end > /dev/stderr`,
  });
  await engine.reaches(id, "running");
  await engine.restart(async () => {
    await Deno.writeTextFile(go, "");
    await engine.until("its end", () => engine.processes(id).length === 0);
  });
  assert.match((await engine.end(id)).log, /\n299999\n300000\nend\n\n## Completed[^\n]*\n$/);
  await tidy(engine);
});

for (const restarted of [false, true]) {
  Deno.test(
    `run output: a full disk ends no task, and what comes after it is in the log${
      restarted ? ", also for the next panel" : ""
    }`,
    { ignore: !await mountsDisks("run output") },
    async () => {
      await using engine = await TestEngine.start();
      await using disk = (await SmallDisk.mount(engine.folder.logs))!;
      const [full, room] = [engine.path("full"), engine.path("room")];
      const waiting = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`;
      const id = await engine.run({
        command: `set -e; echo begun; ${waiting(full)}; seq 100000; touch ${engine.path("printed")}; ${
          waiting(room)
        }
      echo after > /dev/stderr; exit 6`,
      });
      await engine.until("its output", async () => (await engine.log(id)).includes("begun"));
      await disk.fill();
      const begin = () => Deno.writeTextFile(full, "");
      await (restarted ? engine.restart(begin) : begin());
      // More than a pipe holds.
      await engine.until(
        "its lines",
        () => statSync(engine.path("printed"), { throwIfNoEntry: false }) !== undefined,
      );
      await disk.makeRoom();
      await Deno.writeTextFile(room, "");
      const { log, exitCode } = await engine.end(id);
      assert.equal(exitCode, 6);
      assert.match(log, /^## Starting[^\n]*\n\nbegun\n[^]*after\n\n## Failed/);
      await tidy(engine);
    },
  );
}
