// How fast lists, searches and changes are, and how that grows with the number of tasks and runs.
import type { PanelProcess } from "../support/panel_process.ts";
import { BareServer, BenchPanel, rest, startOver } from "./bench_panel.ts";
import { memoryOf } from "./process_costs.ts";
import type { Growth, Measurement } from "./report.ts";
import { percentile, timeEach } from "./statistics.ts";

export const sizes = [100, 1_000, 10_000, 100_000] as const;
const ROUNDS = 3;
const REQUESTS = 40;
/** A round of slow requests has fewer of them, so that the whole stays bounded. */
const ROUND_MS = 2_000;
const MIN_REQUESTS = 10;
const MEBIBYTE = 1024 * 1024;

interface Request {
  what: string;
  path(n: number, tasks: number): string;
  atMostMs: number;
}

export const taskLists: readonly Request[] = [
  {
    what: "a list page of 20",
    path: (n, tasks) => `/api/tasks?page=${1 + (n * 37) % Math.max(1, tasks / 20)}`,
    atMostMs: 5,
  },
  { what: "… sorted by name", path: () => "/api/tasks?sort=name", atMostMs: 20 },
  { what: "… sorted by next run", path: () => "/api/tasks?sort=nextRunAt", atMostMs: 20 },
  { what: "… sorted by last run", path: () => "/api/tasks?sort=-lastRunAt", atMostMs: 20 },
  { what: "… filtered by label", path: (n) => `/api/tasks?label=group+${n % 50}`, atMostMs: 20 },
  { what: "… filtered by status", path: () => "/api/tasks?status=running", atMostMs: 20 },
  { what: "… of the view of failing tasks", path: () => "/api/tasks?view=failing", atMostMs: 20 },
  { what: "a search for a name", path: (n) => `/api/tasks?q=task+${n}`, atMostMs: 20 },
  { what: "a search for a part of a command", path: (n) => `/api/tasks?q=report_${n}`, atMostMs: 20 },
  { what: "a search for what no task contains", path: () => "/api/tasks?q=nowhere", atMostMs: 20 },
];

export const runLists: readonly Request[] = [
  { what: "the list", path: () => "/api/runs?countLimit=10000", atMostMs: 20 },
  { what: "its 100th page", path: () => "/api/runs?countLimit=10000&page=100", atMostMs: 20 },
  { what: "by name", path: (n) => `/api/runs?countLimit=10000&q=task+77${n}`, atMostMs: 20 },
  { what: "by a name that no run has", path: () => "/api/runs?countLimit=10000&q=nowhere", atMostMs: 20 },
  {
    what: "by script",
    path: (n) => `/api/runs?countLimit=10000&scriptPath=work%2Freport_${n}.py`,
    atMostMs: 20,
  },
  { what: "by task", path: (n) => `/api/tasks/${n + 1}/runs?countLimit=10000`, atMostMs: 20 },
  { what: "failed ones", path: () => "/api/runs?countLimit=10000&state=failed", atMostMs: 20 },
  { what: "succeeded ones", path: () => "/api/runs?countLimit=10000&state=succeeded", atMostMs: 20 },
  { what: "started by a user", path: () => "/api/runs?countLimit=10000&cause=person", atMostMs: 20 },
  {
    what: "retries, of which there are none",
    path: () => "/api/runs?countLimit=10000&cause=retry",
    atMostMs: 20,
  },
  { what: "by label", path: (n) => `/api/runs?countLimit=10000&label=group+${n % 50}`, atMostMs: 20 },
  { what: "of one day a month ago", path: () => `/api/runs?countLimit=10000&${dayAgo(30)}`, atMostMs: 20 },
  { what: "the overview", path: () => "/api/overview", atMostMs: 100 },
  { what: "the overview of two weeks", path: () => "/api/overview/week", atMostMs: 100 },
];

function dayAgo(days: number): string {
  const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
  const from = Date.now() - days * 86_400_000;
  return `from=${at(from)}&to=${at(from + 86_400_000)}`;
}

