// The variables that tasks receive, byte for byte; a secret among them never reaches a log.
import { parse } from "../../server/contract/parsed.ts";
import { debugBody } from "../../server/contract/files.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JavascriptRuntime } from "../../server/contract/settings.ts";
import {
  joinRuleBody,
  MAX_ENVIRONMENT_BYTES,
  type VariableInput,
  variableInput,
  variableOrderBody,
  variablePatch,
} from "../../server/contract/variables.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { TestEngine } from "../support/test_engine.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

type Given = Partial<VariableInput> & { name: string; value: string };

async function put(engine: TestEngine, ...given: Given[]): Promise<number[]> {
  const inputs = given.map((one) => ({ secret: false, remarks: "", labels: [], enabled: true, ...one }));
  return (await engine.variables.create(
    inputs.map((one) => parse(variableInput, one)),
    (index) => `${index}.`,
  )).map(({ id }) => id);
}

const SECRET = "0pen-sésame/密码+&=";

/** Lists the masking processes of an installation, by their arguments. */
function maskers(installation: string): number[] {
  return listProcesses().map(({ pid }) => pid)
    .filter((pid) =>
      readEnvironment(pid).some((entry) => entry.startsWith(`SUNDIAL_MASKED_UNTIL=${installation}:`))
    );
}

/** Lists those that mask; the others are the shells around them. */
function programs(installation: string): number[] {
  return maskers(installation).filter((pid) => !readArguments(pid).startsWith("/bin/sh"));
}

const odd: Record<string, string> = {
  LINES: "first\nsecond\n\n\tthird \n",
  QUOTES: `it's "quoted" \`cmd\` $HOME \${A} $(id) !! \\n \\`,
  CHINESE: "变量的值 🔑 é",
  SPACES: "  both ends  ",
  EMPTY: "",
  RETURNS: "a\r\nb\rc",
  SIGNS: "a=b&c;d|e>f<g*h?i[j]k{l}m~n#o%p^q",
  CONTROL: "\u0001\u001b[31m\u007f",
  __proto__x: "a name like a trap",
};

const printers: Record<string, string> = {
  "p.sh": `for name in ${
    Object.keys(odd).join(" ")
  }; do printf '%s=%s\\0' "$name" "\${!name}"; done > "$OUT"`,
  "p.js": `require("node:fs").writeFileSync(process.env.OUT, ${
    JSON.stringify(Object.keys(odd))
  }.map((n) => n + "=" + process.env[n] + "\\0").join(""))`,
  "p.mts": `import { writeFileSync } from "node:fs"; const names: string[] = ${
    JSON.stringify(Object.keys(odd))
  };
    writeFileSync(process.env.OUT!, names.map((n) => n + "=" + process.env[n] + "\\0").join(""))`,
  "p.py": `import os\nwith open(os.environ["OUT"], "wb") as out:\n  for n in ${
    JSON.stringify(Object.keys(odd))
  }: out.write(n.encode() + b"=" + os.environb[n.encode()] + b"\\0")`,
};

for (const runtime of ["node", "deno"] as const satisfies JavascriptRuntime[]) {
  Deno.test(`variables: reach scripts of each language byte for byte, with ${runtime}`, async () => {
    await using engine = await TestEngine.start({ runtime });
    await put(
      engine,
      ...Object.entries(odd).map(([name, value]) => ({ name, value, secret: name === "QUOTES" })),
    );
    const [id] = await put(engine, { name: "OUT", value: "nowhere" });
    const wanted = Object.entries(odd).map(([name, value]) => `${name}=${value}\0`).join("");
    for (const [name, text] of Object.entries(printers)) {
      // The machine's Node.js may not support types.
      if (runtime === "node" && name === "p.mts") continue;
      await Deno.writeTextFile(join(engine.folder.scripts, name), text);
      const out = engine.path(`out_${name}`);
      await engine.variables.update(id!, parse(variablePatch, { value: out }), null);
      const run = await engine.runToEnd({ command: `task ${name}` });
      assert.equal(run.state, "succeeded", run.log);
      assert.equal(await Deno.readTextFile(out), wanted, name);
    }
  });
}

