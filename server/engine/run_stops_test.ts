import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { planTasks } from "../features/tasks/plan_source.ts";
import { noCalendars } from "../features/tasks/task_timetable.ts";
import { systemClock } from "../platform/clock.ts";
import type { RunPlacer } from "./distribution.ts";
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

function stopsOf({ db }: LedgerScene, runner: Pick<RunPlacer, "stop" | "ended">): RunStops {
  return new RunStops({
    ...{ db, clock: systemClock, logger: silent, runner, signal: new AbortController().signal },
    publisher: { publish() {} } as never,
    followEnded: () => Promise.resolve([]),
    onFollowing() {},
    planSources: [planTasks({ findCalendar: noCalendars })],
  });
}

Deno.test("run stops: of several live runs, those that the runner does not know yet are stopped a moment later, too", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const one = await scene.addRun(task, "running");
  const other = await scene.addRun(task, "starting");
  const ended = await scene.addRun(task, "succeeded", { finished_at: 1 });
  const runner = new SlowRunner([one.id, other.id]);
  const stops = stopsOf(scene, runner);
  assert.equal(
    await stops.stop([one.id, other.id, ended.id], { column: "task_id", id: task.id }),
    true,
  );
  assert.deepEqual(runner.asked, [[one.id, other.id, ended.id], [other.id]]);
});

Deno.test("run stops: what a flow run that is continued has queued when its last run had ended stays", async () => {
  for (const isContinued of [false, true]) {
    await using scene = await LedgerScene.open();
    const task = await scene.addTask();
    const { id: flow_run_id } = await scene.db.insertInto("flow_run")
      .values({ task_id: task.id, run_id: 1, started_at: 1, graph_json: "[]" }).returning("id")
      .executeTakeFirstOrThrow();
    const live = await scene.addRun(task, "running", { flow_run_id, flow_attempt: 1 });
    let late = 0;
    const runner = {
      stop: (ids: readonly number[]) => Promise.resolve([...ids]),
      async ended() {
        await scene.db.updateTable("run").set({ state: "stopped", finished_at: 2 }).where("id", "=", live.id)
          .execute();
        late = (await scene.addRun(task, "queued", { flow_run_id, flow_attempt: 2 })).id;
      },
    };
    await stopsOf(scene, runner).stopFlow({
      ...{ id: flow_run_id, close: () => Promise.resolve() },
      isClosed: () => Promise.resolve(!isContinued),
    });
    assert.equal((await scene.run(late)).state, isContinued ? "queued" : "stopped");
    assert.equal((await scene.run(live.id)).stop_outcome, "stopped");
  }
});

Deno.test("run stops: a task that is restored while its runs end keeps the runs that it gets then", async () => {
  for (const isRestored of [false, true]) {
    await using scene = await LedgerScene.open();
    const task = await scene.addTask();
    const live = await scene.addRun(task, "running");
    let late = 0;
    const runner = {
      stop: (ids: readonly number[]) => Promise.resolve(ids.filter((id) => id === live.id)),
      async ended(id: number) {
        if (id !== live.id) return;
        await scene.db.updateTable("run").set({ state: "stopped", finished_at: 2 }).where("id", "=", id)
          .execute();
        if (isRestored) await scene.db.insertInto("task").values(task).execute();
        late = (await scene.addRun(task, "queued")).id;
      },
    };
    const end = await scene.inTransaction(async (tx) => {
      const end = await stopsOf(scene, runner).clearOnCommit(tx, { column: "task_id", id: task.id });
      await tx.deleteFrom("task").where("id", "=", task.id).execute();
      return end;
    });
    await end();
    assert.equal((await scene.run(late)).state, isRestored ? "queued" : "skipped");
  }
});

Deno.test("run stops: ending the runs of a deleted task throws as soon as its signal is aborted", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  await scene.addRun(task, "running");
  await scene.db.deleteFrom("task").where("id", "=", task.id).execute();
  const ending = new AbortController();
  const runner = {
    stop: (ids: readonly number[]) => Promise.resolve([...ids]),
    ended() {
      ending.abort();
      return new Promise<void>(() => {});
    },
  };
  const source = { column: "task_id", id: task.id } as const;
  const { signal } = ending;
  await assert.rejects(stopsOf(scene, runner).clearDeleted(source, { signal }), { name: "AbortError" });
});
