// Data of flows on several machines over a real PostgreSQL: two panels, of which one decides, and two workers.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { insertQueued } from "../../server/engine/ledger.ts";
import { readTask } from "../../server/features/tasks/store.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import type { ClusterNode } from "../support/cluster_node.ts";
import { ClusterScene } from "../support/cluster_scene.ts";
import { account } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { until } from "../support/until.ts";
import { signatureOf } from "../support/webhook_scene.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

interface Running {
  scene: ClusterScene;
  one: ClusterNode;
  two: ClusterNode;
  a: ClusterNode;
  b: ClusterNode;
}

const onA = { placement: { pool: "blue", mode: "any" } };
const onB = { placement: { pool: "green", mode: "any" } };

function after(taskId: number, outcome = "succeeded") {
  return { upstream: { tasks: [{ taskId, outcome }] } };
}

async function runsOf(scene: ClusterScene, task: number) {
  return await scene.db.selectFrom("run").selectAll().where("task_id", "=", task).orderBy("id").execute();
}

/** Waits until a task runs, and returns that run. */
async function runningOf(scene: ClusterScene, task: number) {
  return await until(
    "it to run",
    async () => (await runsOf(scene, task)).find(({ state }) => state === "running") ?? null,
  );
}

/** Waits for the end of the only run of a task, and returns it with its log as a panel shows it. */
async function onlyRun({ scene, one }: Running, task: number) {
  const { id } = await until("a run", async () => (await runsOf(scene, task))[0] ?? null);
  const run = await scene.ended(id);
  assert.equal((await runsOf(scene, task)).length, 1);
  const log = await one.process.request("GET", `/runs/${id}/log`);
  return { ...run, log, node: await scene.nodeOf(id) };
}

/** Adds a run to a flow run as the end of another does, and commits that once `commit` resolves. Resolves once it is written. */
async function addLate({ scene }: Running, task: number, { flow, commit }: {
  flow: number;
  commit: Promise<void>;
}): Promise<{ committed: Promise<void> }> {
  const written = Promise.withResolvers<void>();
  const committed = scene.db.transaction().execute(async (tx) => {
    const source = taskSource((await readTask(tx, task))!);
    await insertQueued(tx, {
      source,
      cause: "upstream",
      now: Date.now(),
      flow: { id: flow, attempt: 1 },
    });
    written.resolve();
    await commit;
  });
  await written.promise;
  return { committed };
}

/** Waits until nothing is queued or runs. */
async function untilQuiet(scene: ClusterScene): Promise<void> {
  await until("all runs to end", async () => {
    const rows = await scene.db.selectFrom("run").select("id").where("finished_at", "is", null).execute();
    return rows.length === 0;
  });
}

