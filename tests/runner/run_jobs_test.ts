import assert from "node:assert/strict";
import type { Job } from "./jobs.ts";
import { runJobs } from "./run_jobs.ts";

const job = (name: string, more: Partial<Job> = {}): Job => ({
  ...{ name, paths: [], needs: [], variables: {}, isAlone: false, seconds: 1 },
  ...more,
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** Starts jobs, and ends each when a test says so. */
function begin(
  jobs: readonly Job[],
  provided: (job: Job) => Promise<boolean>,
  isReady: (job: Job) => boolean = () => true,
) {
  const started: string[] = [];
  const ends = new Map(jobs.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const all = runJobs(jobs, {
    limit: 2,
    isReady,
    provide: provided,
    run({ name }) {
      started.push(name);
      return ends.get(name)!.promise;
    },
  });
  const end = async (name: string) => {
    ends.get(name)!.resolve();
    await settle();
  };
  return { started, end, all };
}

Deno.test("jobs: the next one starts as soon as one ends, and those that run alone come last, one at a time", async () => {
  const jobs = [
    job("alone", { isAlone: true }),
    job("a"),
    job("b"),
    job("c"),
    job("last", { isAlone: true }),
  ];
  const { started, end, all } = begin(jobs, () => Promise.resolve(true));
  await settle();
  assert.deepEqual(started, ["a", "b"]);
  await end("b");
  assert.deepEqual(started, ["a", "b", "c"]);
  await end("c");
  assert.equal(started.length, 3, "a still runs");
  await end("a");
  assert.deepEqual(started.slice(3), ["alone"]);
  await end("alone");
  await end("last");
  await all;
  assert.deepEqual(started, ["a", "b", "c", "alone", "last"]);
});

Deno.test("jobs: one that waits for a build lets others pass, and one without its needs is left out", async () => {
  const build = Promise.withResolvers<boolean>();
  const jobs = [job("story", { needs: ["panel"] }), job("unit"), job("database", { needs: ["postgres"] })];
  let isBuilt = false;
  const { started, end, all } = begin(
    jobs,
    ({ needs }) => needs.includes("panel") ? build.promise : Promise.resolve(!needs.includes("postgres")),
    ({ needs }) => needs.length === 0 || isBuilt,
  );
  await settle();
  assert.deepEqual(started, ["unit"]);
  isBuilt = true;
  build.resolve(true);
  await settle();
  assert.deepEqual(started, ["unit", "story"]);
  await end("unit");
  await end("story");
  await all;
  assert.deepEqual(started, ["unit", "story"]);
});
