import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { addCounts, type Count, oneFailed } from "./count.ts";
import type { Job } from "./jobs.ts";
import { MARK } from "../support/run_mark.ts";
import { endMarked } from "./leftovers.ts";
import { readJunit } from "./read_junit.ts";
import { readUnfinished } from "./read_unfinished.ts";
import { CUT_OFF, runDeno } from "./run_command.ts";

/** No test takes that long, not even on a machine that is busy with something else. */
const LIMIT_MS = 15 * 60_000;

export interface TestRun {
  count: Count;
  output: string;
  /** Wall clock time and CPU time of the process with all that it waited for. */
  seconds: number;
  cpuSeconds: number;
  /** Programs that it has left running, and that were ended. */
  left: string[];
}

/**
 * Runs `deno test` in a process of its own and counts its report. A file that does not load or a leak makes it fail but may leave no
 * failed test: that counts as one. When no test or step has ended for a long time, it is cut off, and what did not end is counted as not
 * finished.
 */
export async function runTests(
  { name, paths, variables }: Pick<Job, "name" | "paths" | "variables">,
  run: string,
): Promise<TestRun> {
  const report = join("dist", `junit_${name}.xml`);
  // A file that does not load writes no report.
  rmSync(report, { force: true });
  const started = performance.now();
  const mark = `${run}/${name}`;
  await using module = await moduleOf(paths);
  const args = ["test", "-A", "--frozen", "--no-check", "--config=deno.json", `--junit-path=${report}`];
  const { code, output, cpuSeconds } = await runDeno([...args, module.path], {
    limitMs: LIMIT_MS,
    isProgress: (text) => !text.includes("has been running for over"),
    variables: { ...variables, [MARK]: mark },
    output: "held",
  });
  return {
    count: code === CUT_OFF ? readUnfinished(output) : countOf(report, code),
    output,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds,
    left: endMarked(mark),
  };
}

function countOf(report: string, code: number): Count {
  const count = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : oneFailed;
  return code !== 0 && count.failed === 0 ? addCounts([count, oneFailed]) : count;
}

interface Module extends AsyncDisposable {
  path: string;
}

/** Returns a module with the tests of all these files. */
async function moduleOf(paths: readonly string[]): Promise<Module> {
  if (paths.length === 1) return { path: paths[0]!, [Symbol.asyncDispose]: () => Promise.resolve() };
  const folder = await Deno.makeTempDir({ prefix: "sundial-tests-" });
  const imports = paths.map((path) => `import ${JSON.stringify(`file://${resolve(path)}`)};\n`);
  const path = join(folder, "all_test.ts");
  await Deno.writeTextFile(path, imports.join(""));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}
