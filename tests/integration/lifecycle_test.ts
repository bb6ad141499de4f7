// Edit, disable, delete and restart in any state: the ledger, the list and the machine agree.
import { parse } from "../../server/contract/parsed.ts";
import { taskPatch } from "../../server/contract/tasks.ts";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { RepeatedAction } from "../support/repeated_action.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { isActive, TestEngine } from "../support/test_engine.ts";

Deno.test("delete: ends the running one, empties the queue, keeps the ledger", async () => {
  await using engine = await TestEngine.start({ graceMs: 100 });
  const id = await engine.add({
    command: "trap '' TERM; while :; do sleep 0.1; done",
    overlap: { policy: "queue", limit: 3 },
  });
  const runs = [];
  for (let n = 0; n < 3; n++) runs.push(await engine.tasks.run(id, "person"));
  await engine.reaches(runs[0]!, "running");
  await engine.tasks.remove(id);
  const rows = await engine.rows(id);
  assert.deepEqual(rows.map(({ state, skip_reason }) => [state, skip_reason]), [
    ["stopped", null],
    ["skipped", "deleted"],
    ["skipped", "deleted"],
  ]);
  assert.deepEqual(engine.processes(), []);
  await assert.rejects(engine.tasks.get(id), { code: "not_found" });
  await assert.rejects(engine.tasks.run(id, "person"), { code: "not_found" });
  assert.deepEqual(engine.events.filter(({ type }) => type === "task:deleted").map((event) => event.id), [
    id,
  ]);
});

Deno.test("delete: leaves nothing of a task that is due every second and run repeatedly", async () => {
  await using engine = await TestEngine.start({ graceMs: 100 });
  const id = await engine.add({
    command: "sleep 1000",
    schedules: ["* * * * * *"],
    overlap: { policy: "replace" },
    retry: { times: 100, delayMs: 0, backoff: "fixed", onLost: false },
  });
  await engine.until("a run", async () => (await engine.rows(id)).some(({ state }) => state === "running"));
  let requested = 0;
  const ask = async () => {
    await engine.tasks.run(id, "person").catch(() => {});
    requested++;
  };
  await using requesting = new RepeatedAction(ask, 5);
  await engine.until("requests", () => requested > 2);
  const before = requested;
  await engine.tasks.remove(id);
  await engine.until("a request during the deletion or after it", () => requested > before + 1);
  await requesting.end();
  assert.ok(!(await engine.rows(id)).some(({ state }) => isActive(state)));
  assert.deepEqual(engine.processes(), []);
});

Deno.test("disable: removes scheduled queued runs, and keeps manual and running ones", async () => {
  await using engine = await TestEngine.start({ concurrency: 1 });
  const blocker = await engine.run({ command: "sleep 1000" });
  await engine.reaches(blocker, "running");
  const scheduled = await engine.add({ command: "true", schedules: ["* * * * * *"] });
  const isQueued = ({ state }: { state: string }) => state === "queued";
  await engine.until("a queued run", async () => (await engine.rows(scheduled)).some(isQueued));
  const queued = (await engine.rows(scheduled)).filter(isQueued).map(({ id }) => id);
  await engine.tasks.update(scheduled, parse(taskPatch, { enabled: false }), null);
  const rows = await engine.rows(scheduled);
  assert.ok(rows.every(({ state }) => state === "skipped"));
  // Due times in between were skipped for a reason of their own.
  const reasons = rows.filter(({ id }) => queued.includes(id)).map(({ skip_reason }) => skip_reason);
  assert.deepEqual(reasons, queued.map(() => "disabled"));
  for (const cause of ["person", "application"] as const) {
    const requested = await engine.add({ command: "true", schedules: ["0 0 1 1 *"] });
    const run = await engine.tasks.run(requested, cause);
    await engine.tasks.update(requested, parse(taskPatch, { enabled: false }), null);
    assert.equal((await engine.runs.get(run)).state, "queued", cause);
  }
  await engine.engine.stopRun(blocker);
  await engine.quiet();
});

Deno.test("edit: a running run keeps its command, the next one has the new", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const id = await engine.add({ command: `until [ -e ${barrier} ]; do sleep 0.02; done; echo old` });
  const first = await engine.tasks.run(id, "person");
  await engine.reaches(first, "running");
  await engine.tasks.update(id, parse(taskPatch, { command: "echo new", name: "renamed" }), null);
  await Deno.writeTextFile(barrier, "");
  assert.match((await engine.end(first)).log, /\nold\n/);
  assert.match((await engine.end(await engine.tasks.run(id, "person"))).log, /\nnew\n/);
});

