// A discrete-event simulation of the write lock: transactions that decide wait for each other, and each holds the lock for as
// long as its runs take. What arrives while the lock is held shares the next transaction of its kind, as in the engine.

export interface Load {
  runsPerSecond: number;
  seconds: number;
  /** Time under the lock for each run, in ms. */
  decideMs: number;
  claimMs: number;
  endMs: number;
}

export interface Outcome {
  /** Share of the time in which the lock is held. */
  held: number;
  /** From the due time of a run until it is assigned, in ms. */
  medianMs: number;
  p99Ms: number;
}

/** Largest transactions, in runs: of the planner, the queue, and the ends of one node. */
const LIMITS = [200, 50, 100] as const;

/** Simulates runs that are due evenly, each ending a second after it was assigned. */
export function simulate({ runsPerSecond, seconds, decideMs, claimMs, endMs }: Load): Outcome {
  const costs = [decideMs, claimMs, endMs];
  const total = runsPerSecond * seconds;
  const due = (index: number) => index * 1000 / runsPerSecond;
  const waits: number[] = [];
  // Runs are in order in every step; `done` counts those that have passed it.
  const done = [0, 0, 0];
  const ready: number[][] = [[], []];
  const readyAt = (step: number, index: number) =>
    step === 0 ? due(index) : (ready[step - 1]![index] ?? Infinity) + (step === 2 ? 1_000 : 0);
  let now = 0;
  let heldMs = 0;
  const endAt = seconds * 1000;
  while (now < endAt) {
    const heads = done.map((count, step) => count < total ? readyAt(step, count) : Infinity);
    const first = Math.min(...heads);
    if (first === Infinity) break;
    now = Math.max(now, first);
    // The lock is fair: who has waited longest is next.
    const step = heads.indexOf(first);
    const begin = done[step]!;
    let count = 0;
    while (count < LIMITS[step]! && begin + count < total && readyAt(step, begin + count) <= now) count++;
    const took = count * costs[step]!;
    now += took;
    heldMs += took;
    for (let index = begin; index < begin + count; index++) {
      ready[step]?.push(now);
      if (step === 1) waits.push(now - due(index));
    }
    done[step] = begin + count;
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN;
  return { held: Math.min(1, heldMs / now), medianMs: at(0.5), p99Ms: at(0.99) };
}
