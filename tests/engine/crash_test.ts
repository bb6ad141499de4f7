// The panel is killed in the middle of its work, again and again; the witness file, written by the tasks themselves, is the
// truth by which its records are judged.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { markedPids } from "../support/marked_pids.ts";
import { RunningPanel } from "../support/running_panel.ts";
import { until } from "../support/until.ts";

const RUNNING = 20;
const QUEUED = 100;
const SECOND_MS = 1_000;

Deno.test("crash: kill -9 with 20 running and 100 queued loses nothing, runs nothing twice, and keeps exit codes", async () => {
  await withDataDir(async (dataDir) => {
    const witness = join(dataDir, "witness");
    const before = await RunningPanel.start({ dataDir, setUp: true });
    await before.logIn();
    await setConcurrency(before, RUNNING + 3);
    const scheduled = await createTasks(before, 3, { schedules: ["* * * * * *"], command: "true" });
    await setConcurrency(before, RUNNING);
    const long = await createTasks(before, RUNNING, { command: witnessed(witness, "sleep 5; exit 7") });
    const short = await createTasks(before, QUEUED, { command: witnessed(witness, "exit 0") });
    await runAll(before, long);
    await until("all long tasks run", async () => await count(before, "running") === RUNNING);
    await runAll(before, short);
    assert.equal(await countOf(before, short, "queued"), QUEUED);
    await before.end("SIGKILL");

    await using after = await RunningPanel.start({ dataDir });
    await after.logIn();
    const found = await after.json<List<Run>>("/api/runs?state=running&pageSize=100");
    assert.equal(found.items.filter(({ taskId }) => long.includes(taskId ?? 0)).length, RUNNING);
    const runs = await until("everything asked for has ended", () => endedRuns(after, [...long, ...short]));

    const starts = await startsByRun(witness);
    for (const run of runs) assert.equal(starts.get(run.id), 1, `run ${run.id} of ${run.taskName}`);
    assert.equal(starts.size, RUNNING + QUEUED);
    for (const { taskId, state, exitCode } of runs) {
      const wanted = long.includes(taskId ?? 0) ? ["failed", 7] : ["succeeded", 0];
      assert.deepEqual([state, exitCode], wanted);
    }
    await assertWholeLogs(after, runs);
    for (const id of scheduled) await assertLedgerIsWhole(after, id);
  });
});

Deno.test("crash: killed again and again at random, each run starts at most once and none stays open", async () => {
  await withDataDir(async (dataDir) => {
    const witness = join(dataDir, "witness");
    const random = seededRandom(20_261_121);
    let panel = await RunningPanel.start({ dataDir, setUp: true });
    await panel.logIn();
    await setConcurrency(panel, 8);
    const command = witnessed(witness, 'sleep "0.$((SUNDIAL_RUN_ID % 9))"');
    const ids = await createTasks(panel, 40, { command });
    const scheduled = await createTasks(panel, 4, { schedules: ["*/2 * * * * *"], command: "true" });
    for (let round = 0; round < 5; round++) {
      await runAll(panel, ids);
      await new Promise((resolve) => setTimeout(resolve, random() * 1_500));
      await panel.end("SIGKILL");
      panel = await RunningPanel.start({ dataDir });
      await panel.logIn();
    }
    await using last = panel;
    const runs = await until("everything has ended", () => endedRuns(last, ids));
    const starts = await startsByRun(witness);
    for (const { id, state } of runs) {
      assert.ok((starts.get(id) ?? 0) <= 1, `run ${id} started twice`);
      if (state === "succeeded" || state === "failed") {
        assert.equal(starts.get(id), 1, `run ${id} has no witness`);
      }
    }
    const known = new Set(runs.map(({ id }) => id));
    for (const id of starts.keys()) assert.ok(known.has(id), `run ${id} ran and is not on record`);
    for (const id of scheduled) await assertLedgerIsWhole(last, id);
    await disable(last, scheduled);
    await until("no process of a run is left", async () => (await markedPids(dataDir)).length === 0);
  });
});

Deno.test("crash: SIGTERM ends the panel within its deadline, streams open, and tasks go on", async () => {
  await withDataDir(async (dataDir) => {
    const witness = join(dataDir, "witness");
    const before = await RunningPanel.start({ dataDir, setUp: true });
    await before.logIn();
    const [id = 0] = await createTasks(before, 1, { command: witnessed(witness, "sleep 3; exit 4") });
    await runAll(before, [id]);
    const [run] = await until("it runs", async () => await runsIn(before, "running"));
    const events = await before.fetch("/api/events");
    const log = await before.fetch(`/api/runs/${run?.id}/log/stream`);
    assert.equal(await before.stop(), 0);
    await Promise.all([events.body?.cancel(), log.body?.cancel()].map((end) => end?.catch(() => {})));
    assert.ok((await markedPids(dataDir)).length > 0, "the task was ended with the panel");

    await using after = await RunningPanel.start({ dataDir });
    await after.logIn();
    const [ended] = await until("it has ended", () => endedRuns(after, [id]));
    assert.deepEqual([ended?.id, ended?.state, ended?.exitCode], [run?.id, "failed", 4]);
  });
});

