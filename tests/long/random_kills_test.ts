// Kills the started panel at random moments while tasks are due, queued and running: nothing is lost, nothing runs
// twice, and what runs on keeps its output.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { processesOf } from "../support/test_engine.ts";
import { PanelScene, type RunRow } from "../support/panel_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const ROUNDS = byLength(3, 100);
const TASKS = byLength(40, 200);

Deno.test("random kills: each due time has one record, no run starts twice, none is lost", async () => {
  const random = seededRandom(11);
  const below = (limit: number) => Math.floor(random() * limit);
  await using scene = await PanelScene.open({ settings: { concurrency: 40 } });
  const witness = scene.path("witness");
  const due: number[] = [];
  for (const [n, policy] of ["skip", "queue", "replace", "allow"].entries()) {
    const own = scene.path(`witness of ${policy}`);
    const command = `echo "$SUNDIAL_RUN_ID" >> ${witness}; echo start >> '${own}'; ` +
      `sleep ${n % 2 === 0 ? "0.1" : "1.4"}; echo end >> '${own}'; exit ${n % 2}`;
    const retry = { times: policy === "allow" ? 1 : 0, delayMs: 0, backoff: "fixed", onLost: false };
    due.push(await scene.task(command, { schedules: ["* * * * * *"], overlap: { policy }, retry }));
  }
  const manual: number[] = [];
  for (let n = 0; n < TASKS; n++) {
    const command = `echo "$SUNDIAL_RUN_ID" >> ${witness}; sleep ${(0.2 + random() * 3).toFixed(1)}`;
    manual.push(
      await scene.task(command, { name: `manual ${n}`, overlap: { policy: "allow", limit: 1000 } }),
    );
  }
  let [acknowledged, slowest] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const ids = Array.from({ length: 20 }, () => manual[below(manual.length)]!);
    const { results } = await scene.panel.request("POST", "/tasks/run", { ids: [...new Set(ids)] });
    acknowledged += results.filter(({ ok }: { ok: boolean }) => ok).length;
    await new Promise((resolve) => setTimeout(resolve, below(2_000)));
    await scene.restart("SIGKILL");
    slowest = Math.max(slowest, scene.panel.readyMs);
    await assertOnlyLivingRun(scene);
  }
  await until("each to be due again", () => due.every((id) => dues(scene, id).length > 3));
  await scene.panel.request("POST", "/tasks/disable", { ids: due });
  await scene.panel.request("POST", "/tasks/stop", { ids: due });
  await until("all to end", async () => await scene.countActive() === 0);
  const rows = scene.rows();
  const ran = scene.lines("witness").map(Number);
  assert.equal(new Set(ran).size, ran.length, "a run ran twice");
  const known = new Map(rows.map((row) => [row.id, row]));
  assert.deepEqual(ran.filter((id) => !known.has(id)), [], "a run without a record");
  const didRun = new Set(ran);
  for (const row of rows.filter(({ state }) => state === "succeeded" || state === "failed")) {
    assert.ok(didRun.has(row.id), `run ${row.id} is recorded as ${row.state} and never ran`);
  }
  const asked = rows.filter(({ task_id }) => manual.includes(task_id));
  assert.equal(asked.length, acknowledged, "an acknowledged run has no record");
  assert.deepEqual(asked.filter(({ state }) => state !== "succeeded" && state !== "interrupted"), []);
  for (const id of due) assertNoGap(dues(scene, id));
  for (const policy of ["skip", "queue"]) assertNeverTwoAtOnce(scene.lines(`witness of ${policy}`));
  const skipped = dues(scene, due[0]!).filter(({ skip_reason }) => skip_reason === "overlap").length;
  scene.assertIntact();
  reportFigure(
    "random kills",
    `${ROUNDS} kills, ${rows.length} records, ${ran.length} starts, none twice, none lost; ${skipped} due times ` +
      `skipped for an overlap, never two at once; ready in at most ${Math.round(slowest)} ms`,
  );
});

function dues(scene: PanelScene, id: number): RunRow[] {
  return scene.rows(id).filter(({ due_at }) => due_at !== null);
}

// A start follows each end, but for the last run, which may have been stopped.
function assertNeverTwoAtOnce(lines: readonly string[]): void {
  assert.ok(lines.length > 2);
  assert.deepEqual(lines, lines.map((_, index) => index % 2 === 0 ? "start" : "end"));
}

/** Every run recorded as running after a restart has a process, or its end is recorded soon. */
async function assertOnlyLivingRun(scene: PanelScene): Promise<void> {
  const installation = readFileSync(scene.path("installation"), "utf8").trim();
  const running = () => scene.rows().filter(({ state }) => state === "running").map(({ id }) => id);
  let unknown = running();
  await until("every running run to have a process", () => {
    const living = new Set(processesOf(installation).map(runOf));
    const now = new Set(running());
    unknown = unknown.filter((id) => now.has(id) && !living.has(id));
    return unknown.length === 0;
  });
}

function runOf(pid: number): number {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    return Number(/SUNDIAL_RUN_ID=(\d+)/.exec(environment)?.[1]);
  } catch {
    return 0;
  }
}

// Due every second: from the first to the last, each second is in exactly one row.
function assertNoGap(rows: readonly RunRow[]): void {
  const spans = rows.map(({ due_at, due_through, due_count }) => ({
    from: due_at!,
    to: due_through ?? due_at!,
    due_count,
  })).sort((a, b) => a.from - b.from);
  for (const [index, { from, to, due_count }] of spans.entries()) {
    assert.equal(due_count, (to - from) / 1_000 + 1);
    const before = spans[index - 1];
    if (before) assert.equal(from, before.to + 1_000, "a due time is missing or recorded twice");
  }
}

Deno.test("restarts: running tasks continue without a gap in their output, through kills and clean restarts", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 40 } });
  const gate = scene.path("gate");
  const runs: number[] = [];
  for (let n = 0; n < byLength(5, 20); n++) {
    const command = `n=0; until [ -e ${gate} ]; do n=$((n+1)); echo "tick $n"; sleep 0.1; done; exit ${n}`;
    runs.push(await scene.run(await scene.task(command, { name: `ticks ${n}` })));
  }
  for (const id of runs) await scene.reaches(id, "running");
  const restarts = byLength(2, 10);
  for (let n = 0; n < restarts; n++) {
    await scene.restart(n % 2 === 0 ? "SIGKILL" : "SIGTERM");
    for (const id of runs) await scene.reaches(id, "running");
  }
  await scene.panel.request("POST", `/runs/${runs.at(-1)}/stop`);
  await scene.reaches(runs.at(-1)!, "stopped");
  await Deno.writeTextFile(gate, "");
  let ticks = 0;
  for (const [n, id] of runs.slice(0, -1).entries()) {
    const run = await scene.reaches(id, "succeeded", "failed");
    assert.equal(run.exitCode, n);
    const log = await scene.panel.request("GET", `/runs/${id}/log`);
    const counted = [...log.matchAll(/^tick (\d+)$/gm)].map(([, digits]: string[]) => Number(digits));
    assert.deepEqual(counted, counted.map((_, index) => index + 1), "the output has a gap");
    ticks += counted.length;
  }
  reportFigure(
    "restarts",
    `${runs.length} running tasks, ${restarts} restarts, ${ticks} lines without a gap`,
  );
});
