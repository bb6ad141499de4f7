// Several panels and workers while random faults happen to them; afterwards the history is checked: every due time was
// decided, none was started twice, and nothing is left over. `SUNDIAL_SEED` repeats a story.
import assert from "node:assert/strict";
import { seededRandom } from "../support/seeded_random.ts";
import type { ClusterNode } from "../support/cluster_node.ts";
import { ClusterScene } from "../support/cluster_scene.ts";
import { History } from "../support/history.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { byLength } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const TASKS = byLength(10, 20);
const STORY_MS = byLength(30_000, 100_000);
/** Longest time until a harm ends. The short form has no time for more; each takes over within it. */
const MAX_HARM_MS = byLength(8_000, 12_000);
const PANELS = ["one", "two", "three"].slice(0, byLength(2, 3));
const WORKERS = ["a", "b", "c"].slice(0, byLength(2, 3));
/** Each seventh task also takes a moment, so that faults hit live runs. */
const SLOW = 7;

type Random = () => number;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// One of each kind of node stays as it is, so that the story goes on.
async function happen(scene: ClusterScene, random: Random, happened: string[]): Promise<() => Promise<void>> {
  const kind = random() < 0.5 ? scene.panels : scene.workers;
  const node = kind[Math.floor(random() * kind.length)]!;
  const harm = ["kill", "pause", "cut", "stall", "restart"][Math.floor(random() * 5)]!;
  happened.push(`${harm} ${node.name}`);
  await inflict(node, harm);
  return async () => {
    if (harm === "kill") await node.start();
    if (harm === "pause") node.resume();
    node.network.restore();
  };
}

async function inflict(node: ClusterNode, harm: string): Promise<void> {
  if (harm === "kill") await node.kill();
  else if (harm === "pause") node.pause();
  else if (harm === "cut") node.network.cut();
  else if (harm === "stall") node.network.stall();
  else {
    await node.stop();
    await node.start();
  }
}

Deno.test("cluster story: through random failures, each due time is decided once and started at most once", async () => {
  const seed = Number(Deno.env.get("SUNDIAL_SEED") ?? Math.floor(Math.random() * 2 ** 31));
  const random = seededRandom(seed);
  const happened: string[] = [];
  await using database = await databases.temporary();
  await using scene = await ClusterScene.open(database.url);
  await scene.explain(async () => {
    for (const name of PANELS) await scene.panel(name, { flags: ["--no-runner"] });
    for (const name of WORKERS) {
      await scene.worker(name, { flags: ["--pools", "work", "--capacity", "8"] });
    }
    const history = new History(scene.folder);
    const panel = await scene.leader();
    const tasks: { id: number; everyMs: number }[] = [];
    for (let n = 0; n < TASKS; n++) {
      const everyMs = n % 2 === 0 ? 2_000 : 4_000;
      const id = await scene.addTask(panel, {
        name: `task ${n}`,
        command: history.command(n % SLOW === 0 ? "sleep 1" : "true"),
        schedules: [`*/${everyMs / 1_000} * * * * *`],
        placement: { pool: "work", mode: "any" },
        overlap: { policy: n % 3 === 0 ? "skip" : "queue" },
        missed: { policy: n % 4 === 0 ? "last" : "all" },
      });
      tasks.push({ id, everyMs });
    }
    await until("the first runs", async () => (await history.starts()).length >= TASKS);
    const end = performance.now() + STORY_MS;
    while (performance.now() < end) {
      const heal = await happen(scene, random, happened);
      await pause(2_000 + random() * (MAX_HARM_MS - 2_000));
      await heal();
      await pause(random() * 4_000);
    }
    const before = (await history.starts()).length;
    await until("runs after the last harm", async () => (await history.starts()).length >= before + TASKS);
    await scene.db.updateTable("task").set({ enabled: 0, next_due_at: null }).execute();
    await until(
      "everything to have ended",
      async () =>
        (await scene.db.selectFrom("run").select("id").where("finished_at", "is", null).execute())
          .length === 0,
    );
    assert.deepEqual(await history.problems(scene.db, tasks), []);
    const planning = await scene.db.selectFrom("node").select("name").where("planning", "=", 1).execute();
    assert.equal(planning.length, 1);
  }, () => `SUNDIAL_SEED=${seed}\n${happened.join("\n")}`);
});
