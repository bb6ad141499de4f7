// deno-lint-ignore-file no-console -- what a command says goes to its console
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { addCounts, type Count, nothing, oneFailed } from "./count.ts";
import { deal, type File, longestFirst, setApart } from "./deal.ts";
import type { Group } from "./groups.ts";
import { provideChromium } from "./provide_chromium.ts";
import { readJunit } from "./read_junit.ts";
import { runDeno } from "./run_command.ts";

const BUILD_LIMIT_MS = 5 * 60_000;
const MAX_WORKERS = 2;

/** Runs a group from the root of the project, after building what it needs. */
export async function runGroup(name: string, group: Group): Promise<Count> {
  const files = group.paths.flatMap(testsBelow);
  console.log(`\n── ${name}: ${group.paths.join(" ")}, ${files.length} files`);
  if (files.length === 0) return nothing;
  if (group.needs.includes("page") && !await buildPage()) return oneFailed;
  const browser = group.needs.includes("browser") ? await provideChromium() : undefined;
  if (browser === null) return nothing;
  const started = performance.now();
  const left = () => Math.max(1, started + group.limitMs - performance.now());
  const variables: Record<string, string> = browser === undefined ? {} : { SUNDIAL_CHROMIUM: browser };
  const count = group.way === "dealt"
    ? await runDealt(name, group, { left, variables })
    : await runTogether(name, group, { left, variables });
  console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return count;
}

interface Conditions {
  /** Time left for the group (ms). */
  left(): number;
  variables: Record<string, string>;
}

async function runTogether(name: string, group: Group, { left, variables }: Conditions): Promise<Count> {
  const report = freshReport(name);
  const parallel = group.way === "workers" ? ["--parallel"] : [];
  const paths = group.paths.filter((path) => testsBelow(path).length > 0);
  const { code } = await runDeno(testArguments(report, [...parallel, ...paths]), {
    limitMs: left(),
    variables,
  });
  return readOutcome(report, code);
}

async function runDealt(name: string, group: Group, { left, variables }: Conditions): Promise<Count> {
  const [many, alone] = setApart(group.paths.flatMap(testsBelow), group.alone ?? []);
  const runFile = async ({ path }: File) => {
    const report = freshReport(`${name}_${basename(path, ".ts")}`);
    const args = testArguments(report, [path]);
    const { code, output } = await runDeno(args, { limitMs: left(), variables, output: "held" });
    console.log(output.trim());
    return readOutcome(report, code);
  };
  const workers = Math.min(MAX_WORKERS, navigator.hardwareConcurrency);
  const counts = await deal(longestFirst(many, group.longest ?? []), workers, runFile);
  return addCounts([...counts, ...await deal(alone, 1, runFile)]);
}

function testArguments(report: string, more: string[]): string[] {
  return ["test", "-A", "--frozen", "--no-check", `--junit-path=${report}`, ...more];
}

/** Removes an old report, because a file that does not load writes none. */
function freshReport(name: string): string {
  const report = join("dist", `junit_${name}.xml`);
  rmSync(report, { force: true });
  return report;
}

/**
 * A file that does not load, a leak or a timeout makes `deno test` exit with a code but may leave no failed test: it counts as
 * one.
 */
function readOutcome(report: string, code: number): Count {
  const count = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : oneFailed;
  return code !== 0 && count.failed === 0 ? addCounts([count, oneFailed]) : count;
}

async function buildPage(): Promise<boolean> {
  return (await runDeno(["run", "-A", "tools/page.ts"], { limitMs: BUILD_LIMIT_MS })).code === 0;
}

function testsBelow(folder: string): File[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }).map(String).filter((name) =>
    /_test\.tsx?$/.test(name)
  );
  return names.sort().map((name) => join(folder, name)).map((path) => ({ path, size: statSync(path).size }));
}
