// More outputs of the tasks before one than an environment can have: it starts, and says which variables are in a file.
import assert from "node:assert/strict";
import { join } from "node:path";
import { runMessages } from "../../server/engine/run_messages.ts";
import { flowLimits } from "../../server/contract/limits/flows.ts";
import { environmentRoom } from "../../server/platform/process/fit_environment.ts";
import { TestEngine } from "../support/test_engine.ts";

const LENGTH = 65_000;

Deno.test("run outputs: a task starts after tasks with more outputs than its environment has room for", async () => {
  await using engine = await TestEngine.start({ concurrency: 8 });
  const first = await engine.add({ name: "first", command: "true" });
  const after = (...ids: number[]) => ({
    upstream: {
      tasks: ids.map((taskId) => ({ taskId, outcome: "succeeded" as const })),
      ...{ rule: "all" as const, within: "24h", waitMs: 0 },
    },
  });
  const before: number[] = [];
  for (let n = 1; n <= flowLimits.upstream; n++) {
    const command = `{ printf 'data='; head -c ${LENGTH} /dev/zero | tr '\\0' ${
      n % 10
    }; echo; } >> "$SUNDIAL_OUTPUT"`;
    before.push(await engine.add({ name: `export ${n}`, command, ...after(first) } as never));
  }
  assert.ok(before.length * LENGTH > environmentRoom(), "they do not fit");
  const script = "import os\n" +
    `print(sum(len(os.environ[f"SUNDIAL_INPUT_EXPORT_{n}_DATA"]) for n in range(1, ${before.length + 1})))\n`;
  await Deno.writeTextFile(join(engine.folder.scripts, "load.py"), script);
  const python = await engine.add({ name: "python", command: "task load.py", ...after(...before) });
  const shell = await engine.add({
    ...{ name: "shell", command: 'echo "${#SUNDIAL_INPUT_EXPORT_1_DATA} ${#SUNDIAL_INPUT_EXPORT_50_DATA}"' },
    ...after(...before),
  });
  await engine.tasks.run(first, "person");
  await engine.until(
    "both to end",
    async () =>
      (await engine.rows()).filter(({ task_id, finished_at }) =>
        (task_id === python || task_id === shell) && finished_at !== null
      ).length === 2,
  );
  const runOf = async (task: number) => await engine.end((await engine.rows(task))[0]!.id);
  const said = runMessages.en.noRoom("SUNDIAL_INPUT_EXPORT_50_DATA");
  const ofPython = await runOf(python);
  assert.equal(ofPython.state, "succeeded", ofPython.log);
  assert.ok(ofPython.log.includes(said), ofPython.log);
  assert.match(ofPython.log, new RegExp(`^${before.length * LENGTH}$`, "m"));
  const ofShell = await runOf(shell);
  assert.equal(ofShell.state, "succeeded", ofShell.log);
  assert.ok(ofShell.log.includes(said), ofShell.log);
  assert.match(ofShell.log, new RegExp(`^${LENGTH} 0$`, "m"));
});
