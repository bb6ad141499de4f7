// What several machines cost and bring, measured on one: panels and workers over PostgreSQL, all on the same processors, in
// rounds with a single machine. Only ratios to what was measured in the same run say something.
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { until } from "../support/until.ts";
import { BenchCluster } from "./bench_cluster.ts";
import { lateness, lines, throughput } from "./measure_panel_runs.ts";
import { createTasks } from "./measure_runs.ts";
import type { Figures } from "./report.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 3;
/** Nothing further is measured after this time: on a machine this slow, the figures say little. */
const LIMIT_MS = 240_000;
const TASKS = 100;
const CAPACITY = 64;
/** Numbers of workers that are compared. */
const workerCounts = [1, 2, 4] as const;

export const columns = ["single machine", "1 worker", "2 workers", "4 workers"] as const;
const figures = {
  runs: "runs per second, 8 at once",
  p50: "lateness of 10 tasks due each second, p50, ms",
  p99: "… p99, ms",
  firstLine: "from the request to the first line, ms",
  logLag: "from a printed line to another panel, p50, ms",
  takeOver: "from the kill of the panel to the next due time, ms",
  statements: "statements in the database for each run",
  ordered: "transactions for each run that wait for each other",
} as const;

type Add = (figure: keyof typeof figures, column: string, value: number) => void;

/**
 * Measures in rounds, each a single machine, then 1, 2 and 4 workers; returns how many were completed in time. Throws when there is
 * no PostgreSQL.
 */
export async function measureMachines(): Promise<{ figures: Figures; rounds: number }> {
  const found: Figures = {};
  const add: Add = (figure, column, value) => {
    const row = found[figures[figure]] ??= {};
    (row[column] ??= []).push(value);
  };
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > LIMIT_MS;
  let rounds = 0;
  while (rounds < ROUNDS) {
    if (isOver()) break;
    await measureSingle(add);
    if (!await measureSeveral(add, isOver)) break;
    rounds++;
  }
  return { figures: found, rounds };
}

async function measureSingle(add: Add): Promise<void> {
  const [column] = columns;
  const folder = await Deno.makeTempDir({ prefix: "sundial-bench-" });
  const start = (cookie = "") => PanelProcess.start({ dataDir: join(folder, "data"), setUp: true, cookie });
  let panel = await start();
  try {
    await panel.logIn();
    await measureRuns(panel, column, add);
    await measureLines(panel, panel, column, add);
    await createTasks(panel, 1, ["* * * * * *"]);
    const before = await waitForDue(panel);
    const killedAt = Date.now();
    await panel.kill();
    panel = await start(panel.cookie);
    add("takeOver", column, await nextDue(panel, before, killedAt));
  } finally {
    await panel[Symbol.asyncDispose]();
    await removeDataDir(folder);
  }
}

// Returns false when the time was over before the end.
async function measureSeveral(add: Add, isOver: () => boolean): Promise<boolean> {
  await using cluster = await BenchCluster.open();
  const panels = [await cluster.startPanel("panel-1"), await cluster.startPanel("panel-2")] as const;
  let started = 0;
  for (const count of workerCounts) {
    if (isOver()) return false;
    while (started < count) await cluster.startWorker({ name: `worker-${++started}`, capacity: CAPACITY });
    const column = count === 1 ? columns[1] : `${count} workers`;
    await measureRuns(panels[0], column, add, cluster);
    await measureLines(panels[0], panels[1], column, add);
  }
  await createTasks(panels[0], 1, ["* * * * * *"]);
  const before = await waitForDue(panels[0]);
  const killedAt = Date.now();
  await panels[0].kill();
  add("takeOver", columns[3], await nextDue(panels[1], before, killedAt));
  return true;
}

async function measureRuns(
  panel: PanelProcess,
  column: string,
  add: Add,
  cluster?: BenchCluster,
): Promise<void> {
  const tasks = await createTasks(panel, TASKS, "manual");
  // The first runs load what the others find loaded.
  await throughput(panel, tasks.slice(0, TASKS / 4));
  await cluster?.sql.query("select pg_stat_statements_reset()");
  add("runs", column, await throughput(panel, tasks));
  if (cluster) {
    const calls = (condition: string) =>
      cluster.number(`select coalesce(sum(calls), 0) from pg_stat_statements where ${condition}`);
    add("statements", column, await calls("true") / TASKS);
    add("ordered", column, await calls("query like '%pg_advisory_xact_lock(%'") / TASKS);
  }
  const { p50, p99 } = await lateness(panel);
  add("p50", column, p50);
  add("p99", column, p99);
}

async function measureLines(
  panel: PanelProcess,
  reader: PanelProcess,
  column: string,
  add: Add,
): Promise<void> {
  const { firstLine, logLag } = await lines(panel, reader);
  add("firstLine", column, firstLine);
  add("logLag", column, percentile(logLag, 0.5));
}

async function waitForDue(panel: PanelProcess): Promise<Run> {
  const [last] = await newestRuns(panel);
  return await until("a planned run", async () => {
    const [run] = (await newestRuns(panel)).filter(({ id }) => id > (last?.id ?? 0));
    return run ?? null;
  }, 50);
}

// The first due time after the kill, decided by whoever plans then.
async function nextDue(panel: PanelProcess, after: Run, killedAt: number): Promise<number> {
  return await until("another panel to plan", async () => {
    const times = (await newestRuns(panel)).filter(({ id }) => id > after.id)
      .map(({ queuedAt }) => Date.parse(queuedAt)).filter((at) => at > killedAt);
    return times.length > 0 && Math.min(...times) - killedAt;
  }, 50);
}

async function newestRuns(panel: PanelProcess): Promise<Run[]> {
  return (await panel.json<List<Run>>("/api/runs?pageSize=50")).items;
}
