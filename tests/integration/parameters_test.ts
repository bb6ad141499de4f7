// Values of parameters reach the command byte for byte, as environment variables and in no other way; a secret among them never
// reaches the database or a log in plain text.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ParameterValues } from "../../server/contract/parameters.ts";
import { type TaskInput, taskInput } from "../../server/contract/tasks.ts";
import { parse } from "../../server/contract/parsed.ts";
import { TestEngine } from "../support/test_engine.ts";

const SECRET = "0pen-sésame/密码+&=";

const odd: Record<string, string> = {
  LINES: "first\nsecond\n\n\tthird \n",
  QUOTES: `it's "quoted" \`id\` $HOME \${A} $(id) !! \\n \\`,
  CHINESE: "参数的值 🔑 é",
  SPACES: "  both ends  ",
  EMPTY: "",
  RETURNS: "a\r\nb\rc",
  SIGNS: "a=b&c;d|e>f<g*h?i[j]k{l}m~n#o%p^q",
  CONTROL: "\u0001\u001b[31m\u007f",
  OPTION: "--help",
  LARGE: "中".repeat(21_000),
  LARGE_TOO: "x".repeat(65_536),
};

const text = (name: string) => ({ name, type: "text" });
const given = (parameters: ParameterValues) => ({ arguments: [], variables: {}, parameters });

async function add(engine: TestEngine, task: Record<string, unknown>): Promise<number> {
  const input = { name: "t", schedules: "manual", command: "true", ...task } as unknown as TaskInput;
  return (await engine.tasks.create(parse(taskInput, input))).id;
}

/** Prints variables one by one, in base64; a variable that is not set is a dash. */
function print(names: readonly string[]): string {
  return names.map((name) =>
    `printf =; if [ "\${${name}+set}" ]; then printf %s "$${name}" | base64 -w0; else printf -- -; fi; echo`
  ).join("\n");
}

function printed(log: string, names: readonly string[]): Record<string, string | null> {
  const lines = log.split("\n").filter((line) => line.startsWith("=")).map((line) => line.slice(1));
  assert.equal(lines.length, names.length);
  return Object.fromEntries(names.map((name, index) => {
    const line = lines[index] ?? "";
    return [name, line === "-" ? null : Buffer.from(line, "base64").toString()];
  }));
}

Deno.test("parameters: values reach a command byte for byte", async () => {
  await using engine = await TestEngine.start();
  const names = Object.keys(odd);
  const id = await add(engine, { command: print(names), parameters: names.map(text) });
  const { log, state } = await engine.end(await engine.tasks.run(id, "person", given(odd)));
  assert.equal(state, "succeeded", log);
  assert.deepEqual(printed(log, names), odd);
});

Deno.test("parameters: values reach scripts of each language, and nothing else of them does", async () => {
  await using engine = await TestEngine.start();
  const scripts: [string, string][] = [
    ["a.sh", 'printf "%s" "$QUOTES$LINES" | base64 -w0; echo " $#"'],
    [
      "a.js",
      "console.log(Buffer.from(process.env.QUOTES + process.env.LINES).toString('base64'), process.argv.length - 2)",
    ],
    [
      "a.py",
      "import base64, os, sys\nprint(base64.b64encode((os.environ['QUOTES'] + os.environ['LINES']).encode()).decode(), len(sys.argv) - 1)",
    ],
  ];
  for (const [name, content] of scripts) {
    await Deno.writeTextFile(join(engine.folder.scripts, name), content);
    const id = await add(engine, { command: `task ${name}`, parameters: ["QUOTES", "LINES"].map(text) });
    const { QUOTES = "", LINES = "" } = odd;
    const { log } = await engine.end(await engine.tasks.run(id, "person", given({ QUOTES, LINES })));
    const expected = Buffer.from(QUOTES + LINES).toString("base64");
    assert.ok(log.split("\n").includes(`${expected} 0`), `${name}: ${log}`);
  }
});

Deno.test("parameters: each type has its form; without a value and default, a variable is not set", async () => {
  await using engine = await TestEngine.start({ environment: { NONE: "inherited" } });
  await Deno.mkdir(join(engine.folder.scripts, "lists"));
  await Deno.writeTextFile(join(engine.folder.scripts, "lists/a b.txt"), "x");
  const parameters = [
    { name: "COUNT", type: "number" },
    { name: "FULL", type: "switch" },
    { name: "DAY", type: "date" },
    { name: "LEVEL", type: "choice", choices: ["low", "很 high"], default: "low" },
    { name: "LIST", type: "file" },
    { ...text("USUAL"), default: "as usual" },
    { ...text("CLEARED"), default: "as usual" },
  ];
  const names = parameters.map(({ name }) => name);
  const id = await add(engine, { command: print(names), parameters });
  const values = {
    COUNT: "1.50",
    FULL: true,
    DAY: "2026-11-30",
    LEVEL: "很 high",
    LIST: "lists/a b.txt",
    CLEARED: null,
  };
  const { log } = await engine.end(await engine.tasks.run(id, "person", given(values)));
  assert.deepEqual(printed(log, names), {
    COUNT: "1.5",
    FULL: "true",
    DAY: "2026-11-30",
    LEVEL: "很 high",
    LIST: join(engine.folder.scripts, "lists/a b.txt"),
    USUAL: "as usual",
    CLEARED: null,
  });
});

