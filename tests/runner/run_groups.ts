// deno-lint-ignore-file no-console -- output of a command
import { addCounts, type Count, nothing, oneFailed, withRepetition } from "./count.ts";
import { type Job, listJobs } from "./jobs.ts";
import { watchOver } from "./leftovers.ts";
import { Provider } from "./provide.ts";
import { readFailures } from "./read_failures.ts";
import { lastStarted } from "./read_unfinished.ts";
import { runJobs } from "./run_jobs.ts";
import { runTests, type TestRun } from "./run_tests.ts";
import { printTimes, recordTimes } from "./times.ts";

/** More than there are cores: most files wait for other processes at times. */
const AT_A_TIME = navigator.hardwareConcurrency + 1;

export interface RunOptions {
  /** Whether to print what each file took, and to store it for the order of later runs. */
  times: boolean;
  /** Whether a file in which a test failed runs once more, alone, to tell what depends on the load of the machine. */
  repeats: boolean;
  isWanted(path: string): boolean;
}

/** When files fail that used more CPU time than this (s), it is not by the load of the machine, and repeating them takes too long. */
const MAX_REPEATED_SECONDS = 600;

/** Runs the files of groups, those that take longest first, after building and installing what they need. */
export async function runGroups(
  names: readonly string[],
  { times, repeats, isWanted }: RunOptions,
): Promise<Count> {
  const jobs = listJobs(names, isWanted);
  const run = crypto.randomUUID();
  const endLeftovers = watchOver(run);
  const taken = new Map<string, TestRun>();
  const provider = new Provider();
  const runJob = (job: Job) => runTests(job, run);
  // The build takes longest: it starts at once, and tests that need nothing run beside it.
  void provider.provide([...new Set(jobs.flatMap(({ needs }) => needs))]);
  await runJobs(jobs, {
    limit: AT_A_TIME,
    isReady: ({ needs }) => provider.has(needs),
    provide: ({ needs }) => provider.provide(needs),
    async run(job) {
      const ended = await runJob(job);
      taken.set(job.name, ended);
      print(job, ended, `${taken.size} of ${jobs.length}`);
    },
  });
  const failed = jobs.filter(({ name }) => (taken.get(name)?.count.failed ?? 0) > 0);
  const repeated = new Map<string, TestRun>();
  const seconds = failed.reduce((sum, { name }) => sum + taken.get(name)!.cpuSeconds, 0);
  for (const job of repeats && seconds <= MAX_REPEATED_SECONDS ? failed : []) {
    const ended = await runJob(job);
    repeated.set(job.name, ended);
    print(job, ended, "once more, alone");
  }
  await endLeftovers();
  if (times) {
    printTimes(taken);
    await recordTimes(taken);
  }
  printFailures(
    taken,
    (name) => repeated.get(name)?.count.failed === 0 ? "Unstable, passed alone" : "Failed",
  );
  const counts = [...taken].map(([name, { count }]) => withRepetition(count, repeated.get(name)?.count));
  return addCounts([nothing, ...counts, ...(provider.hasFailed ? [oneFailed] : [])]);
}

function print({ name }: Job, { count, output, seconds, left }: TestRun, position: string): void {
  console.log(`\n── ${position}: ${name}, ${seconds.toFixed(0)} s\n${output.trim()}`);
  if (count.unfinished > 0) console.log(`Not finished: ${lastStarted(output)}, and what follows it`);
  for (const command of left) console.log(`Left running, and ended: ${command}`);
}

/** Repeats at the end, where they are read, what went wrong in a run of hundreds of files. */
function printFailures(taken: ReadonlyMap<string, TestRun>, titleOf: (name: string) => string): void {
  for (const [name, { count, output }] of taken) {
    if (count.failed > 0) console.log(`\n── ${titleOf(name)}: ${name}\n${readFailures(output)}`);
    if (count.unfinished > 0) console.log(`\n── Not finished: ${name}, at ${lastStarted(output)}`);
  }
}
