// How fast runs are started, and how late they are.
import { spawn } from "node:child_process";
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { startShipped } from "./shipped_panel.ts";
import { percentile, timeEach } from "./statistics.ts";

const AT_ONCE = 8;

/** Starts processes in a bare loop, eight at once, each in its own session; returns processes per second. */
export async function bareSpawnsPerSecond(times: number): Promise<number> {
  const startedAt = performance.now();
  await timeEach(
    times,
    AT_ONCE,
    () => new Promise((resolve) => spawn("setsid", ["true"], { stdio: "ignore" }).once("exit", resolve)),
  );
  return times / ((performance.now() - startedAt) / 1000);
}

/** Runs `times` tasks at once through the whole panel, eight at a time; returns runs per second. */
export async function panelRunsPerSecond(times: number): Promise<number> {
  const dataDir = await Deno.makeTempDir();
  try {
    await using panel = await startShipped({ dataDir, setUp: true });
    await panel.logIn();
    await panel.json("/api/settings", { method: "PATCH", json: { concurrency: AT_ONCE } });
    const ids = await createTasks(panel, times, "manual");
    await panel.json("/api/tasks/run", { json: { ids } });
    const runs = await ended(panel, times);
    const first = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt ?? "")));
    const last = Math.max(...runs.map(({ finishedAt }) => Date.parse(finishedAt ?? "")));
    return times / ((last - first) / 1000);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

export interface Lateness {
  p50: number;
  p99: number;
  started: number;
  skipped: number;
}

/** Makes `perSecond` tasks due in every second for some seconds; returns how late their processes began. */
export async function lateness(perSecond: number, seconds: number): Promise<Lateness> {
  const dataDir = await Deno.makeTempDir();
  try {
    await using panel = await startShipped({ dataDir, setUp: true });
    await panel.logIn();
    await panel.json("/api/settings", { method: "PATCH", json: { concurrency: 64 } });
    // Each of ten groups is due every ten seconds, at its own second: the load is even, and no task overlaps itself.
    for (let group = 0; group < 10; group++) await createTasks(panel, perSecond, [`${group}/10 * * * * *`]);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const runs = await allRuns(panel);
    const lags = runs.flatMap(({ lagMs }) => lagMs ?? []);
    const skipped = runs.filter(({ state }) => state === "skipped").length;
    return { p50: percentile(lags, 0.5), p99: percentile(lags, 0.99), started: lags.length, skipped };
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** Creates tasks that do nothing and returns their IDs. */
export async function createTasks(
  panel: PanelProcess,
  count: number,
  schedules: Task["schedules"],
): Promise<number[]> {
  const ids: number[] = [];
  await timeEach(count, AT_ONCE, async (index) => {
    const task = { name: `bench ${index}`, command: "true", schedules };
    ids.push((await panel.json<Task>("/api/tasks", { json: task })).id);
  });
  return ids;
}

async function ended(panel: PanelProcess, times: number): Promise<Run[]> {
  for (;;) {
    const { total } = await panel.json<List<Run>>("/api/runs?state=succeeded&pageSize=1");
    if (total >= times) return await allRuns(panel);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns all runs of a panel. */
export async function allRuns(panel: PanelProcess): Promise<Run[]> {
  const runs: Run[] = [];
  for (let page = 1;; page++) {
    const { items, total } = await panel.json<List<Run>>(`/api/runs?pageSize=500&page=${page}`);
    runs.push(...items);
    if (items.length === 0 || runs.length >= total) return runs;
  }
}