Deno.test("parameters: a secret is sealed and masked, and reaches retries with the other values", async () => {
  await using engine = await TestEngine.start();
  const retry = { times: 1, delayMs: 1000, backoff: "fixed", onLost: false };
  const parameters = [{ name: "TOKEN", type: "secret", required: true }, text("MODE")];
  const command = 'echo "got $TOKEN $MODE"; printf %s "$TOKEN" | base64; exit 1';
  const id = await add(engine, { command, parameters, retry });
  const values = { TOKEN: SECRET, MODE: "fast" };
  const first = await engine.end(await engine.tasks.run(id, "person", given(values)));
  const again = await engine.db.selectFrom("run").select("id").where("retry_of", "=", first.id)
    .executeTakeFirstOrThrow();
  const second = await engine.end(again.id);
  for (const { id, log } of [first, second]) {
    assert.match(log, /\ngot \*\*\* fast\n/);
    assert.ok(!log.includes(SECRET));
    const { parameters } = await engine.runs.get(id);
    assert.deepEqual(parameters, { TOKEN: null, MODE: "fast" });
  }
  const rows = await engine.db.selectFrom("run").select("request_json").execute();
  assert.equal(rows.length, 2);
  for (const { request_json } of rows) {
    assert.match(request_json ?? "", /fast/);
    assert.ok(!request_json?.includes(SECRET) && !request_json?.includes("sésame"));
  }
});

Deno.test("parameters: they win over variables of their name, which a run without a value does not get", async () => {
  await using engine = await TestEngine.start();
  for (const name of ["A", "B"]) {
    await engine.variables.create(
      [parse((await import("../../server/contract/variables.ts")).variableInput, {
        ...{ name, value: "stored", secret: false, remarks: "", labels: [], enabled: true },
      })],
      () => "",
    );
  }
  const id = await add(engine, { command: print(["A", "B"]), parameters: [text("A"), text("B")] });
  const { log } = await engine.end(await engine.tasks.run(id, "person", given({ A: "given" })));
  assert.deepEqual(printed(log, ["A", "B"]), { A: "given", B: null });
});

Deno.test("parameters: a queued run fails without a required value or its file, and its log says why", async () => {
  await using engine = await TestEngine.start();
  const list = join(engine.folder.scripts, "list.txt");
  await Deno.writeTextFile(list, "x");
  const id = await add(engine, {
    command: `rm ${list}; exit 1`,
    parameters: [{ name: "LIST", type: "file", required: true }],
    retry: { times: 1, delayMs: 0, backoff: "fixed", onLost: false },
  });
  const first = await engine.end(await engine.tasks.run(id, "person", given({ LIST: "list.txt" })));
  const again = await engine.db.selectFrom("run").select("id").where("retry_of", "=", first.id)
    .executeTakeFirstOrThrow();
  const { log, detail } = await engine.end(again.id);
  assert.match(log, /Not started, because there is no file list\.txt in the scripts folder/);
  assert.equal(detail, "parameter_file_missing");
  // As an edit of the database or an older panel could leave it.
  const missing = await add(engine, { parameters: [text("MODE")] });
  await engine.db.updateTable("task").where("id", "=", missing)
    .set({
      schedules_json: '"startup"',
      parameters_json: '[{"name":"MODE","type":"text","required":true,"default":null}]',
    })
    .execute();
  await engine.restart();
  const run = await engine.db.selectFrom("run").select("id").where("task_id", "=", missing)
    .executeTakeFirstOrThrow();
  const ended = await engine.end(run.id);
  assert.equal(ended.detail, "parameter_missing");
  assert.match(ended.log, /the parameter MODE has no value/);
});

Deno.test("parameters: a file outside of the scripts folder is not found, also behind a link", async () => {
  await using engine = await TestEngine.start();
  symlinkSync("/etc/passwd", join(engine.folder.scripts, "link.txt"));
  symlinkSync("/etc", join(engine.folder.scripts, "folder"));
  const id = await add(engine, { parameters: [{ name: "LIST", type: "file" }] });
  for (const LIST of ["link.txt", "folder/passwd", "../../etc/passwd", "/etc/passwd", "folder"]) {
    await assert.rejects(
      engine.tasks.run(id, "person", given({ LIST })),
      { code: "validation_failed" },
      LIST,
    );
  }
  assert.deepEqual(await engine.db.selectFrom("run").select("id").execute(), []);
});

Deno.test("parameters: runs of the panel's start get the defaults", async () => {
  await using engine = await TestEngine.start();
  const id = await add(engine, {
    schedules: "startup",
    command: 'echo "mode $MODE"',
    parameters: [{ ...text("MODE"), required: true, default: "usual" }],
  });
  await engine.restart();
  const run = await engine.db.selectFrom("run").select("id").where("task_id", "=", id)
    .executeTakeFirstOrThrow();
  assert.match((await engine.end(run.id)).log, /\nmode usual\n/);
});
