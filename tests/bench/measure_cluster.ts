// What several machines cost and bring, measured on one: panels and workers over PostgreSQL, all on the same processors. Only
// ratios to what was measured in the same run say something.
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { BenchCluster } from "./bench_cluster.ts";
import { allRuns, createTasks } from "./measure_runs.ts";
import { residentBytes } from "./resident_bytes.ts";
import { percentile } from "./statistics.ts";

/** As many at once as on the single panel that they are compared with. */
const AT_ONCE = 8;
const WARM_UP = 50;

export interface Throughput {
  workers: number;
  runsPerSecond: number;
  /** Statements that the database executed for each run. */
  statements: number;
  /** Transactions for each run that wait for each other. */
  ordered: number;
}

/** Runs `times` tasks at once on some workers; returns runs per second. Eight run at a time in all. */
export async function clusterThroughput(workers: number, times: number): Promise<Throughput> {
  await using cluster = await BenchCluster.open();
  const panel = await cluster.startPanel("panel-1");
  await panel.json("/api/settings", { method: "PATCH", json: { concurrency: AT_ONCE } });
  const capacity = AT_ONCE / workers;
  for (let n = 1; n <= workers; n++) {
    await cluster.startWorker({ name: `worker-${n}`, capacity });
  }
  await runAll(panel, cluster, WARM_UP);
  await cluster.sql.query("select pg_stat_statements_reset()");
  const runsPerSecond = await runAll(panel, cluster, times);
  const calls = (condition: string) =>
    cluster.number(`select coalesce(sum(calls), 0) from pg_stat_statements where ${condition}`);
  return {
    workers,
    runsPerSecond,
    statements: await calls("true") / times,
    ordered: await calls("query like '%pg_advisory_xact_lock(%'") / times,
  };
}

async function runAll(panel: PanelProcess, cluster: BenchCluster, times: number): Promise<number> {
  const ids = await createTasks(panel, times, "manual");
  const after = await cluster.number("select coalesce(max(id), 0) from run");
  await panel.json("/api/tasks/run", { json: { ids } });
  await until(
    "all runs to end",
    async () =>
      await cluster.number("select count(*) from run where id > $1 and finished_at is not null", [after]) >=
        times,
    100,
  );
  await expectSuccess(panel, cluster, after);
  const ms = await cluster.number("select max(finished_at) - min(started_at) from run where id > $1", [
    after,
  ]);
  return times / (ms / 1000);
}

// A run that did not succeed would make the figure too good, and is an error of the panel: it says all that is known of it.
async function expectSuccess(panel: PanelProcess, cluster: BenchCluster, after: number): Promise<void> {
  const { rows } = await cluster.sql.query(
    `select run.id, state, skip_reason, detail, exit_code, signal, epoch, node.name as node from run
      left join node on node.id = node_id where run.id > $1 and state <> 'succeeded' order by run.id`,
    [after],
  );
  if (rows.length === 0) return;
  const reports: string[] = [];
  for (const row of rows) {
    const log = await (await panel.fetch(`/api/runs/${row.id}/log`)).text();
    reports.push(`${JSON.stringify(row)}\n${log}`);
  }
  throw new Error(`${rows.length} runs did not succeed:\n${reports.join("\n")}`);
}

export interface ClusterLateness {
  p50: number;
  p99: number;
  started: number;
  skipped: number;
}

/** Makes tasks due in every second for some seconds, on two workers; returns how late their processes began. */
export async function clusterLateness(perSecond: number, seconds: number): Promise<ClusterLateness> {
  await using cluster = await BenchCluster.open();
  const panel = await cluster.startPanel("panel-1");
  await panel.json("/api/settings", { method: "PATCH", json: { concurrency: 64 } });
  for (const name of ["worker-1", "worker-2"]) {
    await cluster.startWorker({ name, capacity: 32 });
  }
  for (let group = 0; group < 10; group++) await createTasks(panel, perSecond, [`${group}/10 * * * * *`]);
  await rest(seconds * 1000);
  const runs = await allRuns(panel);
  const lags = runs.flatMap(({ lagMs }) => lagMs ?? []);
  const skipped = runs.filter(({ state }) => state === "skipped").length;
  return { p50: percentile(lags, 0.5), p99: percentile(lags, 0.99), started: lags.length, skipped };
}