Deno.test("variables: several with one name are joined in list order, or the last one counts", async () => {
  await using engine = await TestEngine.start();
  const ids = await put(
    engine,
    { name: "A", value: "1" },
    { name: "B", value: "b" },
    { name: "A", value: "2 2" },
    { name: "A", value: "off", enabled: false },
    { name: "A", value: "3" },
  );
  const output = async () => (await engine.runToEnd({ command: 'echo "A=$A B=$B."' })).log.split("\n")[2];
  assert.equal(await output(), "A=1&2 2&3 B=b.");
  await engine.variables.order(parse(variableOrderBody, { ids: [ids[4]!], before: ids[0]! }));
  assert.equal(await output(), "A=3&1&2 2 B=b.");
  await engine.variables.setRule(parse(joinRuleBody, { name: "A", join: "last" }));
  assert.equal(await output(), "A=2 2 B=b.");
  await engine.variables.enable([ids[2]!], false);
  assert.equal(await output(), "A=1 B=b.");
  await engine.variables.removeSeveral([ids[0]!, ids[4]!, ids[1]!]);
  assert.equal(await output(), "A= B=.");
});

Deno.test("variables: a task with labels gets variables with any of them, an unsaved script gets all", async () => {
  await using engine = await TestEngine.start();
  await put(
    engine,
    { name: "A", value: "none" },
    { name: "A", value: "web", labels: ["web"] },
    { name: "A", value: "both", labels: ["db", "web"] },
    { name: "A", value: "db", labels: ["db"] },
  );
  const output = async (variableLabels: string[] | null) =>
    (await engine.runToEnd({ command: "echo [$A]", variableLabels })).log.split("\n")[2];
  assert.equal(await output(null), "[none&web&both&db]");
  assert.equal(await output(["web"]), "[web&both]");
  assert.equal(await output(["db", "web"]), "[web&both&db]");
  assert.equal(await output(["x"]), "[]");
  assert.equal(await output([]), "[]");
  const input = { path: "n.sh", content: "echo [$A]", arguments: [], variables: {} };
  assert.match(
    (await engine.end((await engine.debug.start(parse(debugBody, input), "person")).id)).log,
    /\[none&web&both&db\]/,
  );
});

Deno.test("variables: override inherited ones, and are overridden by those of the run and of the panel", async () => {
  await using engine = await TestEngine.start({
    environment: { A: "inherited", B: "inherited", C: "inherited" },
  });
  await put(engine, { name: "A", value: "kept" }, { name: "B", value: "kept" }, {
    name: "TZ",
    value: "Asia/Tokyo",
  });
  await Deno.writeTextFile(join(engine.folder.config, "config.sh"), 'export D="config over $A"');
  const taskId = await engine.add({ command: 'echo "$A $B $C $D $TZ $SUNDIAL_TASK_NAME"', name: "t" });
  const request = { arguments: [], variables: { B: "given" } };
  const { log } = await engine.end(await engine.tasks.run(taskId, "person", request));
  assert.match(log, /\nkept given inherited config over kept Asia\/Tokyo t\n/);
});

Deno.test("variables: those given with a run reach its retries and are stored encrypted", async () => {
  await using engine = await TestEngine.start();
  const retry = { times: 1, delayMs: 1000, backoff: "fixed", onLost: false } as const;
  const taskId = await engine.add({ command: 'test "$GIVEN" = run-5ecret && echo right; exit 1', retry });
  const request = { arguments: ["plain"], variables: { GIVEN: "run-5ecret" } };
  const { id, log } = await engine.end(await engine.tasks.run(taskId, "person", request));
  assert.match(log, /\nright\n/);
  const again = await engine.db.selectFrom("run").select("id").where("retry_of", "=", id)
    .executeTakeFirstOrThrow();
  assert.match((await engine.end(again.id)).log, /\nright\n/);
  const runs = await engine.db.selectFrom("run").select("request_json").execute();
  assert.equal(runs.length, 2);
  for (const { request_json } of runs) {
    assert.match(request_json ?? "", /"plain".*"sealed"/);
    assert.doesNotMatch(request_json ?? "", /run-5ecret|GIVEN/);
  }
});

