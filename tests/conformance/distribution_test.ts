// One machine alone and several that share a database behave the same to the engine. What only several have follows.
import assert from "node:assert/strict";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { type DistributionKind, testDistribution, withMachines } from "../support/distribution_contract.ts";
import { freshSqlite } from "../support/fresh_database.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

const alone: DistributionKind = {
  name: "one machine",
  async open() {
    const db = await freshSqlite();
    return { db, url: null, close: () => db.destroy() };
  },
};

const several: DistributionKind = {
  name: "several machines",
  async open() {
    const url = await databases.createMigrated();
    const db: Database = await openPostgres<Tables>(url);
    return {
      ...{ db, url },
      async close() {
        await db.destroy();
        await databases.drop(url);
      },
    };
  },
};

testDistribution(alone);
testDistribution(several);

Deno.test("distribution of several machines: a drained node takes nothing new, and what runs there continues", () =>
  withMachines(several, async (scene) => {
    const [a] = scene.serving("blue");
    const [running] = await scene.enqueue(1, { pool: "blue" }) as [number];
    await scene.running(running);
    const drain = (draining: 0 | 1) => scene.changeNode(a!, { draining });
    await drain(1);
    // Once this one has run, no round of the queue is left that began before.
    const [before] = await scene.enqueue(1) as [number];
    await scene.end(before);
    const [waiting] = await scene.enqueue(1, { pool: "blue" }) as [number];
    const [elsewhere] = await scene.enqueue(1) as [number];
    assert.equal((await scene.running(elsewhere)).options.name, "b");
    assert.equal((await scene.row(waiting)).state, "queued");
    assert.equal(scene.machineOf(running), a, "it continues");
    await scene.end(running);
    await drain(0);
    assert.equal(await scene.running(waiting), a);
  }));

Deno.test("distribution of several machines: runs of a silent node are lost, and a late outcome is rejected", () =>
  withMachines(several, async (scene) => {
    const [id] = await scene.enqueue(1, { pool: "blue" }) as [number];
    const a = await scene.running(id);
    const node = a.distribution.nodeId;
    // As a paused machine: it says nothing, whatever it does.
    await scene.db.updateTable("node").set({ session: "silent", last_seen_at: Date.now() - 61_000 })
      .where("id", "=", node).execute();
    await scene.reaches(id, "lost");
    assert.ok(scene.decides.decisions.includes(`lose ${node}`));
    await until("its slot to be free", async () => {
      const [later] = await scene.enqueue(1);
      await scene.end(later!);
      return true;
    });
    // The node learns that the run was taken away, ends it, and cannot overwrite what is recorded.
    await until("it to be ended there", () => !a.local.live.includes(id), 10);
    assert.deepEqual(a.local.stopped, [[id, "stopped"]]);
    assert.deepEqual([(await scene.row(id)).state, (await scene.row(id)).exit_code], ["lost", null]);
  }, { speed: 5, limit: 1 }));

Deno.test("distribution of several machines: a run that its node does not take goes to another", () =>
  withMachines(several, async (scene) => {
    const [, b] = scene.serving("default");
    const [a] = scene.serving("blue");
    // It is known, and nobody is there any more.
    await scene.stop(a!);
    await scene.changeNode(a!, { draining: 0, last_seen_at: Date.now() });
    const ids = await scene.enqueue(2);
    for (const id of ids) assert.equal(await scene.running(id), b);
    const epochs = await Promise.all(ids.map(async (id) => (await scene.row(id)).epoch));
    assert.ok(epochs.some((epoch) => epoch === 1), "one was assigned to the other first");
  }, { speed: 2 }));
