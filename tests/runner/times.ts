// deno-lint-ignore-file no-console -- output of a command
import expected from "./expected_times.json" with { type: "json" };
import type { TestRun } from "./run_tests.ts";

const FILE = new URL("./expected_times.json", import.meta.url);
/** Files below this need no place in the order (s). */
const SHORT_SECONDS = 8;

type Taken = ReadonlyMap<string, Pick<TestRun, "seconds" | "cpuSeconds" | "count">>;

/** Prints what each process took, the most CPU time first. */
export function printTimes(taken: Taken): void {
  const rows = [...taken].sort(([, a], [, b]) => b.cpuSeconds - a.cpuSeconds);
  const sum = rows.reduce((all, [, { cpuSeconds }]) => all + cpuSeconds, 0);
  console.log(`\nCPU time (s), time (s), tests: ${sum.toFixed(0)} s of CPU time in all`);
  for (const [name, { cpuSeconds, seconds, count }] of rows) {
    console.log(
      `${cpuSeconds.toFixed(1).padStart(7)} ${seconds.toFixed(1).padStart(7)} ${
        String(count.passed).padStart(5)
      }  ${name}`,
    );
  }
}

/** Stores the CPU time of what takes long, by which later runs are ordered. */
export async function recordTimes(taken: Taken): Promise<void> {
  const all = { ...expected as Record<string, number> };
  for (const [name, { cpuSeconds }] of taken) {
    if (cpuSeconds < SHORT_SECONDS) delete all[name];
    else all[name] = Math.round(cpuSeconds);
  }
  const sorted = Object.entries(all).sort(([, a], [, b]) => b - a);
  await Deno.writeTextFile(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