Deno.test("variables: the panel's own programs get none", async () => {
  await using engine = await TestEngine.start();
  const trap = engine.path("trap.sh");
  const sprung = engine.path("sprung");
  await Deno.writeTextFile(trap, `tr '\\0' '\\n' < /proc/$$/cmdline >> ${sprung}`);
  await put(
    engine,
    { name: "BASH_ENV", value: trap },
    { name: "NODE_OPTIONS", value: "--no-such-flag-at-all" },
    { name: "PYTHONSTARTUP", value: trap },
    { name: "GIT_SSH_COMMAND", value: trap },
    { name: "DENO_DIR", value: engine.path("elsewhere") },
    { name: "LD_LIBRARY_PATH", value: engine.path("nowhere") },
    { name: "PATH", value: engine.path("nowhere") },
    { name: "KEY", value: SECRET, secret: true },
  );
  const { log, state } = await engine.runToEnd({ command: 'echo "[$PATH] $KEY"' });
  assert.equal(state, "succeeded", log);
  assert.match(log, /\[.*nowhere\] \*\*\*\n/);
  assert.doesNotMatch(await Deno.readTextFile(sprung).catch(() => ""), /__mask|mkfifo/);
  assert.throws(() => statSync(engine.path("elsewhere")), /ENOENT/);
});

Deno.test("variables: a run that would get one that cannot be decrypted does not start, and says why", async () => {
  await using engine = await TestEngine.start();
  const [, locked] = await put(
    engine,
    { name: "GOOD", value: "good" },
    { name: "LOCKED", value: SECRET, secret: true },
  );
  await using elsewhere = await temporaryFolder();
  const value = new Sealer(elsewhere.path).seal(SECRET, "variable");
  await engine.db.updateTable("variable").set({ value }).where("id", "=", locked!).execute();
  const trace = engine.path("ran");
  const { log, state, id } = await engine.runToEnd({ command: `touch ${trace}` });
  assert.deepEqual([state, existsSync(trace)], ["failed", false]);
  assert.match(
    log,
    /\n\nNot started: the key file of the panel does not decrypt the secret value of LOCKED\./,
  );
  const { detail } = await engine.db.selectFrom("run").select("detail").where("id", "=", id)
    .executeTakeFirstOrThrow();
  assert.equal(detail, "secret_locked");
  await engine.db.updateTable("variable").set({ enabled: 0 }).where("id", "=", locked!).execute();
  assert.equal((await engine.runToEnd({ command: 'echo "$GOOD ${LOCKED-unset}"' })).state, "succeeded");
});

Deno.test("variables: one that does not fit is left out of the environment with a log line, and the run continues", async () => {
  const environment = Object.fromEntries(
    Array.from({ length: 15 }, (_, n) => [`BIG${n}`, "b".repeat(131_000)]),
  );
  await using engine = await TestEngine.start({ environment });
  await put(engine, { name: "SMALL", value: "small" }, { name: "LATE", value: "l".repeat(131_000) });
  const { log, state } = await engine.runToEnd({ command: 'echo "$SMALL ${#BIG14} ${LATE-unset}"' });
  assert.equal(state, "succeeded", log.slice(0, 500));
  assert.match(
    log,
    /\nThe variable LATE is too long for the environment[^\n]*\nsmall 131000 unset\n/,
  );
});

const reading: Record<string, string> = {
  "read.js": `
    const { execFileSync } = require("child_process");
    const own = process.env.ACCOUNTS.split("&");
    const child = execFileSync("node", ["-p", "process.env.ACCOUNTS.length"], { encoding: "utf8" }).trim();
    execFileSync("true", { env: { ...process.env } });
    process.env.ACCOUNTS = "changed";
    const changed = execFileSync("sh", ["-c", "echo $ACCOUNTS"], { encoding: "utf8" }).trim();
    console.log(own.length, own[0], child, changed);`,
  "read.py": `
import os, subprocess, sys
own = os.environ["ACCOUNTS"].split("&")
child = subprocess.check_output([sys.executable, "-c", "import os; print(len(os.environ['ACCOUNTS']))"], text=True)
os.environ["ACCOUNTS"] = "changed"
changed = subprocess.check_output(["sh", "-c", "echo $ACCOUNTS"], text=True)
print(len(own), own[0], child.strip(), changed.strip())`,
};

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`variables: scripts read 1,200 accounts in one variable, masked, with ${runtime}`, async () => {
    await using engine = await TestEngine.start({ runtime });
    const accounts = Array.from({ length: 1_200 }, (_, n) => ({
      ...{ name: "ACCOUNTS", value: `${"k".repeat(110)}${String(n).padStart(4, "0")}`, secret: n === 0 },
    }));
    await put(engine, ...accounts);
    const length = 1_200 * 115 - 1;
    for (const [name, text] of Object.entries(reading)) {
      await Deno.writeTextFile(join(engine.folder.scripts, name), text);
      const { state, log } = await engine.runToEnd({ command: `task ${name}` });
      assert.equal(state, "succeeded", log.slice(0, 1_000));
      assert.ok(log.includes(`\n1200 *** ${length} changed\n`), log.slice(0, 1_000));
      assert.match(log, /The variable ACCOUNTS is too long for the environment/);
      const some = await engine.runToEnd({ command: `task ${name} desi ACCOUNTS 2-3` });
      assert.match(some.log, /\n2 \*\*\* 229 changed\n/);
      const most = await engine.runToEnd({ command: `task ${name} desi ACCOUNTS 2-max` });
      assert.ok(
        most.log.includes(`\n1199 *** ${length - 115} changed\n`),
        most.log.slice(0, 1_000),
      );
    }
    await Deno.writeTextFile(join(engine.folder.scripts, "read.sh"), "echo ${ACCOUNTS-unset}");
    assert.match((await engine.runToEnd({ command: "task read.sh" })).log, /too long[^\n]*\nunset\n/);
    assert.deepEqual(engine.leftFiles(), []);
  });
}

