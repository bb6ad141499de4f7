import type { Job } from "./jobs.ts";

export interface RunJobsOptions {
  /** How many run at a time. */
  limit: number;
  /** Returns whether what a job needs is there already. */
  isReady(job: Job): boolean;
  /** Waits for what a job needs; resolves to false when it cannot be provided. */
  provide(job: Job): Promise<boolean>;
  run(job: Job): Promise<void>;
}

/**
 * Runs jobs in their order, several at a time; those that run alone come last, one at a time. Jobs that must still wait for
 * what they need let the others pass. Jobs whose needs cannot be provided are left out.
 */
export async function runJobs(jobs: readonly Job[], { limit, ...options }: RunJobsOptions): Promise<void> {
  await runPart(jobs.filter(({ isAlone }) => !isAlone), { limit, ...options });
  await runPart(jobs.filter(({ isAlone }) => isAlone), { limit: 1, ...options });
}

async function runPart(
  jobs: readonly Job[],
  { limit, isReady, provide, run }: RunJobsOptions,
): Promise<void> {
  const left = new Set(jobs);
  const work = async () => {
    while (left.size > 0) {
      const list = [...left];
      const job = list.find(isReady) ?? list[0]!;
      left.delete(job);
      if (await provide(job)) await run(job);
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
}
