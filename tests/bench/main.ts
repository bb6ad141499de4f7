// deno-lint-ignore-file no-console -- output of a command
// Measures the panel and, in the same run, a baseline: `deno task bench`; `deno task bench machines` measures only several
// machines. On two shared cores, only the ratios are meaningful.
import { bareSpawnsPerSecond, lateness, panelRunsPerSecond } from "./measure_runs.ts";
import { measureBare, measurePanel } from "./measure_http.ts";
import { measurePage } from "./measure_page.ts";
import type { PageWeight } from "../support/page_weight.ts";
import { measureFiles } from "./measure_files.ts";
import { measureMachines, tableOf } from "./measure_cluster.ts";
import { findPostgres } from "../support/postgres_server.ts";
import { type Difference, loginDifference, tokenDifference } from "./measure_timing.ts";

const RUNS = 500;
const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const rows: [what: string, panel: string, floor: string, ratio: string][] = [];
const add = (what: string, panel: string, floor = "", ratio = "") => rows.push([what, panel, floor, ratio]);

async function measureOne(): Promise<void> {
  const spawns = await bareSpawnsPerSecond(RUNS);
  const runs = await panelRunsPerSecond(RUNS);
  add(
    "runs per second, 8 at once",
    runs.toFixed(0),
    `${spawns.toFixed(0)} (bare spawns)`,
    (runs / spawns).toFixed(2),
  );

  const late = await lateness(200, 20);
  add("lateness, 200 tasks due each second", `p50 ${late.p50} ms, p99 ${late.p99} ms`);
  add("… runs started, skipped", `${late.started}, ${late.skipped}`);

  const bare = await measureBare();
  const empty = await measurePanel(0);
  const full = await measurePanel(10_000);
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  add(
    "list of 10,000 tasks, p95",
    `${full.p95Ms.toFixed(1)} ms`,
    `${bare.p95Ms.toFixed(1)} ms (bare route)`,
    ratio(full.p95Ms, bare.p95Ms),
  );
  const addMemory = (what: string, panel: number, floor: number) =>
    add(what, mebibytes(panel), `${mebibytes(floor)} (bare server)`, ratio(panel, floor));
  addMemory("memory after the start, no tasks", empty.residentBytes, bare.residentBytes);
  addMemory("memory after the start, 10,000 tasks", full.residentBytes, bare.residentBytes);
  addMemory("memory idle, no tasks", empty.idleBytes, bare.idleBytes);
  addMemory("memory idle, 10,000 tasks", full.idleBytes, bare.idleBytes);
  add(
    "time to ready, no tasks",
    `${empty.readyMs.toFixed(0)} ms`,
    `${bare.readyMs.toFixed(0)} ms (bare server)`,
    ratio(empty.readyMs, bare.readyMs),
  );
  add(
    "time to ready, 10,000 tasks",
    `${full.readyMs.toFixed(0)} ms`,
    `${bare.readyMs.toFixed(0)} ms (bare server)`,
    ratio(full.readyMs, bare.readyMs),
  );
  const { search, grep, backup, tar } = await measureFiles(2_000, 10_000);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  add("text in 2,000 logs, 20 MB", seconds(search), `${seconds(grep)} (grep)`, ratio(search, grep));
  add(
    "backup of 2,000 files, 20 MB, proved",
    seconds(backup),
    `${seconds(tar)} (tar, gzip)`,
    ratio(backup, tar),
  );
  const output = ({ ms, uncertainMs }: Difference) => `${ms.toFixed(3)} ± ${uncertainMs.toFixed(3)} ms`;
  add("failed login, known less unknown name", output(await loginDifference(2000)), "1 ms (promise)");
  add("wrong token, first less last sign", output(await tokenDifference(5000)), "1 ms (promise)");
  const { login, list } = await measurePage();
  const weight = ({ bytes, requests }: PageWeight) =>
    `${(bytes / 1000).toFixed(1)} kB in ${requests} requests`;
  add("until one can log in, on the wire", weight(login), "170 kB (target)");
  add("until the tasks are listed, on the wire", weight(list), "200 kB (target)");

  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(
    ["", "panel", "floor", "ratio"].map((head, column) => head.padEnd(widths[column] ?? 0)).join("  "),
  );
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

async function measureSeveral(): Promise<void> {
  if (findPostgres() === null) {
    console.log("Several machines were not measured: there is no PostgreSQL; install Debian's postgresql");
    return;
  }
  const { figures, rounds } = await measureMachines();
  console.log(`\nSeveral machines, all on this one: median, least and most of ${rounds} complete rounds\n`);
  console.log(tableOf(figures));
}

if (!Deno.args.includes("machines")) await measureOne();
await measureSeveral();
