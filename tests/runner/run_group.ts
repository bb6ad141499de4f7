// deno-lint-ignore-file no-console -- output of a command
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { addCounts, type Count, nothing, oneFailed } from "./count.ts";
import { findPostgres, GIVEN_SERVER, PostgresServer } from "../support/postgres_server.ts";
import { type Group, groups } from "./groups.ts";
import { provideChromium } from "./provide_chromium.ts";
import { providePostgres } from "./provide_postgres.ts";
import { provideProxies } from "./provide_proxies.ts";
import { readJunit } from "./read_junit.ts";
import { runConcurrently } from "./run_concurrently.ts";
import { runDeno } from "./run_command.ts";
import { divide, listTestFiles, separate, slowestFirst, type TestFile } from "./test_files.ts";

const BUILD_LIMIT_MS = 5 * 60_000;
/** Loading what many tests share, once per module instead of once per file, saves a third of the CPU time. */
const MODULES = 4;

/** Runs a group from the root of the project, after building what it needs. */
export async function runGroup(name: string, group: Group): Promise<Count> {
  const files = filesOf(group);
  console.log(`\n── ${name}: ${group.paths.join(" ")}, ${files.length} files`);
  if (files.length === 0) return nothing;
  for (const built of ["page", "panel"] as const) {
    if (group.needs.includes(built) && !await build(built)) return oneFailed;
  }
  const browser = group.needs.includes("browser") ? await provideChromium() : undefined;
  if (browser === null) return nothing;
  if (group.needs.includes("proxies")) await provideProxies();
  if (group.needs.includes("postgres") && !await providePostgres()) return nothing;
  const started = performance.now();
  const left = () => Math.max(1, started + group.limitMs - performance.now());
  // Each file of a process would start a server of its own.
  const server = group.needs.includes("postgres") && group.mode === "process"
    ? await PostgresServer.start(findPostgres()!)
    : null;
  const variables = {
    ...group.variables,
    ...(browser !== undefined && { SUNDIAL_CHROMIUM: browser }),
    ...(server !== null && { [GIVEN_SERVER]: server.url }),
  };
  const run = { workers: runInWorkers, process: runInProcess, processes: runInProcesses }[group.mode];
  const count = await run(name, group, files, { left, variables });
  await server?.close();
  console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return count;
}

// A file that another group names runs there only.
function filesOf(group: Group): TestFile[] {
  const elsewhere = Object.values(groups).filter((other) => other !== group).flatMap(({ paths }) => paths);
  const [again] = separate((group.again ?? []).flatMap(listTestFiles), group.onlyOnce ?? []);
  return [...group.paths.flatMap(listTestFiles).filter(({ path }) => !elsewhere.includes(path)), ...again];
}

interface RunOptions {
  /** Time left for the group (ms). */
  left(): number;
  variables: Record<string, string>;
}

async function runInWorkers(name: string, _: Group, files: TestFile[], options: RunOptions): Promise<Count> {
  const folder = await Deno.makeTempDir({ prefix: "sundial-tests-" });
  try {
    for (const [index, part] of divide(files, MODULES).entries()) {
      const imports = part.map(({ path }) => `import ${JSON.stringify(`file://${resolve(path)}`)};\n`);
      await Deno.writeTextFile(join(folder, `part_${index + 1}_test.ts`), imports.join(""));
    }
    return await runTests(name, ["--parallel", "--config=deno.json", folder], options);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function runInProcess(name: string, _: Group, files: TestFile[], options: RunOptions): Promise<Count> {
  return runTests(name, files.map(({ path }) => path), options);
}

async function runInProcesses(
  name: string,
  { slowest = [], alone = [], concurrency = 1 }: Group,
  files: TestFile[],
  options: RunOptions,
): Promise<Count> {
  const [many, single] = separate(files, alone);
  const runFile = ({ path }: TestFile) =>
    runTests(`${name}_${basename(path, ".ts")}`, [path], { ...options, output: "held" });
  const counts = await runConcurrently(slowestFirst(many, slowest), concurrency, runFile);
  return addCounts([...counts, ...await runConcurrently(single, 1, runFile)]);
}

/**
 * Runs `deno test` and counts its report. A file that does not load, a leak or a timeout makes it fail but may leave no failed
 * test: that counts as one.
 */
async function runTests(
  name: string,
  args: string[],
  { left, variables, output = "shown" }: RunOptions & { output?: "shown" | "held" },
): Promise<Count> {
  const report = join("dist", `junit_${name}.xml`);
  // A file that does not load writes no report.
  rmSync(report, { force: true });
  const all = ["test", "-A", "--frozen", "--no-check", `--junit-path=${report}`, ...args];
  const ended = await runDeno(all, { limitMs: left(), variables, output });
  if (output === "held") console.log(ended.output.trim());
  const count = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : oneFailed;
  return ended.code !== 0 && count.failed === 0 ? addCounts([count, oneFailed]) : count;
}

async function build(what: "page" | "panel"): Promise<boolean> {
  return (await runDeno(["run", "-A", `tools/${what}.ts`], { limitMs: BUILD_LIMIT_MS })).code === 0;
}
