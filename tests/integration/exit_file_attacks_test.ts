// A task that manipulates its exit file: its run still ends, its slot is free again, and the panel starts.
import { parse } from "../../server/contract/parsed.ts";
import { variableInput } from "../../server/contract/variables.ts";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { TestEngine } from "../support/test_engine.ts";

/** What a task does to its exit file, `$exit`, and the exit code that its run then has. */
const exitAttacks: [string, string, number | null][] = [
  ["a directory", 'rm "$exit"; mkdir "$exit"; echo x > "$exit/file"', 7],
  ["a link to itself", 'rm "$exit"; ln -s "$exit" "$exit"', 7],
  ["nothing", 'rm "$exit"', 7],
];
for (const [what, attack, code] of exitAttacks) {
  Deno.test(`exit file attack: the run and the panel survive ${what}`, async () => {
    await using engine = await TestEngine.start({ concurrency: 1 });
    const exit = `exit=${engine.folder.exitFiles}/\${SUNDIAL_RUN_MARK##*:}`;
    const run = await engine.runToEnd({ command: `${exit}; ${attack}; exit 7` });
    assert.deepEqual([run.state, run.exitCode], ["failed", code]);
    assert.deepEqual(engine.errors, []);
    // Its slot is free again.
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  });
}

Deno.test("exit file attack: a pipe keeps neither the panel from starting nor the run from being stopped", async () => {
  await using engine = await TestEngine.start();
  const exit = `exit=${engine.folder.exitFiles}/\${SUNDIAL_RUN_MARK##*:}`;
  const id = await engine.run({ command: `${exit}; rm "$exit"; mkfifo "$exit"; echo there; sleep 1000` });
  await engine.until("the attack", async () => (await engine.log(id)).includes("there"));
  await engine.restart();
  await engine.engine.stopRun(id);
  assert.equal((await engine.end(id)).state, "stopped");
});

const pipeAttacks: Record<string, string> = {
  "a directory": 'rm "$pipe"; mkdir "$pipe"; echo x > "$pipe/file"',
  "a link to a file outside": 'rm "$pipe"; ln -s "$out" "$pipe"',
  "another file": 'rm "$pipe"; echo x > "$pipe"',
};
for (const [what, attack] of Object.entries(pipeAttacks)) {
  for (const [kind, isSecret] of [["pipe", true], ["output", false]] as const) {
    Deno.test(`pipe attack: the run survives ${what} in place of its ${kind}`, async () => {
      await using engine = await TestEngine.start({ concurrency: 1 });
      const variable = { name: "KEY", value: "a long secret value", secret: isSecret };
      await engine.variables.create([parse(variableInput, variable)], String);
      const [out, done, go] = ["outside", "done", "go"].map((name) => engine.path(name)) as [
        string,
        string,
        string,
      ];
      await Deno.writeTextFile(out, "outside");
      const pipe = `out=${out}; pipe=${engine.folder.exitFiles}/\${SUNDIAL_RUN_MARK##*:}.${kind}`;
      const command =
        `${pipe}; echo $KEY; ${attack}; touch ${done}; until [ -e ${go} ]; do sleep 0.02; done; exit 7`;
      for (const isRestarted of [false, true]) {
        const id = await engine.run({ command });
        await engine.until("the attack", () => existsSync(done));
        if (isRestarted) await engine.restart();
        await Deno.writeTextFile(go, "");
        const run = await engine.end(id);
        assert.deepEqual([run.state, run.exitCode], ["failed", 7]);
        assert.equal(run.log.includes(variable.value), !isSecret);
        assert.equal(readFileSync(out, "utf8"), "outside");
        for (const file of [done, go]) await Deno.remove(file);
      }
      assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
      assert.deepEqual(engine.errors, []);
    });
  }
}
