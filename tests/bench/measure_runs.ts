// How fast runs are started, and what memory that takes.
import { spawn } from "node:child_process";
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { List } from "../../server/contract/shapes.ts";
import { commandShell, sessionStart, shells } from "../../server/platform/process/spawn_session.ts";
import { nothingAround, wrap } from "../../server/platform/process/wrapper.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { BareServer, BenchPanel, rest } from "./bench_panel.ts";
import { memoryOf } from "./process_costs.ts";
import type { Measurement } from "./report.ts";
import { timeEach } from "./statistics.ts";

const AT_ONCE = 8;
const ROUNDS = 4;
const RUNS_PER_ROUND = 500;
const MEBIBYTE = 1024 * 1024;

/** Measures starts per second against bare loops of the same spawn, and memory after 2,000 runs. */
export async function measureRuns(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open({ settings: { concurrency: AT_ONCE } });
  await using bare = await BareServer.open();
  const { panel } = bench;
  const ids = await createTasks(panel, RUNS_PER_ROUND, "manual");
  const loop: number[] = [];
  const same: number[] = [];
  const shell: number[] = [];
  const runs: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    loop.push(await bareSpawnsPerSecond(RUNS_PER_ROUND, ["setsid", "true"]));
    same.push(await bareSpawnsPerSecond(RUNS_PER_ROUND, sameCommand(bench.reports)));
    shell.push(await shellSpawnsPerSecond(RUNS_PER_ROUND));
    runs.push(await runAll(panel, ids, round));
  }
  const busy = await memoryOf(panel.pid);
  await rest(60_000);
  const idle = await memoryOf(panel.pid);
  const floor = await memoryOf(bare.process.pid);
  const memory = (what: string, now: typeof busy, key: "resident" | "proportional"): Measurement => ({
    what,
    unit: "MiB",
    panel: [now[key] / MEBIBYTE],
    floor: { name: "bare Deno + Hono", values: [floor[key] / MEBIBYTE] },
  });
  return [
    {
      what: "runs started per second, 8 at once, each recorded on disk",
      unit: "per s",
      panel: runs,
      floor: { name: "`setsid true` from a bare Deno loop", values: loop },
      promise: { atLeastTimes: 0.6 },
    },
    {
      what: "… against the same command line without a record",
      unit: "per s",
      panel: runs,
      floor: { name: "`setsid` and the shells of a run from a bare Deno loop", values: same },
      promise: { atLeastTimes: 0.6 },
    },
    {
      what: "… against a shell",
      unit: "per s",
      panel: runs,
      floor: { name: "`xargs -P 8 setsid true`", values: shell },
      promise: { atLeastTimes: 0.6 },
    },
    memory("resident memory after 2,000 runs", busy, "resident"),
    memory("… its share of it (PSS)", busy, "proportional"),
    memory("resident memory a minute later", idle, "resident"),
    memory("… its share of it (PSS)", idle, "proportional"),
  ];
}

/** What the panel starts for a run of `true`: the shells that keep its exit code, and the one for the line of the user. */
function sameCommand(exitFile: string): string[] {
  const command = [commandShell(), "-c", "true"];
  const [file, args] = sessionStart(wrap({ exitFile, command, args: [], around: nothingAround }, shells));
  return [file, ...args];
}

async function bareSpawnsPerSecond(times: number, [file = "", ...args]: string[]): Promise<number> {
  const startedAt = performance.now();
  await timeEach(
    times,
    AT_ONCE,
    () => new Promise((resolve) => spawn(file, args, { stdio: "ignore" }).once("exit", resolve)),
  );
  return times / ((performance.now() - startedAt) / 1000);
}

async function shellSpawnsPerSecond(times: number): Promise<number> {
  const startedAt = performance.now();
  const line = `seq ${times} | xargs -P ${AT_ONCE} -I{} setsid true {}`;
  const { success } = await new Deno.Command("sh", { args: ["-c", line] }).output();
  if (!success) throw new Error("xargs failed");
  return times / ((performance.now() - startedAt) / 1000);
}

/** Runs all tasks for the n-th time and returns runs per second, from the first start to the last end. */
async function runAll(panel: PanelProcess, ids: readonly number[], times: number): Promise<number> {
  const before = await panel.json<List<Run>>("/api/runs?pageSize=1");
  const afterId = before.items[0]?.id ?? 0;
  await panel.json("/api/tasks/run", { json: { ids } });
  for (;;) {
    const { total } = await panel.json<List<Run>>("/api/runs?state=succeeded&pageSize=1");
    if (total >= times * ids.length) break;
    await rest(100);
  }
  const runs = await allRuns(panel, afterId);
  const first = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt ?? "")));
  const last = Math.max(...runs.map(({ finishedAt }) => Date.parse(finishedAt ?? "")));
  return runs.length / ((last - first) / 1000);
}

/** Creates tasks that do nothing, or run a command, and returns their IDs. */
export async function createTasks(
  panel: PanelProcess,
  count: number,
  schedules: Task["schedules"],
  { command = "true" } = {},
): Promise<number[]> {
  const ids: number[] = [];
  await timeEach(count, AT_ONCE, async (index) => {
    const task = { name: `bench ${index}`, command, schedules };
    ids.push((await panel.json<Task>("/api/tasks", { json: task })).id);
  });
  return ids;
}

export async function allRuns(panel: PanelProcess, afterId = 0): Promise<Run[]> {
  const runs: Run[] = [];
  for (let page = 1;; page++) {
    const { items, total } = await panel.json<List<Run>>(
      `/api/runs?pageSize=500&page=${page}&afterId=${afterId}`,
    );
    runs.push(...items);
    if (items.length === 0 || runs.length >= total) return runs;
  }
}
