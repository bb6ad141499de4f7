// What is measured alike on a single machine and on several: through the API of the panel that plans.
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { allRuns } from "./measure_runs.ts";
import { percentile, timeEach } from "./statistics.ts";

/** Runs at a time, on all machines together. */
const AT_ONCE = 8;
const AT_ONCE_WHEN_DUE = 64;
/** As many tasks are due in each second. */
const DUE_PER_SECOND = 10;
const DUE_SECONDS = 5;
/** Time to create them. */
const LEAD_MS = 4_000;
const LINES = 5;

/** Runs tasks at once and returns runs per second. Throws with all that is known when a run does not succeed. */
export async function throughput(panel: PanelProcess, tasks: readonly number[]): Promise<number> {
  await limit(panel, AT_ONCE);
  const after = await lastRun(panel);
  await panel.json("/api/tasks/run", { json: { ids: tasks } });
  const runs = await until("all runs to end", async () => {
    const { total } = await panel.json<List<Run>>("/api/runs?state=queued,starting,running&pageSize=1");
    if (total > 0) return null;
    const since = (await allRuns(panel)).filter(({ id }) => id > after);
    return since.length >= tasks.length && since;
  }, 100);
  await expectSuccess(panel, runs);
  const first = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt ?? "")));
  const last = Math.max(...runs.map(({ finishedAt }) => Date.parse(finishedAt ?? "")));
  return runs.length / ((last - first) / 1000);
}

async function expectSuccess(panel: PanelProcess, runs: readonly Run[]): Promise<void> {
  const others = runs.filter(({ state }) => state !== "succeeded");
  if (others.length === 0) return;
  const reports: string[] = [];
  for (const run of others) {
    const log = await (await panel.fetch(`/api/runs/${run.id}/log`)).text();
    reports.push(`${JSON.stringify(run)}\n${log}`);
  }
  throw new Error(`${others.length} runs did not succeed:\n${reports.join("\n")}`);
}

export interface Lateness {
  p50: number;
  p99: number;
}

/** Makes tasks due in each of some seconds, each once; returns how late their processes began, in ms. */
export async function lateness(panel: PanelProcess): Promise<Lateness> {
  await limit(panel, AT_ONCE_WHEN_DUE);
  const after = await lastRun(panel);
  const endAt = await createDueTasks(panel);
  await rest(endAt - Date.now());
  await until(
    "the last to end",
    async () =>
      (await panel.json<List<Run>>("/api/runs?state=queued,starting,running&pageSize=1")).total === 0,
    100,
  );
  const lags = (await allRuns(panel)).filter(({ id }) => id > after).flatMap(({ lagMs }) => lagMs ?? []);
  return { p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) };
}

// Returns when the last is due. On a slow machine, the first attempts are not in time for their own due times; they are then due
// the next day.
async function createDueTasks(panel: PanelProcess): Promise<number> {
  for (let leadMs = LEAD_MS;; leadMs *= 2) {
    const firstAt = Date.now() + leadMs;
    const seconds = Array.from({ length: DUE_SECONDS }, (_, n) => firstAt + n * 1_000);
    await timeEach(DUE_SECONDS * DUE_PER_SECOND, 8, async (index) => {
      const at = new Date(seconds[index % DUE_SECONDS]!);
      const schedule = `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
      const task = { name: `due ${index}`, command: "true", schedules: [schedule], timeZone: "UTC" };
      await panel.json("/api/tasks", { json: task });
    });
    if (Date.now() < firstAt - 1_000) return seconds.at(-1)! + 1_000;
  }
}

export interface Lines {
  /** From the request to run a task to the first line of its process, in ms. */
  firstLine: number;
  /** From a line that a process prints to that line in the live log of `reader`, in ms. */
  logLag: number[];
}

/** Runs a task that prints lines, and reads its live log on a panel. */
export async function lines(panel: PanelProcess, reader: PanelProcess): Promise<Lines> {
  const command = `for n in $(seq ${LINES}); do date +%s%3N; sleep 0.2; done`;
  const { id } = await panel.json<Task>("/api/tasks", {
    json: { name: "lines", command, schedules: "manual" },
  });
  const requestedAt = Date.now();
  await panel.json("/api/tasks/run", { json: { ids: [id] } });
  const { items: [run] } = await panel.json<List<Run>>(`/api/tasks/${id}/runs?pageSize=1`);
  const printed = await readTimes(reader, run!.id);
  return {
    firstLine: printed[0]!.printedAt - requestedAt,
    logLag: printed.map(({ printedAt, readAt }) => readAt - printedAt),
  };
}

// The stream begins once the panel knows the log.
async function readTimes(
  panel: PanelProcess,
  runId: number,
): Promise<{ printedAt: number; readAt: number }[]> {
  const found = new Map<string, { printedAt: number; readAt: number }>();
  const response = await panel.fetch(`/api/runs/${runId}/log/stream`);
  if (!response.ok || !response.body) throw new Error(`the live log was answered with ${response.status}`);
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const readAt = Date.now();
    for (const [, time] of text.matchAll(/(?<!\d)(\d{13})(?!\d)/g)) {
      if (!found.has(time!)) found.set(time!, { printedAt: Number(time), readAt });
    }
    if (found.size >= LINES) break;
  }
  return [...found.values()];
}

async function limit(panel: PanelProcess, concurrency: number): Promise<void> {
  await panel.json("/api/settings", { method: "PATCH", json: { concurrency } });
}

// The newest; 0 when there is none.
async function lastRun(panel: PanelProcess): Promise<number> {
  const { items: [run] } = await panel.json<List<Run>>("/api/runs?pageSize=1");
  return run?.id ?? 0;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
