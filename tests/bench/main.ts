// deno-lint-ignore-file no-console -- what a command says goes to its console
// Measures the panel beside the floor of the same run: `deno task bench`. Two shared cores: ratios mean something, single
// times do not.
import { bareSpawnsPerSecond, lateness, panelRunsPerSecond } from "./measure_runs.ts";
import { measureBare, measurePanel } from "./measure_http.ts";
import { firstPageBytes } from "./measure_page.ts";
import { type Difference, loginDifference, tokenDifference } from "./measure_timing.ts";

const RUNS = 500;
const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const rows: [what: string, panel: string, floor: string, ratio: string][] = [];
const add = (what: string, panel: string, floor = "", ratio = "") => rows.push([what, panel, floor, ratio]);

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
add(
  "memory idle, no tasks",
  mebibytes(empty.residentBytes),
  `${mebibytes(bare.residentBytes)} (bare server)`,
  ratio(empty.residentBytes, bare.residentBytes),
);
add(
  "memory idle, 10,000 tasks",
  mebibytes(full.residentBytes),
  `${mebibytes(bare.residentBytes)} (bare server)`,
  ratio(full.residentBytes, bare.residentBytes),
);
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
const said = ({ ms, uncertainMs }: Difference) => `${ms.toFixed(3)} ± ${uncertainMs.toFixed(3)} ms`;
add("failed login, known less unknown name", said(await loginDifference(2000)), "1 ms (promise)");
add("wrong token, first less last sign", said(await tokenDifference(5000)), "1 ms (promise)");
add("first page, brotli", `${((await firstPageBytes()) / 1000).toFixed(1)} kB`, "150 kB (target)");

const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
console.log(
  ["", "panel", "floor", "ratio"].map((head, column) => head.padEnd(widths[column] ?? 0)).join("  "),
);
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
