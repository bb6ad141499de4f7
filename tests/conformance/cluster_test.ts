// Two panels and two workers as an operator runs them, over a real PostgreSQL: what works without any fault.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ClusterNode } from "../support/cluster_node.ts";
import { ClusterScene } from "../support/cluster_scene.ts";
import { EventReader } from "../support/event_reader.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { until } from "../support/until.ts";
import { runSundial } from "../support/run_program.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
/** A worker that drains has exited by then. */
const DRAIN_LIMIT_MS = 5_000;

/** A command that prints a line and then waits until the test creates a file. */
function waitFor(file: string, after = "exit 0"): string {
  return `echo waiting; while [ ! -e '${file}' ]; do sleep 0.1; done; echo done; ${after}`;
}

async function logOf(panel: ClusterNode, run: number): Promise<string> {
  return await panel.process.request("GET", `/runs/${run}/log`);
}

async function stateOf(panel: ClusterNode, name: string): Promise<string> {
  const { items } = await panel.process.request("GET", "/nodes");
  return items.find((node: { name: string }) => node.name === name)?.state;
}

type Step = (scene: Running) => Promise<void>;

interface Running {
  scene: ClusterScene;
  one: ClusterNode;
  two: ClusterNode;
  a: ClusterNode;
  b: ClusterNode;
}

