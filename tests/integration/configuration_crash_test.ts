// Kills the panel before one of the calls that change the disk, while it applies files: it has all of them or nothing. And the
// command that writes them: the next one finishes what it began.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { runSundial } from "../support/run_program.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ignore = !await hasCompiler("files that are applied while the panel is killed");
const POINTS = byLength(8, 60);
const TASKS = 20;

for (const prune of [false, true]) {
  Deno.test(
    `configuration: a kill at ${POINTS} disk calls of apply${
      prune ? " --prune" : ""
    } leaves all of it or nothing`,
    { ignore },
    async () => {
      await using folder = await temporaryFolder();
      const dataDir = join(folder.path, "data");
      await Deno.mkdir(dataDir);
      const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
      await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
      const files = join(folder.path, "files");
      let round = 0;
      let present = 0;
      let live = 0;
      await killAtDiskCalls({
        ...{ scene, calls, points: POINTS },
        act: async () => {
          await writeRound(files, ++round);
          const { code } = await sundial(dataDir, ["apply", files, ...prune ? ["--prune"] : []]);
          if (code === 0) present = round; // it has responded, so it must stay
        },
        isDone: async () => {
          await scene.panel.request("GET", "/tasks");
          return listDeletedLive(scene).length === 0;
        },
        check: async () => {
          const before = present;
          present = await readRound(scene, { prune, rounds: [before, round] });
          if (!prune) return;
          // Whoever deletes the task ends its run, and nobody else does.
          const run = scene.rows().find(({ id }) => id === live);
          const isThere = run && scene.query(`select id from task where id = ${run.task_id}`).length > 0;
          if (run) assert.equal(run.state, isThere ? "running" : "stopped");
          if (isThere) return;
          live = await startLive(scene, present);
        },
      });
    },
  );
}

/** Writes tasks that every round has, whose commands change, and tasks of this round only. */
async function writeRound(folder: string, round: number): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  mkdirSync(join(folder, "tasks"), { recursive: true });
  for (let n = 1; n <= TASKS; n++) {
    const before = n === 1 ? "" : `upstream:\n  tasks:\n    - task: stays-${n - 1}\n`;
    writeTask(folder, `stays-${n}`, `command: echo ${round}\n${before}`);
    writeTask(folder, `round-${round}-${n}`, `command: sleep 1000\n`);
  }
}

function writeTask(folder: string, name: string, more: string): void {
  writeFileSync(join(folder, "tasks", `${name}.yaml`), `name: ${name}\nschedules: manual\n${more}`);
}

/** Returns the round whose files the panel has, one of two; asserts that it has all of them. */
async function readRound(
  scene: PanelScene,
  { prune, rounds }: { prune: boolean; rounds: readonly number[] },
): Promise<number> {
  const tasks = scene.query<{ name: string; command: string }>("select name, command from task");
  const commands = new Set(
    tasks.filter(({ name }) => name.startsWith("stays")).map(({ command }) => command),
  );
  assert.ok(commands.size <= 1, `commands of several rounds: ${[...commands]}`);
  const round = Number([...commands][0]?.replace("echo ", "") ?? 0);
  assert.ok(rounds.includes(round), `round ${round} instead of one of ${rounds}`);
  const names = tasks.map(({ name }) => name).filter((name) => name.startsWith("round"));
  const ofRound = names.filter((name) => name.startsWith(`round-${round}-`));
  assert.equal(ofRound.length, round === 0 ? 0 : TASKS);
  if (prune) assert.deepEqual(names, ofRound);
  const { items } = await scene.panel.request("GET", "/configuration/managed");
  assert.equal(items.length, tasks.length);
  return round;
}

async function startLive(scene: PanelScene, round: number): Promise<number> {
  if (round === 0) return 0;
  const [task] = scene.query<{ id: number }>(`select id from task where name = 'round-${round}-1'`);
  const run = await scene.run(task!.id);
  await scene.reaches(run, "running");
  return run;
}

function listDeletedLive(scene: PanelScene): unknown[] {
  return scene.query(
    "select id from run where finished_at is null and task_id not in (select id from task)",
  );
}

Deno.test(
  `configuration: a kill at ${POINTS} disk calls of export leaves no file that the next one does not know`,
  { ignore },
  async () => {
    await using folder = await temporaryFolder();
    const files = join(folder.path, "files");
    await Deno.mkdir(files);
    const calls = (await FailingCalls.build(folder.path, files))!; // a compiler is available
    await using scene = await PanelScene.open();
    const { dataDir } = scene;
    await scene.task("true", { name: "a" });
    const add =
      async () => [await scene.task("true", { name: "b" }), await scene.task("true", { name: "c" })];
    const remove = async (ids: number[]) => {
      for (const id of ids) await scene.panel.request("DELETE", `/tasks/${id}`);
    };
    const exported = (environment = {}) => sundial(dataDir, ["export", files], environment);
    assert.equal((await exported()).code, 0);
    writeFileSync(join(files, "tasks", "mine.yaml"), "mine");

    calls.arm(0, "kill");
    const first = await add();
    assert.equal((await exported(calls.environment)).code, 0);
    const { count } = calls.disarm();
    await remove(first);
    assert.equal((await exported()).code, 0);
    const whole = listFiles(files);
    assert.deepEqual(whole, ["a.yaml", "mine.yaml"]);

    const points = Math.min(POINTS, count);
    for (let point = 0; point < points; point++) {
      const added = await add();
      calls.arm(1 + Math.floor(count * (point + 0.5) / points), "kill");
      assert.notEqual((await exported(calls.environment)).code, 0);
      assert.notEqual(calls.disarm().failed, null);
      await remove(added);
      assert.equal((await exported()).code, 0);
      assert.deepEqual(listFiles(files), whole);
    }
    assert.ok(points >= 8, `only ${count} calls were counted`);
  },
);

/** Lists the files of tasks, without hidden ones. */
function listFiles(folder: string): string[] {
  return [...Deno.readDirSync(join(folder, "tasks"))].map(({ name }) => name)
    .filter((name) => !name.startsWith(".")).sort();
}

function sundial(dataDir: string, args: string[], environment: Record<string, string> = {}) {
  return runSundial(args, { env: { SUNDIAL_DATA_DIR: dataDir, ...environment } });
}