const steps: Record<string, (running: Running) => Promise<void>> = {
  "values reach the next machine, files those on the same one, and the log says what is missing": async (
    running,
  ) => {
    const { scene, one, two, a, b } = running;
    await one.process.request("POST", "/variables", [{ name: "KEY", value: "opensesame", secret: true }]);
    const command =
      'printf "rows=3\\nkey=$KEY\\n" >> "$SUNDIAL_OUTPUT"; echo content > "$SUNDIAL_OUTPUT_DIR/all.csv"';
    const first = await scene.addTask(two, { name: "export", command, ...onA });
    const read =
      'echo "rows $SUNDIAL_INPUT_ROWS"; test "$SUNDIAL_INPUT_KEY" = opensesame && echo "key $SUNDIAL_INPUT_KEY"; cat "$SUNDIAL_INPUT_DIR/export/all.csv" || echo none';
    const elsewhere = await scene.addTask(one, { name: "elsewhere", command: read, ...onB, ...after(first) });
    const here = await scene.addTask(two, { name: "here", command: read, ...onA, ...after(first) });
    const run = await scene.run(one, first);
    const [there, same] = [await onlyRun(running, elsewhere), await onlyRun(running, here)];
    assert.deepEqual([await scene.nodeOf(run), there.node, same.node], ["a", "b", "a"]);
    for (const { log, state } of [there, same]) {
      assert.equal(state, "succeeded");
      assert.match(log, /^rows 3$/m);
      assert.match(log, /^key \*+$/m);
    }
    assert.match(there.log, /The files that export has left are not on this machine/);
    assert.match(there.log, /^none$/m);
    assert.doesNotMatch(same.log, /not on this machine/);
    assert.match(same.log, /^content$/m);
    assert.ok(existsSync(join(a.dataDir, "outputs", String(run), "files", "all.csv")));
    for (const { dataDir } of [b, one, two]) assert.ok(!existsSync(join(dataDir, "outputs", String(run))));
    for (const { process } of [one, two]) {
      const flow = await process.request("GET", `/flow-runs/${there.flow_run_id}`);
      assert.equal(flow.state, "succeeded");
      const { outputs } = await process.request("GET", `/runs/${run}`);
      assert.deepEqual(outputs, { rows: "3", key: "***" });
    }
  },
  "runs for each value of a list run on both machines, once each, and what is next waits for all": async (
    running,
  ) => {
    const { scene, one, two } = running;
    const values = ["x", "y", "z", "w"];
    const each = await scene.addTask(two, {
      ...{ name: "each", command: 'echo "done=$DAY" >> "$SUNDIAL_OUTPUT"' },
      ...{ parameters: [{ name: "DAY", type: "text" }], forEach: { parameter: "DAY", values, limit: 4 } },
      placement: { pool: "work", mode: "any" },
    });
    const command = 'printf "%s," $SUNDIAL_INPUT_DONE';
    const join = await scene.addTask(one, { name: "join", command, ...onB, ...after(each) });
    await one.process.request("POST", "/tasks/run", { ids: [each] });
    const last = await onlyRun(running, join);
    const runs = await runsOf(scene, each);
    assert.deepEqual(runs.map(({ item, item_value, state }) => [item, item_value, state]), [
      ...values.map((value, item) => [item, value, "succeeded"]),
    ]);
    assert.match(last.log, /^x,y,z,w,/m);
    assert.ok(runs.every(({ finished_at }) => finished_at! <= last.queued_at));
  },
  "a delivery to one panel runs on a worker with its content, and none of the panels accepts it again":
    async (
      running,
    ) => {
      const { scene, one, two } = running;
      const command = 'cat "$SUNDIAL_TRIGGER_FILE"';
      const task = await scene.addTask(one, { name: "receive", command, ...onB });
      const { secret, path } = await one.process.request("PUT", `/tasks/${task}/webhook`, {
        ...{ signature: "standard", mapping: {} },
      });
      const body = JSON.stringify({ text: "a delivery" });
      const headers = {
        "content-type": "application/json",
        ...signatureOf(body, { signature: "standard", secret, id: "one" }),
      };
      const deliver = async ({ process }: ClusterNode, wait = "") => {
        const response = await fetch(process.address + path + wait, { method: "POST", body, headers });
        await response.body?.cancel();
        return response.status;
      };
      const follower = await scene.follower();
      assert.equal(
        await deliver(follower, "?wait=30"),
        200,
        "also waits for the end of a run on another machine",
      );
      assert.deepEqual([await deliver(one), await deliver(two)], [409, 409]);
      const { log, node, state } = await onlyRun(running, task);
      assert.deepEqual([node, state], ["b", "succeeded"]);
      assert.match(log, /\{"text":"a delivery"\}/);
    },
  "an approval on one panel starts the run on a worker, and two at the same time are one": async (
    { scene, one, two },
  ) => {
    const approved = { name: "upload", command: "echo uploaded", requiresApproval: true, ...onB };
    const task = await scene.addTask(one, approved);
    const decide = async ({ process }: ClusterNode, run: number, what: string) => {
      const response = await process.send("POST", `/runs/${run}/${what}`, { remark: what });
      await response.body?.cancel();
      return response.status;
    };
    const run = await scene.run(await scene.leader(), task);
    await scene.inState(run, "waiting_for_approval");
    assert.equal(await decide(await scene.follower(), run, "approve"), 200);
    const { state, approval_by } = await scene.ended(run);
    assert.deepEqual([state, approval_by, await scene.nodeOf(run)], ["succeeded", account.username, "b"]);
    const contested = await scene.run(two, task);
    await scene.inState(contested, "waiting_for_approval");
    const responses = await Promise.all([
      decide(one, contested, "approve"),
      decide(two, contested, "reject"),
    ]);
    assert.deepEqual(responses.toSorted(), [200, 409]);
    const row = await scene.ended(contested);
    const isApproved = responses[0] === 200;
    assert.deepEqual([row.state, row.skip_reason, row.approval_remark], [
      ...isApproved ? ["succeeded", null, "approve"] : ["skipped", "rejected", "reject"],
    ]);
  },
  "Stop on one panel ends what runs on both machines and what is just being added; Continue on both is one attempt":
    async (running) => {
      const { scene, one, two } = running;
      const gate = join(scene.folder, "gate");
      const first = await scene.addTask(one, { name: "begin", command: "true", ...onA });
      const slow = `test -e ${gate} || exec sleep 600`;
      const slowA = await scene.addTask(one, { name: "slow a", command: slow, ...onA, ...after(first) });
      const slowB = await scene.addTask(one, { name: "slow b", command: slow, ...onB, ...after(first) });
      const again = await scene.addTask(one, {
        ...{ name: "again", command: `test -e ${gate}`, ...onB, ...after(first) },
        retry: { times: 10, delayMs: 0 },
      });
      const late = await scene.addTask(one, {
        ...{ name: "late", command: `echo ran >> ${gate}`, ...onA, ...after(slowA) },
      });
      await scene.run(one, first);
      const { flow_run_id: flow } = await runningOf(scene, slowA);
      await runningOf(scene, slowB);
      assert.ok(flow !== null);
      const follower = await scene.follower();
      const { promise: commit, resolve } = Promise.withResolvers<void>();
      const { committed } = await addLate(running, late, { flow, commit });
      const stopping = follower.process.request("POST", `/flow-runs/${flow}/stop`);
      // As long as the other transaction may still add something, it must not have ended.
      await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, 1_000))]);
      resolve();
      await committed;
      const { state } = await stopping;
      await scene.ended(
        await scene.run(one, await scene.addTask(one, { name: "x", command: "true", ...onA })),
      );
      for (const { id } of await runsOf(scene, late)) await scene.ended(id);
      assert.ok(!existsSync(gate), "the late run has not started");
      assert.equal(state, "stopped");
      const runs = await scene.db.selectFrom("run").selectAll().where("flow_run_id", "=", flow).execute();
      assert.deepEqual(runs.filter(({ finished_at }) => finished_at === null), []);
      for (const task of [slowA, slowB, late]) {
        assert.deepEqual((await runsOf(scene, task)).map(({ state, stopped_by }) => [state, stopped_by]), [
          ["stopped", account.username],
        ]);
      }

      await Deno.writeTextFile(gate, "");
      const before = (await runsOf(scene, again)).length;
      const statuses = await Promise.all([one, two].map(async ({ process }) => {
        const response = await process.send("POST", `/flow-runs/${flow}/continue`);
        await response.body?.cancel();
        return response.status;
      }));
      assert.deepEqual(statuses.toSorted(), [200, 409]);
      const ended = await until("the flow run to end", async () => {
        const found = await two.process.request("GET", `/flow-runs/${flow}`);
        return found.state === "running" ? null : found;
      });
      assert.deepEqual([ended.state, ended.attempt], ["succeeded", 2]);
      const counts = await Promise.all([first, slowA, slowB, late, again].map((task) => runsOf(scene, task)));
      assert.deepEqual(counts.map(({ length }) => length), [1, 2, 2, 2, before + 1]);
    },
  "a file starts its task once although both panels see it, also after the one that decided is gone": async (
    { scene, one },
  ) => {
    const file = join(scene.folder, "in.csv");
    const task = await scene.addTask(one, {
      ...{ name: "import", command: 'echo "$SUNDIAL_TRIGGER_PATH"', ...onA },
      triggers: [{ type: "file", path: file, settleMs: 500 }],
    });
    const seen = async () =>
      (await scene.db.selectFrom("task_trigger").select("seen").where("task_id", "=", task)
        .executeTakeFirst())?.seen ?? null;
    await until("that there is no file", async () => await seen() === "absent");
    await Deno.writeTextFile(file, "1");
    const run = await until("the run", async () => (await runsOf(scene, task))[0] ?? null);
    await scene.ended(run.id);
    assert.equal(await scene.nodeOf(run.id), "a");
    const leader = await scene.leader();
    const before = await seen();
    await leader.kill();
    await Deno.writeTextFile(file, "22");
    await until("the second run", async () => (await runsOf(scene, task)).length > 1);
    await leader.start();
    await leader.process.request("POST", "/auth/login", account);
    await untilQuiet(scene);
    assert.notEqual(await seen(), before);
    assert.equal((await runsOf(scene, task)).length, 2);
  },
  "a run that waits for approval is approved although the panel that asked is gone": async (
    { scene, one },
  ) => {
    const task = await scene.addTask(one, {
      ...{ name: "later", command: "true", requiresApproval: true, ...onA },
    });
    const leader = await scene.leader();
    const run = await scene.run(leader, task);
    await scene.inState(run, "waiting_for_approval");
    const other = await scene.follower();
    await leader.kill();
    await other.process.request("POST", `/runs/${run}/approve`, {});
    assert.equal((await scene.ended(run)).state, "succeeded");
    assert.equal((await runsOf(scene, task)).length, 1);
  },
};

Deno.test("flows on several machines: values, files, deliveries, approvals and triggers", async (test) => {
  await using database = await databases.temporary();
  await using scene = await ClusterScene.open(database.url);
  const one = await scene.panel("one", { flags: ["--no-runner"] });
  const two = await scene.panel("two", { flags: ["--no-runner"] });
  const a = await scene.worker("a", { flags: ["--pools", "blue,work"] });
  const b = await scene.worker("b", { flags: ["--pools", "green,work"] });
  for (const [name, step] of Object.entries(steps)) {
    await test.step(name, () => scene.explain(() => step({ scene, one, two, a, b })));
  }
});
