// deno-lint-ignore-file no-console -- output of a command
// Measures the panel and, in the same run, a baseline: `deno task bench [part…]`. It takes about 20 minutes and prints Markdown
// for docs/measurements.md. On shared cores, only the ratios are meaningful.
import { cpus, loadavg } from "node:os";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { fillDatabase } from "./fill_database.ts";
import { findPostgres } from "../support/postgres_server.ts";
import { measureMachines, tableOf } from "./measure_cluster.ts";
import { measureFiles } from "./measure_files.ts";
import { measureBurst, measureFirstLine, measureLateness } from "./measure_lateness.ts";
import { measureGrowth, measureRunLists, sizes } from "./measure_lists.ts";
import { measureOutput, measureViewers } from "./measure_output.ts";
import { measurePage } from "./measure_page.ts";
import { measureRuns } from "./measure_runs.ts";
import { measureIdle, measureReady } from "./measure_start.ts";
import { measureTiming } from "./measure_timing.ts";
import { growthTable, type Measurement, measurementTable } from "./report.ts";

const million = { tasks: 10_000, runs: 1_000_000 };
const folders: string[] = [];
let fullDir: Promise<string> | undefined;

/** Each part prints its tables once it is done. */
const parts: Record<string, () => Promise<void>> = {
  ready: async () => printTable(await measureReady(await newFolder(), await millionRuns())),
  idle: async () => printTable(await measureIdle(await newFolder(), await millionRuns())),
  million: async () => printTable(await measureRunLists(await millionRuns())),
  runs: async () => printTable(await measureRuns()),
  lateness: async () => {
    for (const perSecond of [100, 200]) printTable(await measureLateness(perSecond));
  },
  burst: async () => printTable(await measureBurst()),
  order: async () => printTable(await measureFirstLine()),
  output: async () => printTable(await measureOutput()),
  viewers: async () => printTable(await measureViewers()),
  growth: async () => {
    const { measurements, growths } = await measureGrowth();
    printTable(measurements);
    console.log(`How cost grows:\n\n${growthTable(sizes, growths)}\n`);
  },
  files: async () => printTable(await measureFiles()),
  timing: async () => printTable(await measureTiming()),
  page: async () => printTable(await measurePage()),
  machines: printMachines,
};

const chosen = Deno.args.length > 0 ? Deno.args : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  Deno.exit(2);
}
console.log(`${await machine()}\n`);
try {
  for (const name of chosen) {
    const startedAt = performance.now();
    await parts[name]!();
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
} finally {
  for (const folder of folders) await removeDataDir(folder);
}

function printTable(measurements: readonly Measurement[]): void {
  console.log(`${measurementTable(measurements)}\n`);
}

async function printMachines(): Promise<void> {
  if (findPostgres() === null) {
    console.log("Several machines were not measured: there is no PostgreSQL; install Debian's postgresql\n");
    return;
  }
  const { figures, rounds } = await measureMachines();
  console.log(`Several machines, all on this one: median, minimum and maximum of ${rounds} rounds:\n`);
  console.log(`${tableOf(figures)}\n`);
}

async function newFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "sundial-bench-" });
  folders.push(folder);
  return folder;
}

// Made once, because that takes half a minute.
function millionRuns(): Promise<string> {
  fullDir ??= newFolder().then(async (folder) => {
    await fillDatabase(folder, million);
    return folder;
  });
  return fullDir;
}

async function machine(): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args: ["rev-parse", "--short", "HEAD"] }).output();
  const commit = new TextDecoder().decode(stdout).trim();
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg().map((value) => value.toFixed(1)).join(", ");
  const cores = cpus();
  return `\`deno task bench\`, ${day}, commit ${commit}, Deno ${Deno.version.deno}, ${cores.length} × ${
    cores[0]?.model ?? "unknown"
  }, load average before ${load}. Each figure is the median of several rounds, with minimum and maximum.`;
}
