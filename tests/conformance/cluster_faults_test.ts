// Panels, workers and the database are killed, paused and cut off, one at a time; what must hold is checked afterwards. The short
// form leaves out what waits for a minute.
import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import { markedPids } from "../support/marked_pids.ts";
import type { ClusterNode } from "../support/cluster_node.ts";
import { ClusterScene } from "../support/cluster_scene.ts";
import { History } from "../support/history.ts";
import { findPostgres, PostgresServer } from "../support/postgres_server.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { isLong } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
/** The panel that plans is replaced within this time after it was killed. */
const TAKE_OVER_MS = 15_000;

type Step = (scene: ClusterScene) => Promise<void>;

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000));
}

function waitFor(file: string, after = "exit 0"): string {
  return `while [ ! -e '${file}' ]; do sleep 0.1; done; ${after}`;
}

function node(scene: ClusterScene, name: string): ClusterNode {
  return scene.nodes.find((one) => one.name === name)!;
}

const blue = { pool: "blue", mode: "any" };

// Due times go on meanwhile: five tasks, every second, on the workers.
async function whilePlanning(scene: ClusterScene, meanwhile: () => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ dir: scene.folder });
  const history = new History(folder);
  const panel = await scene.leader();
  const tasks: { id: number; everyMs: number }[] = [];
  for (let n = 0; n < 5; n++) {
    const id = await scene.addTask(panel, {
      ...{ name: `due ${n}`, command: history.command(), schedules: ["* * * * * *"] },
      ...{
        placement: { pool: "work", mode: "any" },
        overlap: { policy: "queue" },
        missed: { policy: "all" },
      },
    });
    tasks.push({ id, everyMs: 1_000 });
  }
  await until("the first runs", async () => (await history.starts()).length >= 5);
  await meanwhile();
  const count = (await history.starts()).length;
  await until("runs after the fault", async () => (await history.starts()).length >= count + 10);
  const ids = tasks.map(({ id }) => id);
  // One by one: a panel may be updating the same tasks in another order.
  for (const id of ids) {
    await scene.db.updateTable("task").set({ enabled: 0, next_due_at: null }).where("id", "=", id).execute();
  }
  await until(
    "all runs to end",
    async () =>
      (await scene.db.selectFrom("run").select("id").where("task_id", "in", ids)
        .where("finished_at", "is", null).execute()).length === 0,
  );
  const problems = await history.problems(scene.db, tasks);
  assert.deepEqual(problems, []);
}

async function onlyOneLeads(scene: ClusterScene): Promise<void> {
  const rows = await scene.db.selectFrom("node").select("name").where("planning", "=", 1).execute();
  assert.equal(rows.length, 1);
}

/** Steps that take a minute, because a node must be silent for long. */
const slow = [
  "the panel that plans is paused for 25 seconds",
  "a worker stays away: its runs are lost, and only retried where the task says so",
  "a worker comes back after its runs were lost: their processes are ended",
  "a worker stalls for 20 seconds: its runs go on",
];