export interface Reaction {
  /** From the request to run a task to the first line of its process, in ms. */
  firstLine: number[];
  /** From a line that a process prints on a worker to that line on a panel that did not start the run, in ms. */
  logLag: number[];
  /** From the kill of the panel that plans to the first due time that another one decides, in ms. */
  takeOver: number[];
  panelBytes: number;
  workerBytes: number;
}

/** Measures two panels and a worker: reaction to a request, logs, memory, and the end of the panel that plans. */
export async function clusterReactions(times: number): Promise<Reaction> {
  await using cluster = await BenchCluster.open();
  const panels = [await cluster.startPanel("panel-1"), await cluster.startPanel("panel-2")];
  const worker = await cluster.startWorker({ name: "worker-1", capacity: AT_ONCE });
  // As for the single panel, once what the start needed is released.
  await rest(60_000);
  const panelBytes = await residentBytes(panels[0]!.pid);
  const workerBytes = await residentBytes(worker.pid);
  const { firstLine, logLag } = await measureLines(panels, 4 * times);
  return {
    firstLine,
    logLag,
    takeOver: await measureTakeOver(cluster, panels, times),
    panelBytes,
    workerBytes,
  };
}

async function measureLines(
  panels: readonly PanelProcess[],
  times: number,
): Promise<Pick<Reaction, "firstLine" | "logLag">> {
  const [planning, other] = panels as [PanelProcess, PanelProcess];
  // Prints the time in ms, ten times.
  const command = "for n in 1 2 3 4 5 6 7 8 9 10; do date +%s%3N; sleep 0.3; done";
  const { id } = await planning.json<Task>("/api/tasks", {
    json: { name: "lines", command, schedules: "manual" },
  });
  const firstLine: number[] = [];
  const logLag: number[] = [];
  for (let n = 0; n < times; n++) {
    const requestedAt = Date.now();
    await planning.json("/api/tasks/run", { json: { ids: [id] } });
    const { items: [run] } = await planning.json<{ items: Run[] }>(`/api/tasks/${id}/runs?pageSize=1`);
    const printed = await readTimes(other, run!.id, 10);
    firstLine.push(printed[0]!.printedAt - requestedAt);
    logLag.push(...printed.map(({ printedAt, readAt }) => readAt - printedAt));
  }
  return { firstLine, logLag };
}

// Reads the live log of a run until it has printed as many times; the stream begins once the panel knows the log.
async function readTimes(
  panel: PanelProcess,
  runId: number,
  count: number,
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
    if (found.size >= count) break;
  }
  return [...found.values()];
}

async function measureTakeOver(
  cluster: BenchCluster,
  started: readonly PanelProcess[],
  times: number,
): Promise<number[]> {
  const panels = new Map(started.map((panel, index) => [`panel-${index + 1}`, panel]));
  await createTasks(started[0]!, 1, ["* * * * * *"]);
  const takeOver: number[] = [];
  for (let n = 0; n < times; n++) {
    const { rows: [leader] } = await cluster.sql.query(
      `select node.name from pg_stat_activity join node on application_name = 'sundial leader ' || node.id
        join pg_locks using (pid) where locktype = 'advisory' and granted`,
    );
    const panel = panels.get(leader.name)!;
    const before = await cluster.number("select coalesce(max(id), 0) from run");
    const killedAt = Date.now();
    await panel.kill();
    takeOver.push(
      await until("another panel to plan", async () => {
        const at = await cluster.number("select coalesce(min(queued_at), 0) from run where id > $1", [
          before,
        ]);
        return at > killedAt ? at - killedAt : null;
      }, 20),
    );
    panels.set(leader.name, await cluster.startPanel(leader.name));
  }
  return takeOver;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
