// Due times among random starts and ends of the tasks before them, on one or several nodes, with panels that are away for a while: each
// is decided as by looking at the whole afterwards.
import assert from "node:assert/strict";
import { DueScene } from "../../../../tests/support/due_scene.ts";
import { seededRandom } from "../../../../tests/support/seeded_random.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";
import type { Upstream } from "../../../contract/flows.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";

type State = "succeeded" | "failed";

/** A start of a task, and when its runs end; the last of them ends the start. */
interface Start {
  task: number;
  at: number;
  ends: { at: number; state: State }[];
}

const MINUTE_MS = 60_000;
const BEGIN = Date.parse("2026-11-30T05:00Z");
const DUE = BEGIN + 60 * MINUTE_MS;
const WITHIN_MINUTES = 40;

/** Returns how a task ended by an instant, if recently enough before the due time; found from all of its starts. */
function outcomeAt(starts: readonly Start[], task: number, at: number): State | undefined {
  const last = starts.filter((start) => start.task === task && start.at <= at).at(-1);
  if (!last || last.ends.some((end) => end.at > at)) return undefined;
  if (Math.max(...last.ends.map((end) => end.at)) < DUE - WITHIN_MINUTES * MINUTE_MS) return undefined;
  return last.ends.every(({ state }) => state === "succeeded") ? "succeeded" : "failed";
}

/** Returns when the due time is released, of the instants at which something ends; null if it lapses. */
function reference(upstream: Pick<Upstream, "tasks" | "rule">, starts: readonly Start[], until: number) {
  const instants = [DUE, ...starts.flatMap(({ ends }) => ends.map(({ at }) => at))].filter((at) =>
    at >= DUE && at < until
  );
  return instants.toSorted((a, b) => a - b).find((at) => {
    const met = upstream.tasks.map(({ taskId, outcome: wanted }) => {
      const outcome = outcomeAt(starts, taskId, at);
      return wanted === "any" ? outcome !== undefined : outcome === wanted;
    });
    return upstream.rule === "all" ? !met.includes(false) : met.includes(true);
  }) ?? null;
}

Deno.test("due after others: random starts, ends, nodes, rules and waits equal the reference", async () => {
  const random = seededRandom(20261130);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
  const results = { released: 0, lapsed: 0, atOnce: 0 };
  for (let round = 0; round < byLength(60, 1_500); round++) {
    const count = 1 + Math.floor(random() * 3);
    const upstream = {
      rule: pick(["all", "any"] as const),
      tasks: Array.from({ length: count }, (_, taskId) => ({
        ...{ taskId, outcome: pick(["succeeded", "failed", "any"] as const) },
      })),
    };
    const isEverywhere = upstream.tasks.map(() => random() < 0.4);
    const waitMs = pick([0, 10, 60]) * MINUTE_MS;
    const starts = randomStarts(random, isEverywhere);
    const expected = reference(upstream, starts, DUE + Math.max(waitMs, 1));
    const found = await play({ upstream, isEverywhere, waitMs, starts, isAway: random() < 0.3 });
    const message = JSON.stringify({ round, upstream, isEverywhere, waitMs, starts });
    assert.equal(found.isStarted, expected !== null, message);
    assert.ok(found.links.every((link) => !link.startsWith("waiting")), message);
    assert.equal(found.links.some((link) => link === "followed"), expected !== null, message);
    if (expected === null) results.lapsed++;
    else if (expected === DUE) results.atOnce++;
    else results.released++;
  }
  assert.ok(Math.min(...Object.values(results)) > 2, JSON.stringify(results));
});

/** Each task starts some times in two and a half hours, one start after the other. */
function randomStarts(random: () => number, isEverywhere: readonly boolean[]): Start[] {
  const starts: Start[] = [];
  const minutes = (most: number) => 1 + Math.floor(random() * most);
  for (const [task, isOnNodes] of isEverywhere.entries()) {
    for (let at = minutes(50); at < 130;) {
      const ends = Array.from({ length: isOnNodes ? 2 : 1 }, () => ({
        ...{ at: BEGIN + (at + minutes(20)) * MINUTE_MS, state: pickState(random) },
      }));
      starts.push({ task, at: BEGIN + at * MINUTE_MS, ends });
      at = Math.max(...ends.map((end) => (end.at - BEGIN) / MINUTE_MS)) + minutes(40);
    }
  }
  return starts;
}

function pickState(random: () => number): State {
  return random() < 0.6 ? "succeeded" : "failed";
}

/** Lets it happen, in its order; a panel that is away follows no end, and catches up when it is there again before the lapse. */
async function play(
  { upstream, isEverywhere, waitMs, starts, isAway }: {
    upstream: Pick<Upstream, "tasks" | "rule">;
    isEverywhere: readonly boolean[];
    waitMs: number;
    starts: readonly Start[];
    isAway: boolean;
  },
) {
  await using scene = await DueScene.open(new Date(BEGIN).toISOString());
  scene.nodes = [3, 5];
  const tasks: TaskRow[] = [];
  for (const isOnNodes of isEverywhere) {
    const mode = isOnNodes ? "all" as const : "any" as const;
    tasks.push(await scene.task(`task ${tasks.length}`, null, { placement_mode: mode }));
  }
  const due = await scene.dueTask({
    ...{ rule: upstream.rule, within: `${WITHIN_MINUTES}m`, waitMs },
    tasks: upstream.tasks.map((link) => ({ ...link, taskId: tasks[link.taskId]!.id })),
  });
  const runs = new Map<Start, number[]>();
  let run: number | null = null;
  const steps: { at: number; order: number; act(): Promise<void> }[] = starts.flatMap((start) => [
    {
      ...{ at: start.at, order: 0 },
      act: async () => void runs.set(start, await scene.start(tasks[start.task]!)),
    },
    ...start.ends.map(({ at, state }, index) => ({
      ...{ at, order: 1 },
      act: async () => {
        const id = runs.get(start)![index]!;
        if (isAway && run !== null) {
          await scene.db.updateTable("run").set({ state, finished_at: scene.now }).where("id", "=", id)
            .execute();
          await scene.releaseAll();
        } else await scene.end(id, state);
      },
    })),
  ]);
  steps.push({ at: DUE, order: 2, act: async () => void (run = await scene.due(due)) });
  steps.push({ at: DUE + waitMs, order: -1, act: async () => void await scene.lapse() });
  for (const { at, act } of steps.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    scene.now = at;
    await act();
  }
  const { state, skip_reason } = await scene.ledger.run(run!);
  assert.ok(state === "queued" || skip_reason === "upstream", `${state} ${skip_reason}`);
  return { isStarted: state === "queued", links: await scene.links(due, run!) };
}
