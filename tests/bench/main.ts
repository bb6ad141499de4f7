// deno-lint-ignore-file no-console -- output of a command
// Measures the panel and, in the same run, a baseline: `deno task bench [--record] [part…]`. It takes about 25 minutes and
// prints Markdown; with `--record`, it also writes each part to docs/measurements/<part>.md. On shared cores, only the
// ratios are meaningful.
import { describeRun } from "../support/describe_run.ts";
import { recordPart } from "../support/record_part.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { fillDatabase } from "./fill_database.ts";
import { findPostgres } from "../support/postgres_server.ts";
import { measureBrowser } from "./measure_browser.ts";
import { columns, measureMachines } from "./measure_cluster.ts";
import { measureConfiguration } from "./measure_configuration.ts";
import { measureFlows } from "./measure_flows.ts";
import { measureFiles } from "./measure_files.ts";
import { measureBurst, measureFirstLine, measureLateness } from "./measure_lateness.ts";
import { measureLabels } from "./measure_labels.ts";
import { measureGrowth, measureRunLists, sizes } from "./measure_lists.ts";
import { measureOutput, measureViewers } from "./measure_output.ts";
import { measurePage } from "./measure_page.ts";
import { measurePeers } from "./measure_peers.ts";
import { measureRuns } from "./measure_runs.ts";
import { measureIdle, measureReady } from "./measure_start.ts";
import { measureWebhooks } from "./measure_webhooks.ts";
import { measureTiming } from "./measure_timing.ts";
import { figureTable, growthTable, measurementTable } from "./report.ts";

const million = { tasks: 10_000, runs: 1_000_000 };
const folders: string[] = [];
let fullDir: Promise<string> | undefined;

/** Measures each part and returns its result as Markdown. */
const parts: Record<string, () => Promise<string>> = {
  ready: async () => measurementTable(await measureReady(await newFolder(), await millionRuns())),
  idle: async () => measurementTable(await measureIdle(await newFolder(), await millionRuns())),
  million: async () => measurementTable(await measureRunLists(await millionRuns())),
  labels: async () => measurementTable(await measureLabels(await millionRuns())),
  webhooks: async () => measurementTable(await measureWebhooks()),
  configuration: async () => measurementTable(await measureConfiguration()),
  flows: async () => measurementTable(await measureFlows()),
  runs: async () => measurementTable(await measureRuns()),
  lateness: async () => measurementTable([...await measureLateness(100), ...await measureLateness(200)]),
  burst: async () => measurementTable(await measureBurst()),
  order: async () => measurementTable(await measureFirstLine()),
  output: async () => measurementTable(await measureOutput()),
  viewers: async () => measurementTable(await measureViewers()),
  growth: async () => {
    const { measurements, growths } = await measureGrowth();
    return `${measurementTable(measurements)}\n\nHow cost grows:\n\n${growthTable(sizes, growths)}`;
  },
  files: async () => measurementTable(await measureFiles()),
  timing: async () => measurementTable(await measureTiming()),
  page: async () => measurementTable(await measurePage()),
  browser: async () => measurementTable(await measureBrowser()),
  machines: measureCluster,
  peers: measurePeers,
};

const isRecorded = Deno.args.includes("--record");
const named = Deno.args.filter((argument) => argument !== "--record");
const chosen = named.length > 0 ? named : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  Deno.exit(2);
}
const conditions = await describeRun();
console.log(`${conditions}\n`);
try {
  for (const name of chosen) {
    const startedAt = performance.now();
    const result = await parts[name]!();
    console.log(`${result}\n`);
    if (isRecorded) await recordPart(name, `${conditions}\n\n${result}`);
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
} finally {
  for (const folder of folders) await removeDataDir(folder);
}

async function measureCluster(): Promise<string> {
  if (findPostgres() === null) {
    return "Several machines were not measured: there is no PostgreSQL; install Debian's postgresql";
  }
  const { figures, rounds } = await measureMachines();
  return `All on one machine: median, minimum and maximum of ${rounds} rounds.\n\n${
    figureTable(columns, figures)
  }`;
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