const steps: Record<string, Step> = {
  "any panel serves the page and the same session": async ({ one, two }) => {
    assert.match(await (await two.process.fetch("/")).text(), /<html/);
    two.process.cookie = one.process.cookie;
    assert.equal((await two.process.send("GET", "/auth/session")).status, 200);
    const { items } = await two.process.request("GET", "/nodes");
    assert.deepEqual(
      items.map(({ name, role, state }: Record<string, string>) => [name, role, state]).sort(),
      [["a", "worker", "online"], ["b", "worker", "online"], ["one", "panel", "online"], [
        "two",
        "panel",
        "online",
      ]],
    );
    assert.equal(items.filter(({ planning }: { planning: boolean }) => planning).length, 1);
  },
  "a task runs on a node of its pool, on any, or on each": async ({ scene, one, two }) => {
    const place = async (name: string, placement: unknown) => {
      const id = await scene.addTask(two, { name, command: "echo here", placement });
      const run = await scene.run(one, id);
      return { id, run, row: await scene.ended(run) };
    };
    const blue = await place("blue", { pool: "blue", mode: "any" });
    assert.equal(blue.row.state, "succeeded");
    assert.equal(await scene.nodeOf(blue.run), "a");
    assert.equal((await two.process.request("GET", `/runs/${blue.run}`)).nodeName, "a");
    const anywhere = await place("anywhere", { pool: null, mode: "any" });
    assert.equal(anywhere.row.state, "succeeded");
    const all = await place("all", { pool: "work", mode: "all" });
    const nodes = await until("a run on each worker", async () => {
      const rows = await scene.db.selectFrom("run").innerJoin("node", "node.id", "run.node_id")
        .select("node.name").where("task_id", "=", all.id).where("state", "=", "succeeded").execute();
      return rows.length === 2 ? rows.map(({ name }) => name).sort() : null;
    });
    assert.deepEqual(nodes, ["a", "b"]);
  },
  "the log of a worker's run is live on both panels and the same when it ended": async (
    { scene, one, two },
  ) => {
    const file = join(scene.folder, "log-continues");
    const id = await scene.addTask(one, {
      ...{ name: "log", command: waitFor(file), placement: { pool: "blue", mode: "any" } },
    });
    const run = await scene.run(one, id);
    await scene.inState(run, "running");
    const readers = await Promise.all(
      [one, two].map(async ({ process }) =>
        new EventReader(await process.send("GET", `/runs/${run}/log/stream`))
      ),
    );
    const texts = readers.map(async (reader) => {
      let text = "";
      for (let block = await reader.next(); block !== null; block = await reader.next()) {
        text += block["data"] ?? "";
        if (block["event"] === "end" || text.includes("done")) break;
      }
      await reader.close();
      return text;
    });
    await Deno.writeTextFile(file, "");
    for (const text of await Promise.all(texts)) assert.match(text, /waiting[\s\S]*done/);
    await scene.ended(run);
    const logs = await Promise.all([logOf(one, run), logOf(two, run)]);
    assert.match(logs[0]!, /waiting[\s\S]*done/);
    assert.equal(logs[0], logs[1]);
  },
  "a script saved on one panel runs on a worker, as it is then": async ({ scene, one, two }) => {
    const id = await scene.addTask(two, {
      ...{ name: "script", command: "task tools/hello.sh", placement: { pool: "blue", mode: "any" } },
    });
    for (const word of ["first", "second"]) {
      await one.write("/files/scripts/content?path=tools/hello.sh", "PUT", { content: `echo ${word}\n` });
      const run = await scene.run(one, id);
      assert.equal((await scene.ended(run)).state, "succeeded", await logOf(two, run));
      assert.match(await logOf(two, run), new RegExp(`^${word}$`, "m"));
    }
    await until("the script on the other panel", async () => {
      const response = await two.process.send("GET", "/files/scripts/content?path=tools/hello.sh");
      return (await response.text()).includes("second");
    });
  },
  "secret variables reach the worker and are masked in the log": async ({ scene, one, two }) => {
    await one.process.request("POST", "/variables", [{ name: "TOKEN", value: "opensesame", secret: true }]);
    const id = await scene.addTask(one, {
      name: "secret",
      command: 'echo "it is $TOKEN"; test "$TOKEN" = opensesame',
      placement: { pool: "blue", mode: "any" },
    });
    const run = await scene.run(two, id);
    assert.equal((await scene.ended(run)).state, "succeeded");
    for (const panel of [one, two]) {
      assert.doesNotMatch(await logOf(panel, run), /opensesame/);
      assert.match(await logOf(panel, run), /it is /);
    }
    await until(
      "the sealed variables to be removed",
      async () => (await scene.db.selectFrom("run_order").select("run_id").execute()).length === 0,
    );
  },
  "a run is stopped from either panel": async ({ scene, one, two }) => {
    const id = await scene.addTask(one, {
      ...{ name: "stopped", command: waitFor("/nowhere"), placement: { pool: "blue", mode: "any" } },
    });
    for (const panel of [one, two]) {
      const run = await scene.run(one, id);
      await scene.inState(run, "running");
      await panel.process.request("POST", `/runs/${run}/stop`);
      assert.equal((await scene.ended(run)).state, "stopped");
    }
  },
  "changes on the panel that does not plan act at once": async ({ scene }) => {
    const follower = await scene.follower();
    const every = { schedules: ["* * * * * *"], command: "true", placement: { pool: "blue", mode: "any" } };
    const id = await scene.addTask(follower, { name: "every second", ...every });
    const count = async () =>
      (await scene.db.selectFrom("run").select("id").where("task_id", "=", id).execute()).length;
    await until("a planned run", async () => await count() > 0);
    await follower.write(`/tasks/${id}`, "PATCH", { enabled: false });
    await until(
      "the queue to be empty",
      async () =>
        (await scene.db.selectFrom("run").select("id").where("finished_at", "is", null).execute()).length ===
          0,
    );
    const before = await count();
    const { now } = await scene.db.selectFrom("node").select(({ fn }) => fn.max("last_seen_at").as("now"))
      .executeTakeFirstOrThrow();
    await until(
      "two heartbeats",
      async () =>
        (await scene.db.selectFrom("node").select("id").where("last_seen_at", ">", Number(now) + 2_000)
          .execute())
          .length > 0,
    );
    assert.equal(await count(), before, "a disabled task is not planned");
    await follower.write(`/tasks/${id}`, "PATCH", { enabled: true });
    await until("planned again", async () => await count() > before);
    await follower.process.request("DELETE", `/tasks/${id}`);
  },
  "settings changed on the panel that does not plan act at once": async ({ scene }) => {
    const [leader, follower] = [await scene.leader(), await scene.follower()];
    const file = join(scene.folder, "limit-continues");
    const placement = { pool: "work", mode: "any" };
    const set = async (concurrency: number) => {
      await follower.write("/settings", "PATCH", { concurrency });
    };
    const { concurrency } = await follower.process.request("GET", "/settings");
    await set(1);
    await until(
      "the other panel to know",
      async () => (await leader.process.request("GET", "/settings")).concurrency === 1,
    );
    const runs: number[] = [];
    for (const name of ["limit 1", "limit 2"]) {
      const id = await scene.addTask(follower, { name, command: waitFor(file), placement });
      runs.push(await scene.run(follower, id));
    }
    await scene.inState(runs[0]!, "running");
    const state = async (run: number) =>
      (await scene.db.selectFrom("run").select("state").where("id", "=", run).executeTakeFirstOrThrow())
        .state;
    assert.equal(await state(runs[1]!), "queued");
    for (const panel of [leader, follower]) {
      const { figures } = await panel.process.request("GET", "/overview");
      assert.deepEqual([figures.running, figures.waiting], [1, 1], panel.name);
    }
    await set(concurrency);
    await scene.inState(runs[1]!, "running");
    await Deno.writeTextFile(file, "");
    for (const run of runs) await scene.ended(run);
  },
  "a drained node takes nothing new": async ({ scene, one, two }) => {
    const { items } = await one.process.request("GET", "/nodes");
    const { id } = items.find(({ name }: { name: string }) => name === "a");
    await two.process.request("POST", `/nodes/${id}/drain`, { draining: true });
    assert.equal(await stateOf(one, "a"), "draining");
    const task = await scene.addTask(one, {
      ...{ name: "drained", command: "true", placement: { pool: "blue", mode: "any" } },
    });
    const waiting = await scene.run(one, task);
    const elsewhere = await scene.addTask(one, {
      ...{ name: "elsewhere", command: "true", placement: { pool: "work", mode: "any" } },
    });
    const run = await scene.run(one, elsewhere);
    await scene.ended(run);
    assert.equal(await scene.nodeOf(run), "b");
    await scene.inState(waiting, "queued");
    await one.process.request("POST", `/nodes/${id}/drain`, { draining: false });
    await scene.ended(waiting);
    assert.equal(await scene.nodeOf(waiting), "a");
  },
  "a worker that is asked to stop leaves its task running, and adopts it": async ({ scene, one, two, a }) => {
    const file = join(scene.folder, "drain-continues");
    const id = await scene.addTask(one, {
      ...{ name: "adopted", command: waitFor(file, "exit 7"), placement: { pool: "blue", mode: "any" } },
    });
    const run = await scene.run(one, id);
    await scene.inState(run, "running");
    const before = performance.now();
    const { code } = await a.stop();
    assert.equal(code, 0);
    assert.ok(performance.now() - before < DRAIN_LIMIT_MS);
    assert.equal(await stateOf(two, "a"), "draining");
    await a.start();
    await Deno.writeTextFile(file, "");
    const row = await scene.ended(run);
    assert.deepEqual([row.state, row.exit_code], ["failed", 7]);
    assert.match(await logOf(two, run), /waiting[\s\S]*done/);
  },
  "the name of a node that is online is refused": async ({ scene, a }) => {
    const dataDir = join(scene.folder, "second-a");
    await scene.db.updateTable("node").set({ boot_id: "another machine" }).where("name", "=", "a").execute();
    const args = ["worker", "--data-dir", dataDir, "--name", "a"];
    const { code, err } = await runSundial(args, { env: a.environment });
    assert.equal(code, 1);
    assert.match(err, /another node named a is online/);
    assert.equal(err.trim().split("\n").length, 1, err);
  },
  "a worker without a database is a wrong usage": async ({ scene }) => {
    const { code, err } = await runSundial(["worker", "--data-dir", join(scene.folder, "none")]);
    assert.equal(code, 2);
    assert.match(err, /SUNDIAL_DATABASE_URL/);
  },
};

Deno.test("cluster: two panels and two workers", async (test) => {
  await using database = await databases.temporary();
  await using scene = await ClusterScene.open(database.url);
  const one = await scene.panel("one", { flags: ["--no-runner"] });
  const two = await scene.panel("two", { flags: ["--no-runner"] });
  const a = await scene.worker("a", { flags: ["--pools", "blue,work,default"] });
  const b = await scene.worker("b", { flags: ["--pools", "work"] });
  for (const [name, step] of Object.entries(steps)) {
    await test.step(name, () => scene.explain(() => step({ scene, one, two, a, b })));
  }
});