const steps: Record<string, Step> = {
  "the panel that plans is killed": async (scene) => {
    const leader = await scene.leader();
    await whilePlanning(scene, async () => {
      await leader.kill();
      const before = performance.now();
      assert.notEqual(await scene.leader(), leader);
      assert.ok(performance.now() - before < TAKE_OVER_MS);
    });
    await leader.start();
    await onlyOneLeads(scene);
  },
  "the panel that plans is paused for 25 seconds": async (scene) => {
    const leader = await scene.leader();
    await whilePlanning(scene, async () => {
      leader.pause();
      await until("another panel to plan", async () => {
        const rows = await scene.db.selectFrom("node").select("name").where("planning", "=", 1).execute();
        return rows.some(({ name }) => name !== leader.name);
      });
      await seconds(5);
      leader.resume();
      await until(
        "the paused panel to notice",
        () => leader.process.output.includes("this panel no longer plans"),
      );
    });
    await onlyOneLeads(scene);
    assert.notEqual(await scene.leader(), leader);
  },
  "a worker is killed and started again: its run is adopted": async (scene) => {
    const [panel, a] = [await scene.leader(), node(scene, "a")];
    const file = join(scene.folder, "adopt");
    const id = await scene.addTask(panel, {
      ...{ name: "adopted", command: waitFor(file, "exit 9"), placement: blue },
    });
    const run = await scene.run(panel, id);
    await scene.inState(run, "running");
    await a.kill();
    await a.start();
    await Deno.writeTextFile(file, "");
    const row = await scene.ended(run);
    assert.deepEqual([row.state, row.exit_code], ["failed", 9]);
  },
  "a worker stays away: its runs are lost, and only retried where the task says so": async (scene) => {
    const [panel, a] = [await scene.leader(), node(scene, "a")];
    const file = join(scene.folder, "lost");
    const task = (name: string, onLost: boolean) =>
      scene.addTask(panel, {
        ...{ name, command: waitFor(file), retry: { times: 1, delayMs: 0, onLost } },
        placement: blue,
      });
    const tasks = [await task("not retried", false), await task("retried", true)];
    const runs: number[] = [];
    for (const id of tasks) runs.push(await scene.run(panel, id));
    for (const run of runs) await scene.inState(run, "running");
    const processes = await markedPids(a.dataDir);
    assert.ok(processes.length >= 2);
    a.pause();
    for (const run of runs) assert.equal((await scene.ended(run)).state, "lost");
    const retries = await scene.db.selectFrom("run").select("retry_of").where("retry_of", "in", runs)
      .execute();
    assert.deepEqual(retries.map(({ retry_of }) => retry_of), [runs[1]]);
    a.resume();
    await until(
      "the processes of the lost runs to be ended",
      async () => (await markedPids(a.dataDir)).every((pid) => !processes.includes(pid)),
    );
    await Deno.writeTextFile(file, "");
    for (const run of runs) {
      const row = await scene.ended(run);
      assert.deepEqual([row.state, row.exit_code], ["lost", null], "a late outcome must not overwrite it");
    }
    await until(
      "the retry to succeed",
      async () =>
        (await scene.db.selectFrom("run").select("state").where("retry_of", "=", runs[1]!).execute())
          .every(({ state }) => state === "succeeded"),
    );
  },
  "a worker comes back after its runs were lost: their processes are ended": async (scene) => {
    const [panel, a] = [await scene.leader(), node(scene, "a")];
    const id = await scene.addTask(panel, { name: "left", command: waitFor("/nowhere"), placement: blue });
    const run = await scene.run(panel, id);
    await scene.inState(run, "running");
    await a.kill();
    assert.equal((await scene.ended(run)).state, "lost");
    assert.ok((await markedPids(a.dataDir)).length > 0);
    await a.start();
    await until("its processes to be ended", async () => (await markedPids(a.dataDir)).length === 0);
  },
  "all connections to the database are terminated": async (scene) => {
    await whilePlanning(scene, async () => {
      for (let n = 0; n < 3; n++) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(scene.db);
        await seconds(3);
      }
    });
    await onlyOneLeads(scene);
  },
  "the panel that plans is cut off, then stalls": async (scene) => {
    for (const way of ["cut", "stall"] as const) {
      const leader = await scene.leader();
      await whilePlanning(scene, async () => {
        leader.network[way]();
        await until("another panel to plan", async () => await scene.leader() !== leader);
        await seconds(3);
        leader.network.restore();
      });
      await onlyOneLeads(scene);
      await until(
        "the panel to answer again",
        async () => (await leader.process.send("GET", "/nodes")).status === 200,
      );
    }
  },
  "a worker stalls for 20 seconds: its runs go on": async (scene) => {
    const [panel, a] = [await scene.leader(), node(scene, "a")];
    const file = join(scene.folder, "stall");
    const id = await scene.addTask(panel, {
      ...{ name: "stalled", command: waitFor(file, "exit 5"), placement: blue },
    });
    const run = await scene.run(panel, id);
    await scene.inState(run, "running");
    a.network.stall();
    await Deno.writeTextFile(file, "");
    await seconds(20);
    a.network.forget();
    a.network.restore();
    const row = await scene.ended(run);
    assert.deepEqual([row.state, row.exit_code], ["failed", 5]);
  },
};

async function withNodes(url: string, test: (scene: ClusterScene) => Promise<void>): Promise<void> {
  await using scene = await ClusterScene.open(url);
  for (const name of ["one", "two"]) await scene.panel(name, { flags: ["--no-runner"] });
  await scene.worker("a", { flags: ["--pools", "blue,work"] });
  await scene.worker("b", { flags: ["--pools", "work"] });
  await test(scene);
}

Deno.test("cluster errors: each is survived", async (test) => {
  await using database = await databases.temporary();
  await withNodes(database.url, async (scene) => {
    const only = Deno.env.get("SUNDIAL_ONLY_STEP") ?? "";
    for (const [name, step] of Object.entries(steps)) {
      if (!name.includes(only) || !isLong && slow.includes(name)) continue;
      await test.step(name, () => scene.explain(() => step(scene)));
    }
  });
});

async function surviveOutage(): Promise<void> {
  const server = await PostgresServer.start(findPostgres()!);
  try {
    await withNodes(`${server.url}/postgres`, (scene) =>
      scene.explain(async () => {
        const panel = await scene.leader();
        const file = join(scene.folder, "outage");
        const id = await scene.addTask(panel, {
          ...{ name: "outage", command: waitFor(file, "exit 6"), placement: blue },
        });
        const run = await scene.run(panel, id);
        await scene.inState(run, "running");
        await whilePlanning(scene, async () => {
          await server.stop();
          await Deno.writeTextFile(file, "");
          await seconds(10);
          await server.startAgain();
          const row = await scene.ended(run);
          assert.deepEqual([row.state, row.exit_code], ["failed", 6]);
        });
        await onlyOneLeads(scene);
      }));
  } finally {
    await server.close();
  }
}

if (isLong) Deno.test("cluster errors: the database is unavailable for 10 seconds", surviveOutage);
