// How late processes begin, as they say themselves: each appends its due time and its start to a file.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { BenchPanel, rest } from "./bench_panel.ts";
import { createTasks } from "./measure_runs.ts";
import type { Measurement } from "./report.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 3;
const SECONDS = 10;
const ORDERS = 30;

interface Late {
  p50: number[];
  p99: number[];
  /** The latest of all processes of an instant. */
  worst: number[];
}

/** Measures lateness at a number of runs per second, beside a bare program that starts the same. */
export async function measureLateness(perSecond: number): Promise<Measurement[]> {
  const [panel, bare] = [newLate(), newLate()];
  for (let round = 0; round < ROUNDS; round++) {
    add(bare, await bareLateness(perSecond, SECONDS));
    add(panel, await panelLateness(perSecond, SECONDS));
  }
  const row = (key: "p50" | "p99"): Measurement => ({
    what: `lateness of ${perSecond} runs a second, ${key}`,
    unit: "ms",
    panel: panel[key],
    floor: { name: "the same from a bare Deno timer", values: bare[key] },
    ...(key === "p99" && { promise: { atMostBeyond: 50 } }),
  });
  return [row("p50"), row("p99")];
}

/** Measures how long it takes until the last of 200 tasks due in one instant has begun; they all may run at once. */
export async function measureBurst(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open({ settings: { concurrency: 200, timeZone: "UTC" } });
  await createTasks(bench.panel, 200, ["*/5 * * * * *"], { command: reporting(bench.reports) });
  await rest(22_000);
  const late = newLate();
  const instants = Map.groupBy(await readReports(bench.reports), ({ dueAt }) => dueAt);
  for (const starts of instants.values()) {
    if (starts.length === 200) late.worst.push(Math.max(...starts.map(({ lateMs }) => lateMs)));
  }
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) bare.push(Math.max(...await bareLateness(200, 1)));
  return [{
    what: "200 tasks due in one instant, until the last has begun",
    unit: "ms",
    panel: late.worst,
    floor: { name: "the same from a bare Deno timer", values: bare },
    promise: { atMost: 2000 },
  }];
}

/** Measures the time from the request to run a task to its first line. */
export async function measureFirstLine(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open();
  const [id = 0] = await createTasks(bench.panel, 1, "manual", {
    command: `echo 0 $EPOCHREALTIME >> '${bench.reports}'`,
  });
  const panel: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    panel.push(percentile(await orders(bench.panel, id, bench.reports), 0.5));
    const times: number[] = [];
    for (let n = 0; n < ORDERS; n++) {
      const from = Date.now();
      const args = ["bash", "-c", "echo $EPOCHREALTIME"];
      const { stdout } = await new Deno.Command("setsid", { args }).output();
      times.push(1000 * Number(new TextDecoder().decode(stdout)) - from);
    }
    bare.push(percentile(times, 0.5));
  }
  return [{
    what: "from the order to the first line, p50",
    unit: "ms",
    panel,
    floor: { name: "`setsid bash` from a bare Deno program", values: bare },
    promise: { atMost: 20 },
  }];
}

async function orders(panel: PanelProcess, id: number, file: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ORDERS; n++) {
    await Deno.writeTextFile(file, "");
    const from = Date.now();
    await panel.json("/api/tasks/run", { json: { ids: [id] } });
    while ((await Deno.stat(file)).size === 0) await rest(2);
    const [line] = await readReports(file);
    times.push((line?.lateMs ?? Number.NaN) - from);
    await rest(100); // until the run has ended
  }
  return times;
}

async function panelLateness(perSecond: number, seconds: number): Promise<number[]> {
  // Each of ten groups is due every ten seconds, at its own second: the load is even, and no task overlaps itself.
  const contents = (reports: string) => ({
    tasks: 10 * perSecond,
    everySecond: { command: reporting(reports) },
  });
  await using bench = await BenchPanel.open({ contents, settings: { concurrency: 64, timeZone: "UTC" } });
  await until("the first run", () => existsSync(bench.reports));
  await rest(2_000);
  const from = Date.now();
  await rest((seconds + 2) * 1000);
  const starts = await readReports(bench.reports);
  return starts.flatMap(({ dueAt, lateMs }) => dueAt > from && dueAt < from + seconds * 1000 ? [lateMs] : []);
}

async function bareLateness(perSecond: number, seconds: number): Promise<number[]> {
  const file = await Deno.makeTempFile();
  const program = join(import.meta.dirname!, "bare_scheduler.ts");
  const args = ["run", "-A", program, String(perSecond), String(seconds), file];
  const { success } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error("the bare scheduler failed");
  const starts = await readReports(file);
  await Deno.remove(file);
  return starts.map(({ lateMs }) => lateMs);
}

function reporting(file: string): string {
  return `echo "$SUNDIAL_SCHEDULED_AT $EPOCHREALTIME" >> '${file}'`;
}

async function readReports(file: string): Promise<{ dueAt: number; lateMs: number }[]> {
  const text = await Deno.readTextFile(file);
  return text.trim().split("\n").map((line) => {
    const [due = "", started] = line.split(" ");
    const dueAt = /^\d+$/.test(due) ? Number(due) : Date.parse(due);
    return { dueAt, lateMs: 1000 * Number(started) - dueAt };
  });
}

function newLate(): Late {
  return { p50: [], p99: [], worst: [] };
}

function add(late: Late, times: readonly number[]): void {
  late.p50.push(percentile(times, 0.5));
  late.p99.push(percentile(times, 0.99));
}
