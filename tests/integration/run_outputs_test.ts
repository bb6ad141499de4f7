// What runs leave for the tasks after them, when the panel ends in between, and when they are removed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ExitFiles } from "../../server/engine/exit_files.ts";
import { removeRunsOfTask } from "../../server/features/runs/retention.ts";
import { OutputFolders } from "../../server/features/tasks/outputs/output_folders.ts";
import { removeOutputs } from "../../server/features/tasks/outputs/remove_outputs.ts";
import { variableInput } from "../../server/contract/variables.ts";
import { parse } from "../../server/contract/parsed.ts";
import { TestEngine } from "../support/test_engine.ts";
import { until } from "../support/until.ts";

const SECRET = "5ecret-value";

async function withSecret(): Promise<TestEngine> {
  const engine = await TestEngine.start();
  const variable = { name: "TOKEN", value: SECRET, secret: true, remarks: "", labels: [], enabled: true };
  await engine.variables.create([parse(variableInput, variable)], () => "");
  return engine;
}

const gated = (gate: string, last = "true") =>
  `echo "a=x-$TOKEN" >> "$SUNDIAL_OUTPUT"; touch "$SUNDIAL_OUTPUT_DIR/f"; until [ -e ${gate} ]; do sleep 0.02; done; ${last}`;
const stored = { values: { a: `x-${SECRET}` }, secrets: [SECRET] };

async function rowOf(engine: TestEngine, id: number) {
  const row = await engine.db.selectFrom("run_output").selectAll().where("run_id", "=", id)
    .executeTakeFirst();
  return row &&
    { ...row, sealed: row.sealed === null ? null : JSON.parse(engine.sealer.open(row.sealed, "run")) };
}

Deno.test("run outputs: those of a run that ended while the panel was stopped are read at the next start", async () => {
  await using engine = await withSecret();
  const gate = engine.path("gate");
  const id = await engine.run({ command: gated(gate) });
  await engine.reaches(id, "running");
  await engine.restart(async () => {
    await Deno.writeTextFile(gate, "");
    await until("its end", () => engine.processes(id).length === 0);
  });
  const { state, outputs, outputFiles } = await engine.end(id);
  assert.deepEqual([state, outputs, outputFiles], ["succeeded", { a: "x-***" }, 1]);
  assert.deepEqual((await rowOf(engine, id))?.sealed, stored);
});

Deno.test("run outputs: those of an adopted run are masked, and hidden when nobody knows its secrets any more", async () => {
  await using engine = await withSecret();
  const gate = engine.path("gate");
  const known = await engine.run({ command: gated(gate) });
  const unknown = await engine.run({ command: gated(gate) });
  for (const id of [known, unknown]) await engine.reaches(id, "running");
  await engine.restart();
  await engine.db.deleteFrom("task").where("id", "=", (await engine.runs.get(unknown)).taskId!).execute();
  await Deno.writeTextFile(gate, "");
  assert.deepEqual((await engine.end(known)).outputs, { a: "x-***" });
  assert.deepEqual((await engine.end(unknown)).outputs, { a: "***" });
  assert.deepEqual((await rowOf(engine, unknown))?.sealed.values, stored.values);
});

Deno.test("run outputs: what is too large is said once, also after a restart", async () => {
  await using engine = await TestEngine.start();
  const gate = engine.path("gate");
  const command = `head -c 70000 /dev/zero >> "$SUNDIAL_OUTPUT"; until [ -e ${gate} ]; do sleep 0.02; done`;
  const id = await engine.run({ command });
  await engine.reaches(id, "running");
  await engine.restart(async () => {
    await Deno.writeTextFile(gate, "");
    await until("its end", () => engine.processes(id).length === 0);
  });
  const { detail, outputs, log } = await engine.end(id);
  assert.deepEqual([detail, outputs], ["outputs_too_many_bytes", null]);
  assert.equal(log.match(/are not used/g)?.length, 1, log);
  assert.equal(await rowOf(engine, id), undefined);
});

Deno.test("run outputs: a folder that was replaced by a link is not followed", async () => {
  await using engine = await TestEngine.start();
  const outside = engine.path("outside");
  await Deno.mkdir(join(outside, "files"), { recursive: true });
  await Deno.writeTextFile(join(outside, "values"), "a=1\n");
  await Deno.writeTextFile(join(outside, "files/x"), "");
  const command = `own=$(dirname "$SUNDIAL_OUTPUT"); rm -r "$own"; ln -s ${outside} "$own"`;
  const { outputs, outputFiles, state } = await engine.runToEnd({ command });
  assert.deepEqual([state, outputs, outputFiles], ["succeeded", null, 0]);
  assert.ok(await Deno.stat(join(outside, "files/x")));
});

Deno.test("run outputs: go with their runs, and what a panel left behind that was killed goes by itself", async () => {
  await using engine = await TestEngine.start();
  const folders = new OutputFolders(engine.folder.outputs);
  const leave = 'echo a=1 >> "$SUNDIAL_OUTPUT"; touch "$SUNDIAL_OUTPUT_DIR/x"';
  const [old, kept] = [await engine.runToEnd({ command: leave }), await engine.runToEnd({ command: leave })];
  const left = await engine.runToEnd({ command: "true" });
  assert.deepEqual(folders.list().sort(), [old.id, kept.id]);
  // What a panel that was killed has not removed.
  folders.make(left.id);
  await folders.provide(kept.id, [{ name: "one", runId: old.id }]);
  const gate = engine.path("gate");
  const active = await engine.run({ command: gated(gate) });
  await engine.reaches(active, "running");
  const { db, folder: { logs } } = engine;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  await removeRunsOfTask({ db, logger, logs, taskId: old.taskId! });
  assert.equal(await rowOf(engine, old.id), undefined);
  await removeOutputs({ db, folders });
  assert.deepEqual(folders.list().sort(), [kept.id, active]);
  const names = [...Deno.readDirSync(join(folders.root, String(kept.id)))].map(({ name }) => name);
  assert.deepEqual(names, ["files"]);
  await Deno.writeTextFile(gate, "");
  assert.deepEqual((await engine.end(active)).outputs, { a: "x-" });
});

Deno.test("run files: what a killed panel has not removed of runs that ended is gone after the next start", async () => {
  await using engine = await TestEngine.start();
  const files = new ExitFiles(engine.folder.exitFiles);
  const gate = engine.path("gate");
  const active = await engine.run({ command: gated(gate) });
  await engine.reaches(active, "running");
  const ended = await engine.runToEnd({ command: "true" });
  await engine.restart(async () => {
    for (const path of [files.file(ended.id), files.variables(ended.id)]) {
      await Deno.writeTextFile(path, "0\n");
    }
    files.writeTrigger(ended.id, new TextEncoder().encode("a delivery"));
  });
  assert.deepEqual(files.list(), [active]);
  await Deno.writeTextFile(gate, "");
  assert.equal((await engine.end(active)).state, "succeeded");
});
