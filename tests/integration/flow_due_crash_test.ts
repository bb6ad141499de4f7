// Kills the panel before one of the calls that change the disk, while a due time waits for a task, is released or lapses: each starts at
// most once, and no link waits for ever.
import assert from "node:assert/strict";
import { join } from "node:path";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ignore = !await hasCompiler("due times that wait while the panel is killed");
const POINTS = byLength(5, 60);
/** What a due time that lapses waits for, in ms. */
const BRIEF_MS = 300;

Deno.test(
  `due times: a kill at ${POINTS} disk calls starts none twice, and leaves none waiting`,
  { ignore },
  async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, "data");
    await Deno.mkdir(dataDir);
    const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
    await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
    const witness = join(folder.path, "witness");
    const rounds = new Rounds(scene, witness, await scene.task("true", { name: "export" }));
    await killAtDiskCalls({
      ...{ scene, calls, points: POINTS },
      act: () => rounds.begin(),
      isDone: () => rounds.isDone(),
      check: () => rounds.check(),
    });
    assert.ok(rounds.released > 0 && rounds.lapsed > 0, JSON.stringify(rounds));
  },
);

interface DueRun {
  name: string;
  state: string;
  skip_reason: string | null;
  awaits_until: number | null;
  due_at: number | null;
}

/** In each round, a due time waits until its task has run, and another one waits in vain for a task that never runs. */
class Rounds {
  released = 0;
  lapsed = 0;
  #number = 0;

  constructor(
    private readonly scene: PanelScene,
    private readonly witness: string,
    private readonly first: number,
  ) {}

  async begin(): Promise<void> {
    const round = ++this.#number;
    const never = await this.scene.task("true", { name: `never ${round}` });
    const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1_000);
    const at = `@once ${soon.toISOString().slice(0, 19).replace("T", " ")}`;
    const add = (name: string, taskId: number, waitMs: number) =>
      this.scene.task(`echo "$SUNDIAL_RUN_ID" >> ${this.witness}`, {
        ...{ name: `${name} ${round}`, schedules: [at], timeZone: "UTC" },
        upstream: { tasks: [{ taskId }], within: "1s", waitMs },
      });
    await add("released", this.first, 600_000);
    await add("lapsed", never, BRIEF_MS);
  }

  /** Runs the task that a due time waits for, again if the panel was killed meanwhile. */
  async isDone(): Promise<boolean> {
    const { scene, first } = this;
    const isWaiting = this.#rows().some(({ name, awaits_until }) =>
      name.startsWith("released") && awaits_until !== null
    );
    const running = scene.query<{ count: number }>(
      `select count(*) as count from run where task_id = ${first} and finished_at is null`,
    );
    if (isWaiting && running[0]!.count === 0) await scene.run(first);
    const planned = scene.query<{ count: number }>(
      "select count(*) as count from task where enabled = 1 and next_due_at is not null",
    );
    return planned[0]!.count === 0 && await scene.countActive() === 0;
  }

  #rows(): DueRun[] {
    return this.scene.query(
      "select task_name as name, state, skip_reason, awaits_until, due_at from run where due_at is not null order by id",
    );
  }

  async check(): Promise<void> {
    const rows = this.#rows();
    assert.equal(new Set(rows.map(({ name, due_at }) => `${name} ${due_at}`)).size, rows.length);
    for (const { name, state, skip_reason, awaits_until } of rows) {
      assert.equal(awaits_until, null, name);
      // A kill may be between the start of a process and its record.
      const how = skip_reason ?? state;
      const expected = name.startsWith("lapsed") ? ["upstream"] : ["succeeded", "interrupted", "lost"];
      assert.ok(expected.includes(how), `${name}: ${how}`);
    }
    const links = this.scene.query<{ name: string; decision: string }>(`
      select task_name as name, decision from flow_link join run on run.flow_run_id = flow_link.flow_run_id
        and run.task_id = flow_link.task_id order by run.id
    `);
    assert.equal(links.length, rows.length);
    for (const { name, decision } of links) {
      assert.equal(decision, name.startsWith("lapsed") ? "lapsed" : "followed", name);
    }
    this.released = rows.filter(({ state }) => state === "succeeded").length;
    this.lapsed = rows.filter(({ skip_reason }) => skip_reason === "upstream").length;
    const ran = (await Deno.readTextFile(this.witness)).trim().split("\n");
    assert.equal(new Set(ran).size, ran.length, "a run that ran twice");
  }
}
