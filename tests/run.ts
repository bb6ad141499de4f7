// deno-lint-ignore-file no-console -- what a command says goes to its console
// Runs the tests: everything, or what the arguments name. What they need is made first: the page, a browser.
// The last line is `N passed, N failed`, and the exit code says the same.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { provideChromium } from "./runner/provide_chromium.ts";
import { addCounts, closingLine, type Count, readJunit } from "./runner/read_junit.ts";
import { runDeno } from "./runner/run_command.ts";

const MINUTE_MS = 60_000;
const root = join(import.meta.dirname!, "..");

interface Group {
  paths: string[];
  /** Whether files may run beside each other: not where tests measure time or drive a browser. */
  parallel: boolean;
  limitMs: number;
  needs: readonly ("page" | "browser")[];
}

// Limits that together stay below 90 minutes, the install of a browser included.
const groups: Record<string, Group> = {
  quick: {
    paths: ["server", "web", "tools", "tests/runner", "tests/support", "tests/house", "tests/api"],
    parallel: true,
    limitMs: 10 * MINUTE_MS,
    needs: [],
  },
  engine: {
    paths: ["tests/engine", "tests/conformance"],
    parallel: false,
    limitMs: 20 * MINUTE_MS,
    needs: [],
  },
  executable: { paths: ["tests/executable"], parallel: false, limitMs: 5 * MINUTE_MS, needs: ["page"] },
  e2e: { paths: ["tests/e2e"], parallel: false, limitMs: 45 * MINUTE_MS, needs: ["page", "browser"] },
};

const checks = [["fmt", "--check"], ["lint"], ["check", "--quiet"]];

const nothing: Count = { passed: 0, failed: 0, skipped: 0 };
const oneFailed: Count = { ...nothing, failed: 1 };

async function runChecks(): Promise<Count> {
  const counts: Count[] = [];
  for (const args of checks) {
    console.log(`\n── deno ${args.join(" ")}`);
    counts.push(await runDeno(args, 5 * MINUTE_MS) === 0 ? { ...nothing, passed: 1 } : oneFailed);
  }
  return addCounts(counts);
}

async function runGroup(name: string, group: Group): Promise<Count> {
  const paths = group.paths.filter((path) => holdsTests(join(root, path)));
  console.log(`\n── ${name}: ${paths.join(" ") || "no tests yet"}`);
  if (paths.length === 0) return nothing;
  if (group.needs.includes("page") && await runDeno(["run", "-A", "tools/page.ts"], 5 * MINUTE_MS) !== 0) {
    return oneFailed;
  }
  const browser = group.needs.includes("browser") ? await provideChromium() : undefined;
  if (browser === null) return nothing;
  const report = join(root, "dist", `junit_${name}.xml`);
  rmSync(report, { force: true });
  const started = performance.now();
  const variables = browser === undefined ? {} : { SUNDIAL_CHROMIUM: browser };
  const code = await runDeno(testArguments(group, report, paths), group.limitMs, variables);
  console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return readOutcome(report, code);
}

function testArguments(group: Group, report: string, paths: string[]): string[] {
  const parallel = group.parallel ? ["--parallel"] : [];
  return ["test", "-A", "--frozen", "--no-check", ...parallel, `--junit-path=${report}`, ...paths];
}

/** A file that does not load, a leak, a time out end `deno test` with a code but may leave no failed test: they count as one. */
function readOutcome(report: string, code: number): Count {
  const count = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : oneFailed;
  return code !== 0 && count.failed === 0 ? addCounts([count, oneFailed]) : count;
}

function holdsTests(folder: string): boolean {
  return existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((path) => /_test\.tsx?$/.test(String(path)));
}

async function run(wanted: string[]): Promise<Count> {
  const counts: Count[] = [];
  if (wanted.includes("checks")) counts.push(await runChecks());
  for (const [name, group] of Object.entries(groups)) {
    if (wanted.includes(name)) counts.push(await runGroup(name, group));
  }
  return addCounts(counts);
}

/** Takes away the settings of whoever runs the tests, which a panel that a test opens must not meet; no colours in a file. */
function tidyEnvironment(): void {
  const settings = Object.keys(Deno.env.toObject()).filter((name) => name.startsWith("SUNDIAL_"));
  if (!Deno.stdout.isTerminal()) Deno.env.set("NO_COLOR", "1");
  for (const name of settings) if (name !== "SUNDIAL_CHROMIUM") Deno.env.delete(name);
}

const known = ["checks", ...Object.keys(groups)];
const unknown = Deno.args.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}; the groups are ${known.join(", ")}`);
  Deno.exit(2);
}
Deno.chdir(root);
tidyEnvironment();
const count = await run(Deno.args.length > 0 ? Deno.args : known);
console.log(`\n${closingLine(count)}`);
Deno.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