/** Measures lists and changes at several numbers of tasks: promises at the largest that they are for, and their growth. */
export async function measureGrowth(): Promise<{ measurements: Measurement[]; growths: Growth[] }> {
  const measurements: Measurement[] = [];
  const medians = new Map<string, { unit: string; values: number[] }>();
  const grow = (what: string, unit: string, values: readonly number[]) => {
    const growth = medians.get(what) ?? { unit, values: [] };
    growth.values.push(percentile(values, 0.5));
    medians.set(what, growth);
  };
  for (const tasks of sizes) {
    await using bare = await BareServer.open();
    await using bench = await BenchPanel.open({ contents: () => ({ tasks }) });
    const { panel } = bench;
    const floor = { name: "bare Hono route", values: await rounds(() => fetchItems(bare)) };
    const add = (what: string, values: number[], atMost: number, largest: number) => {
      grow(`${what}, p95`, "ms", values);
      if (tasks < 10_000) return;
      const promise = tasks <= largest ? { promise: { atMost } } : {};
      const title = `${what}, ${tasks.toLocaleString("en")} tasks, p95`;
      measurements.push({ what: title, unit: "ms", panel: values, floor, ...promise });
    };
    for (const { what, path, atMostMs } of taskLists) {
      const values = await rounds((n) => panel.json(path(n, tasks)));
      add(what, values, atMostMs, atMostMs === 5 ? 100_000 : 10_000);
    }
    add("creating a task", await rounds((n) => createTask(panel, n)), 5, 100_000);
    grow("time to ready", "ms", [panel.readyMs]);
    await rest(2_000);
    grow("resident memory after these requests", "MiB", [(await memoryOf(panel.pid)).resident / MEBIBYTE]);
  }
  const growths = [...medians].map(([what, { unit, values }]) => ({ what, unit, medians: values }));
  return { measurements, growths };
}

/** Measures lists of runs in a data folder with 10,000 tasks and a million runs. */
export async function measureRunLists(dataDir: string): Promise<Measurement[]> {
  await using bare = await BareServer.open();
  await using panel = await startOver(dataDir);
  await panel.logIn();
  const floor = { name: "bare Hono route", values: await rounds(() => fetchItems(bare)) };
  const measurements: Measurement[] = [];
  for (const { what, path, atMostMs } of runLists) {
    const values = await rounds((n) => panel.json(path(n, 10_000)));
    const promise = { atMost: atMostMs };
    measurements.push({ what: `a million runs: ${what}, p95`, unit: "ms", panel: values, floor, promise });
  }
  measurements.push({
    what: "… the longest that another request takes meanwhile",
    unit: "ms",
    panel: await longestMeanwhile(panel, () => panel.json("/api/overview")),
    floor: { name: "the same without the overview", values: await longestMeanwhile(panel, () => rest(50)) },
    promise: { atMost: 20 },
  });
  return measurements;
}

// How long the event loop is held up shows in a request that costs nothing. Returns the longest of each round (ms).
async function longestMeanwhile(panel: PanelProcess, action: () => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let isDone = false;
    const busy = timeEach(MIN_REQUESTS, 1, action).finally(() => isDone = true);
    const times: number[] = [];
    while (!isDone) {
      times.push(...await timeEach(1, 1, () => panel.json("/api/health")));
      await rest(5);
    }
    await busy;
    values.push(Math.max(...times));
  }
  return values;
}

/** Returns the 95th percentile of each round (ms). */
async function rounds(request: (n: number) => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    const deadline = performance.now() + ROUND_MS;
    while (times.length < MIN_REQUESTS || (times.length < REQUESTS && performance.now() < deadline)) {
      times.push(...await timeEach(1, 1, () => request(times.length)));
    }
    values.push(percentile(times, 0.95));
  }
  return values;
}

async function fetchItems({ address }: BareServer): Promise<void> {
  await (await fetch(`${address}/items`)).json();
}

async function createTask(panel: PanelProcess, n: number): Promise<void> {
  await panel.json("/api/tasks", { json: { name: `new ${n}`, command: "true", schedules: ["0 0 1 1 *"] } });
}