Deno.test("on demand: rejected when overlap does not allow it, allowed for a disabled task", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.add({ command: "sleep 1000", enabled: false });
  const run = await engine.tasks.run(id, "person");
  await assert.rejects(engine.tasks.run(id, "person"), { code: "task_already_active" });
  await engine.reaches(run, "running");
  assert.equal((await engine.tasks.get(id)).status, "running");
  await engine.tasks.stop(id);
  await engine.quiet();
  assert.equal((await engine.tasks.get(id)).status, "disabled");
});

Deno.test("on demand: right after Stop, a run waits until the stopped one has ended", async () => {
  await using engine = await TestEngine.start({ graceMs: 120_000 });
  const [ready, gate] = [engine.path("ready"), engine.path("gate")];
  const end = `until [ -e ${gate} ]; do sleep 0.02; done; exit`;
  const id = await engine.add({
    command: `[ -e ${gate} ] && exit; trap '${end}' TERM; : >${ready}; while :; do sleep 0.02; done`,
    overlap: { policy: "skip" },
  });
  const first = await engine.tasks.run(id, "person");
  await engine.until("it can be stopped", () => existsSync(ready));
  await engine.tasks.stop(id);
  const second = await engine.tasks.run(id, "person");
  assert.equal((await engine.runs.get(second)).state, "queued");
  await assert.rejects(engine.tasks.run(id, "person"), { code: "task_already_active" });
  assert.equal((await engine.runs.get(first)).state, "running");
  await Deno.writeTextFile(gate, "");
  const [stopped, again] = [await engine.end(first), await engine.end(second)];
  assert.deepEqual([stopped.state, again.state], ["stopped", "succeeded"]);
  assert.ok(Date.parse(again.startedAt ?? "") >= Date.parse(stopped.finishedAt ?? ""));
});

Deno.test("any order: after many random actions ledger, list and processes agree", async () => {
  await using engine = await TestEngine.start({ concurrency: 4, graceMs: 50 });
  const next = seededRandom(20260304);
  const random = (below: number) => Math.floor(next() * below);
  const ids: number[] = [];
  for (let n = 0; n < 8; n++) {
    const policy = (["skip", "queue", "replace", "allow"] as const)[n % 4]!;
    const schedules = n % 2 === 0 ? ["* * * * * *"] : "manual" as const;
    ids.push(
      await engine.add({ command: `sleep ${n % 3 === 0 ? "1000" : "0.05"}`, schedules, overlap: { policy } }),
    );
  }
  const actions = ["run", "run", "stop", "enable", "disable", "pin", "delete", "restore", "edit"] as const;
  const actAsUser = async () => {
    for (let n = 0; n < 40; n++) {
      const id = ids[random(ids.length)]!;
      const action = actions[random(actions.length)]!;
      if (action === "delete") await engine.tasks.removeSeveral(random(3) === 0 ? [id] : []);
      else if (action === "restore") await engine.trash.restore([id]);
      else if (action === "edit") {
        await engine.tasks.update(
          id,
          parse(taskPatch, { overlap: { policy: random(2) === 0 ? "skip" : "queue" } }),
          null,
        )
          .catch(() => {});
      } else await engine.tasks.action(action, [id], "person");
      if (n % 4 === 0) await new Promise((resolve) => setTimeout(resolve, random(20)));
    }
  };
  await Promise.all([actAsUser(), actAsUser(), actAsUser(), actAsUser()]);
  await engine.tasks.action("disable", ids, "person");
  await engine.tasks.action("stop", ids, "person");
  await engine.quiet();
  assert.deepEqual(engine.processes(), []);
  // Runs that were cancelled while they were claimed hold a slot until the claim has failed.
  await engine.until("all slots to be free", () => engine.engine.live === 0);
  const { items } = await engine.tasks.list({ page: 1, pageSize: 100 });
  const trashed = (await engine.trash.list({ page: 1, pageSize: 100 })).items;
  assert.deepEqual([...items, ...trashed].map(({ id }) => id).sort((a, b) => a - b), ids);
  assert.deepEqual(
    items.filter(({ status }) => status !== "disabled").map(({ id, status }) => [id, status]),
    [],
  );
  for (const row of await engine.rows()) {
    assert.ok(row.state === "skipped" || row.finished_at !== null, `run ${row.id}`);
    if (row.state === "stopped") assert.notEqual(row.stop_requested_at, null);
  }
  assert.deepEqual(engine.errors, []);
});