Deno.test("variables: a run starts with the maximum of stored and given variables", async () => {
  await using engine = await TestEngine.start();
  const many = Array.from({ length: 9 }, (_, n) => ({ name: `V${n}`, value: String(n).repeat(116_000) }));
  await put(engine, ...many, { name: "KEY", value: "k".repeat(3_000), secret: true });
  const taskId = await engine.add({ command: 'echo "${#V0} ${#V8} ${#KEY} ${#G0} ${#G7}"' });
  const given = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`G${n}`, "g".repeat(125_000)]));
  const { log, state } = await engine.end(
    await engine.tasks.run(taskId, "person", { arguments: [], variables: given }),
  );
  assert.equal(state, "succeeded", log.slice(0, 500));
  assert.match(log, /\n116000 (116000|0) (3000|0) 125000 125000\n/);
  assert.ok(many.length * 116_000 < MAX_ENVIRONMENT_BYTES);
});

Deno.test("secrets: masked in the log, plain and in base64, live and stored, joined or not", async () => {
  await using engine = await TestEngine.start();
  await put(
    engine,
    { name: "KEY", value: SECRET, secret: true },
    { name: "KEY", value: "in the open" },
    { name: "TINY", value: "abc", secret: true },
    { name: "PEM", value: "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----\n", secret: true },
  );
  const go = engine.path("go");
  const id = await engine.run({
    command:
      `echo "KEY is $KEY"; echo "err $KEY" >&2; printf '%s' "$KEY" | base64; printf 'x%s' "$KEY" | base64;
      printf 'xy%s' "$KEY" | base64; echo $PEM; echo "$TINY"; printf '%s' "$KEY" | head -c 9; sleep 0.2;
      printf '%s' "$KEY" | tail -c +10; echo; until [ -e ${go} ]; do sleep 0.05; done; echo "the end $KEY"; exit 3`,
  });
  await engine.until("the lines before the end", async () => (await engine.log(id)).includes("abc\n***"));
  const live = await engine.log(id);
  await Deno.writeTextFile(go, "");
  const { log, exitCode, state } = await engine.end(id);
  assert.deepEqual([exitCode, state], [3, "failed"]);
  assert.ok(log.startsWith(live.trimEnd()));
  assert.match(log, /KEY is \*\*\*&in the open\nerr \*\*\*&in the open\n/);
  assert.match(
    log,
    /\n\*\*\* \*\*\* \*\*\*\nabc\n\*\*\*&in the open\nthe end \*\*\*&in the open\n\n## Failed/,
  );
  const base64 = Buffer.from(SECRET).toString("base64");
  for (const text of [SECRET, "MIIEvQ", base64.slice(0, -3)]) assert.ok(!log.includes(text), text);
  await engine.until("no masker", () => maskers(engine.folder.installation).length === 0);
  assert.deepEqual(engine.leftFiles(), []);
});