// Every command first says that it begins, by itself, in one write.
function witnessed(witness: string, command: string): string {
  return `echo "$SUNDIAL_RUN_ID" >> '${witness}'; ${command}`;
}

async function startsByRun(witness: string): Promise<Map<number, number>> {
  const lines = (await Deno.readTextFile(witness)).trim().split("\n").map(Number);
  const starts = new Map<number, number>();
  for (const id of lines) starts.set(id, (starts.get(id) ?? 0) + 1);
  return starts;
}

async function withDataDir(act: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-crash-" });
  try {
    await act(dataDir);
  } finally {
    for (const pid of await markedPids(dataDir).catch(() => [])) Deno.kill(pid, "SIGKILL");
    await Deno.remove(dataDir, { recursive: true });
  }
}

async function setConcurrency(panel: RunningPanel, concurrency: number): Promise<void> {
  await panel.json("/api/settings", { method: "PATCH", json: { concurrency } });
}

async function createTasks(
  panel: RunningPanel,
  times: number,
  { command, schedules = "manual" }: { command: string; schedules?: Task["schedules"] },
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < times; index++) {
    const json = { name: `${command.slice(-20)} ${index}`, command, schedules };
    ids.push((await panel.json<Task>("/api/tasks", { json })).id);
  }
  return ids;
}

async function runAll(panel: RunningPanel, ids: readonly number[]): Promise<void> {
  await panel.json("/api/tasks/run", { json: { ids } });
}

async function disable(panel: RunningPanel, ids: readonly number[]): Promise<void> {
  await panel.json("/api/tasks/disable", { json: { ids } });
}

async function count(panel: RunningPanel, state: string): Promise<number> {
  return (await panel.json<List<Run>>(`/api/runs?state=${state}&pageSize=1`)).total;
}

async function countOf(panel: RunningPanel, ids: readonly number[], state: string): Promise<number> {
  const { items } = await panel.json<List<Run>>(`/api/runs?state=${state}&pageSize=500`);
  return items.filter(({ taskId }) => ids.includes(taskId ?? 0)).length;
}

async function runsIn(panel: RunningPanel, state: string): Promise<Run[] | null> {
  const { items } = await panel.json<List<Run>>(`/api/runs?state=${state}`);
  return items.length > 0 ? items : null;
}

async function endedRuns(panel: RunningPanel, taskIds: readonly number[]): Promise<Run[] | null> {
  const runs = (await allRuns(panel, "/api/runs")).filter(({ taskId }) => taskIds.includes(taskId ?? 0));
  return runs.every(({ finishedAt }) => finishedAt !== null) ? runs : null;
}

async function allRuns(panel: RunningPanel, path: string): Promise<Run[]> {
  const runs = new Map<number, Run>();
  for (let page = 1;; page++) {
    const { items, total } = await panel.json<List<Run>>(`${path}?pageSize=500&page=${page}`);
    for (const run of items) runs.set(run.id, run);
    if (page * 500 >= total) return [...runs.values()];
  }
}

async function assertWholeLogs(panel: RunningPanel, runs: readonly Run[]): Promise<void> {
  for (const { id } of runs) {
    const log = await panel.fetch(`/api/runs/${id}/log`);
    assert.equal(log.headers.get("x-log-complete"), "true");
    const text = await log.text();
    assert.match(text, /^## Starting\.\.\. /);
    assert.equal(text.match(/^## (Completed|Failed)/gm)?.length, 1, `the last line of run ${id}: ${text}`);
  }
}

// Every due time between the first and the last on record has exactly one row, be it its own or that of a stretch.
async function assertLedgerIsWhole(panel: RunningPanel, taskId: number): Promise<void> {
  const { schedules } = await panel.json<Task>(`/api/tasks/${taskId}`);
  const step = (schedules[0]?.startsWith("*/2") ? 2 : 1) * SECOND_MS;
  const rows = (await allRuns(panel, `/api/tasks/${taskId}/runs`)).flatMap((
    { dueAt, dueThrough, dueCount },
  ) => dueAt === null ? [] : [{ from: Date.parse(dueAt), to: Date.parse(dueThrough ?? dueAt), dueCount }])
    .sort((a, b) => a.from - b.from);
  assert.ok(rows.length > 2);
  rows.reduce((before, row) => {
    assert.equal(row.from - before.to, step, `task ${taskId}: a due time is missing or twice`);
    return row;
  });
  for (const { from, to, dueCount } of rows) assert.equal((to - from) / step + 1, dueCount);
}

// mulberry32: the same kills in every run of the test.
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
