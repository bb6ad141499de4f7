import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { systemClock } from "../platform/clock.ts";
import { RunStops } from "./run_stops.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A runner to which runs become known one after the other, as after their claim. */
class SlowRunner {
  readonly asked: number[][] = [];
  readonly #known: number[];

  constructor(runs: readonly number[]) {
    this.#known = [...runs];
  }

  stop(ids: readonly number[]): Promise<number[]> {
    this.asked.push([...ids]);
    const next = this.#known.shift();
    return Promise.resolve(next === undefined ? [] : [next]);
  }

  ended(): Promise<void> {
    return Promise.resolve();
  }
}

Deno.test("run stops: of several live runs, those that the runner does not know yet are stopped a moment later, too", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const one = await scene.addRun(task, "running");
  const other = await scene.addRun(task, "starting");
  const ended = await scene.addRun(task, "succeeded", { finished_at: 1 });
  const runner = new SlowRunner([one.id, other.id]);
  const stops = new RunStops({
    ...{ db: scene.db, clock: systemClock, logger: silent, runner, signal: new AbortController().signal },
    publisher: { publish() {} } as never,
    followEnded: () => Promise.resolve([]),
    onFollowing() {},
  });
  assert.equal(
    await stops.stop([one.id, other.id, ended.id], { column: "task_id", id: task.id }),
    true,
  );
  assert.deepEqual(runner.asked, [[one.id, other.id, ended.id], [other.id]]);
});