Deno.test("secrets: none appears in process arguments or on disk", async () => {
  await using engine = await TestEngine.start();
  await Deno.writeTextFile(
    join(engine.folder.scripts, "a.py"),
    "import os, time\nwhile not os.path.exists(os.environ['GATE']): time.sleep(0.05)\nprint(os.environ['KEY'])",
  );
  const barrier = engine.path("gate");
  await put(engine, { name: "KEY", value: SECRET, secret: true }, { name: "GATE", value: barrier });
  let isOver = false;
  let styles = 0;
  const seen = new Set<string>();
  const sampling = (async () => {
    for (; !isOver; styles++) {
      for (const { pid } of listProcesses()) {
        const line = readArguments(pid);
        if (line.includes(SECRET)) seen.add(line);
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const runs = ["task a.py", 'echo "$KEY"', "sleep 0.3"].map((command) =>
    engine.runToEnd({ command, before: "true" })
  );
  // Samples while each part of a run is active: its shell, its program, its masker.
  await engine.until("some looks", () => styles > 20);
  await Deno.writeTextFile(barrier, "");
  const logs = (await Promise.all(runs)).map(({ log }) => log);
  isOver = true;
  await sampling;
  assert.deepEqual([...seen], []);
  assert.ok(logs.slice(0, 2).every((log) => log.includes("\n***\n")));
  const rows = await engine.db.selectFrom("variable").selectAll().execute();
  assert.ok(!JSON.stringify([rows, engine.events, engine.errors]).includes("sésame"));
  for await (const file of filesOf(engine.folder.root)) {
    assert.ok(!readFileSync(file).includes(SECRET), file);
  }
});

function readArguments(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function* filesOf(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesOf(join(folder, name));
    else if (isFile) yield join(folder, name);
  }
}

Deno.test("secrets: every occurrence in two hundred megabytes is masked", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 400_000_000, runtime: "deno" });
  await put(engine, { name: "KEY", value: SECRET, secret: true }, {
    name: "MORE",
    value: "x".repeat(2_000),
    secret: true,
  });
  await Deno.writeTextFile(
    join(engine.folder.scripts, "flood.js"),
    `const { writeSync } = require("node:fs");
    const key = process.env.KEY, line = "a line of output, one of very many of them, 0123456789\\n".repeat(600);
    let state = 7, printed = 0, count = 0;
    const random = (below) => (state = state * 48271 % 2147483647) % below;
    while (printed < 200_000_000) {
      const at = random(line.length), text = line.slice(0, at) + key + line.slice(at), bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(1, bytes.subarray(done, done + 1 + random(60_000)));
      printed += bytes.length;
      count++;
    }
    console.log("\\ncount " + count);`,
  );
  const id = await engine.run({ command: "task flood.js" });
  await engine.until("its end", async () => (await engine.runs.get(id)).finishedAt !== null);
  const { logPath, state } = await engine.runs.get(id);
  const log = readFileSync(join(engine.folder.logs, logPath!));
  assert.equal(state, "succeeded");
  assert.ok(!log.includes(SECRET));
  const count = Number(/count (\d+)/.exec(log.subarray(-300).toString())?.[1]);
  let masks = 0;
  for (let at = log.indexOf("***"); at >= 0; at = log.indexOf("***", at + 3)) masks++;
  assert.equal(masks, count);
});

Deno.test("secrets: a leftover process does not keep the run open, and its later output is masked", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  const go = engine.path("go");
  const run = await engine.runToEnd({
    command: `(until [ -e ${go} ]; do sleep 0.02; done; echo "late $KEY") & echo "now $KEY"`,
  });
  assert.match(run.log, /\nnow \*\*\*\n\n## Completed[^\n]*\n$/);
  await Deno.writeTextFile(go, "");
  await engine.until("the late line", async () => (await engine.log(run.id)).endsWith("\nlate ***\n"));
  await engine.until(
    "all to end",
    () => engine.processes().length + maskers(engine.folder.installation).length === 0,
  );
});

Deno.test("secrets: stopping keeps the last output, whether or not the process obeys", async () => {
  // Long enough for a busy machine to print them.
  await using engine = await TestEngine.start({ graceMs: 4_000 });
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  for (const trap of ['echo "leaving $KEY"; exit 1', 'echo "staying $KEY"']) {
    await Deno.writeTextFile(
      join(engine.folder.scripts, "stop.sh"),
      `trap '${trap}' TERM; echo ready; while :; do sleep 0.05; done`,
    );
    const id = await engine.run({ command: "task stop.sh" });
    await engine.until("it", async () => (await engine.log(id)).includes("ready"));
    await engine.engine.stopRun(id);
    const { log, state } = await engine.end(id);
    assert.equal(state, "stopped");
    assert.match(log, /ready\n(Terminated\n)?(leaving|staying) \*\*\*\n[^]*\n## Stopped[^\n]*\n$/);
    await engine.until("no masker", () => maskers(engine.folder.installation).length === 0);
  }
});

Deno.test("secrets: if the masking program dies, the task continues and no secret leaks", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  const go = engine.path("go");
  const id = await engine.run({
    command:
      `echo "begin $KEY"; until [ -e ${go} ]; do echo "$KEY again and again"; sleep 0.005; done; seq 200000; echo "end $KEY"`,
  });
  await engine.until("the beginning", async () => (await engine.log(id)).includes("begin ***"));
  for (let kill = 0; kill < 2; kill++) {
    await engine.until("a masker", () => programs(engine.folder.installation).length > 0);
    const before = programs(engine.folder.installation);
    for (const pid of before) Deno.kill(pid, "SIGKILL");
    await engine.until("another one", () => {
      const now = programs(engine.folder.installation);
      return now.length > 0 && now.every((pid) => !before.includes(pid));
    });
  }
  await Deno.writeTextFile(go, "");
  const { log, state } = await engine.end(id);
  assert.equal(state, "succeeded");
  assert.match(log, /\n200000\nend \*\*\*\n\n## Completed/);
  assert.ok(!log.includes("sésame") && !log.includes("密码"));
});

Deno.test("secrets: if the masking program cannot run, the task runs without output", async () => {
  await using engine = await TestEngine.start({ maskerHost: ["/nowhere/at/all"] });
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  const { log, state } = await engine.runToEnd({ command: 'seq 100000; echo "$KEY"' });
  assert.equal(state, "succeeded");
  assert.match(
    log,
    /^## Starting[^\n]*\n\n\n## \.\.\. output omitted from here on[^\n]*\n\n## Completed/,
  );
});

Deno.test("secrets: an oversized masked log is cut, and its live end can be read", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 1024 * 1024 });
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  const { log, state } = await engine.runToEnd({
    command: `for n in $(seq 30); do seq -f "line %09.0f $KEY" 10000; done; echo last`,
  });
  assert.equal(state, "succeeded");
  assert.ok(
    log.length <= 1024 * 1024 && log.includes("bytes left out here") &&
      log.includes("\nlast\n\n## Completed"),
  );
  assert.ok(!log.includes("sésame"));
});

Deno.test("secrets: masking continues after a panel restart, and the end follows the last line", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { name: "KEY", value: SECRET, secret: true });
  const go = engine.path("go");
  const id = await engine.run({
    command: `echo "before $KEY"; until [ -e ${go} ]; do sleep 0.02; done; seq 50000; echo "after $KEY"`,
  });
  await engine.until("its beginning", async () => (await engine.log(id)).includes("before ***"));
  await engine.restart();
  await Deno.writeTextFile(go, "");
  const { log, state } = await engine.end(id);
  assert.equal(state, "succeeded");
  assert.match(log, /\n50000\nafter \*\*\*\n\n## Completed[^\n]*\n$/);
  await engine.until("no masker", () => maskers(engine.folder.installation).length === 0);
});

Deno.test("secrets: killing the panel loses no line, and the next one reports the end", async () => {
  await using scene = await PanelScene.open();
  await scene.panel.request("POST", "/variables", { name: "KEY", value: SECRET, secret: true });
  const go = scene.path("go");
  const command = `echo "before $KEY"; until [ -e ${go} ]; do sleep 0.05; done; echo "after $KEY"; exit 7`;
  const ids: number[] = [];
  for (const name of ["a", "b"]) ids.push(await scene.task(command, { name }));
  await scene.panel.request("POST", "/tasks/run", { ids });
  const logs = async () => {
    const texts: string[] = [];
    for await (const file of filesOf(scene.path("logs"))) {
      if (file.endsWith(".log")) texts.push(await Deno.readTextFile(file));
    }
    return texts;
  };
  await until(
    "both to begin",
    async () => (await logs()).filter((log) => log.includes("before ***\n")).length === 2,
  );
  await scene.restart("SIGKILL", async () => {
    const installation = (await Deno.readTextFile(scene.path("installation"))).trim();
    assert.ok(maskers(installation).length >= 2);
    await Deno.writeTextFile(go, "");
    await until("both to end", () => maskers(installation).length === 0);
  });
  await until("both ends", async () => (await scene.panel.request("GET", "/runs?state=failed")).total === 2);
  for (const log of await logs()) {
    assert.match(
      log,
      /^## Starting[^\n]*\n\nbefore \*\*\*\nafter \*\*\*\n\n## Failed ❌\(exit code 7\)[^\n]*\n$/,
    );
  }
  assert.equal((await scene.panel.end("SIGTERM")).code, 0);
});
