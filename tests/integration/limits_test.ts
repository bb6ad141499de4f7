// Concurrency limits. The evidence is a file to which the tasks themselves append.
import { parse } from "../../server/contract/parsed.ts";
import { taskPatch } from "../../server/contract/tasks.ts";
import assert from "node:assert/strict";
import { sql } from "kysely";
import { isActive, TestEngine } from "../support/test_engine.ts";

/** Returns a command that records its start and end in the file and takes a while in between. */
function witnessed(engine: TestEngine, seconds: string): string {
  const file = engine.path("witness");
  return `echo "$SUNDIAL_TASK_NAME start" >> ${file}; sleep ${seconds}; echo "$SUNDIAL_TASK_NAME end" >> ${file}`;
}

/** Returns the maximum number of concurrent runs, by the records of the tasks. */
function maxAtOnce(lines: readonly string[]): number {
  let now = 0;
  return Math.max(0, ...lines.map((line) => now += line.endsWith("start") ? 1 : -1));
}

Deno.test("limit: a hundred tasks due at once run in order, at most 5 at a time", async () => {
  await using engine = await TestEngine.open({ concurrency: 5 });
  const ids: number[] = [];
  // Later ids are due earlier, so the order must come from the due times.
  for (let n = 0; n < 100; n++) {
    const name = `t${String(99 - n).padStart(2, "0")}`;
    ids.push(await engine.add({ name, command: witnessed(engine, "0.02"), schedules: ["0 0 1 1 *"] }));
  }
  // Set only now: a run that is late by more than a minute is missed, however long creating them took.
  const dueAt = Date.now() - 2_000;
  for (const [n, id] of ids.entries()) {
    await engine.db.updateTable("task").set({ next_due_at: dueAt + (99 - n), cursor_at: dueAt - 1 })
      .where("id", "=", id).execute();
  }
  const claimed = await orderOfClaims(engine);
  await engine.engine.start();
  await engine.until(
    "a hundred runs",
    async () => (await engine.rows()).filter(({ state }) => state === "succeeded").length === 100,
  );
  const lines = await engine.lines("witness");
  assert.equal(lines.length, 200);
  assert.ok(maxAtOnce(lines) <= 5, `${maxAtOnce(lines)} at once`);
  assert.ok(maxAtOnce(lines) > 1);
  assert.equal(new Set(lines).size, 200);
  const rows = await engine.rows();
  assert.equal(rows.length, 100);
  const byDueTime = rows.toSorted((a, b) => a.due_at! - b.due_at!);
  assert.deepEqual(await claimed(), byDueTime.map(({ id }) => id), "taken from the queue by due time");
  assert.deepEqual(
    byDueTime.map(({ task_name }) => task_name),
    [...Array(100).keys()].map((n) => `t${String(n).padStart(2, "0")}`),
  );
  assert.equal(engine.engine.live, 0);
});

Deno.test("limit: changing it acts at once, up and down", async () => {
  await using engine = await TestEngine.start({ concurrency: 1 });
  const barrier = engine.path("gate");
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) {
    ids.push(await engine.run({ command: `while [ ! -e ${barrier} ]; do sleep 0.05; done` }));
  }
  const live = async () => (await engine.rows()).filter(({ state }) => state === "running").length;
  await engine.until("one to run", async () => await live() === 1);
  engine.engine.resize(4);
  await engine.until("four to run", async () => await live() === 4);
  engine.engine.resize(2);
  assert.equal(await live(), 4);
  await engine.engine.stopRun(ids[0]!);
  await engine.end(ids[0]!);
  assert.equal(await live(), 3);
  await Deno.writeTextFile(barrier, "");
  await engine.quiet();
  assert.deepEqual((await engine.rows()).map(({ state }) => state), [
    "stopped",
    ...Array(5).fill("succeeded"),
  ]);
});

Deno.test("serial group: its tasks never run concurrently, others do", async () => {
  await using engine = await TestEngine.start();
  for (let n = 0; n < 5; n++) {
    await engine.run({ name: `s${n}`, command: witnessed(engine, "0.05"), serialGroup: "db" });
  }
  const barrier = engine.path("gate");
  const other = await engine.run({ command: `until [ -e ${barrier} ]; do sleep 0.02; done` });
  await engine.until("the group to have ended", async () => (await engine.lines("witness")).length === 10);
  await engine.reaches(other, "running");
  assert.deepEqual(
    (await engine.lines("witness")).map((line) => line.split(" ")[1]),
    Array(5).fill(["start", "end"]).flat(),
  );
  await Deno.writeTextFile(barrier, "");
  await engine.quiet();
});

/** Records the order in which runs are claimed, one after the other; returns their ids. */
async function orderOfClaims({ db }: TestEngine): Promise<() => Promise<number[]>> {
  await sql`create table claimed (place integer primary key, run integer)`.execute(db);
  await sql`create trigger note_claim after update of state on run when new.state = 'starting'
    begin insert into claimed (run) values (new.id); end`.execute(db);
  return async () => {
    const { rows } = await sql<{ run: number }>`select run from claimed order by place`.execute(db);
    return rows.map(({ run }) => run);
  };
}

/** Creates a task that is due every second, and returns the outcomes of its runs. */
async function everySecond(
  engine: TestEngine,
  overlap: Parameters<TestEngine["add"]>[0]["overlap"],
  enough: (states: string[]) => boolean,
  lastsSeconds = "1.3",
) {
  const command = witnessed(engine, lastsSeconds);
  const id = await engine.add({
    name: "t",
    command,
    schedules: ["* * * * * *"],
    ...(overlap && { overlap }),
  });
  await engine.until("enough runs", async () => enough((await engine.rows(id)).map(({ state }) => state)));
  await engine.tasks.update(id, parse(taskPatch, { enabled: false }), null);
  await engine.quiet();
  return { rows: await engine.rows(id), lines: await engine.lines("witness") };
}

const count = (states: string[], state: string) => states.filter((one) => one === state).length;

Deno.test("overlap skip: never runs two at once, and each skip names the running run", async () => {
  await using engine = await TestEngine.start();
  const { rows, lines } = await everySecond(
    engine,
    undefined,
    (states) => count(states, "succeeded") >= 1 && count(states, "skipped") >= 2,
  );
  assert.equal(maxAtOnce(lines), 1);
  const skipped = rows.filter(({ skip_reason }) => skip_reason === "overlap");
  assert.ok(skipped.length >= 2);
  for (const { blocked_by } of skipped) {
    assert.ok(rows.some(({ id, state }) => id === blocked_by && state !== "skipped"));
  }
  const due = rows.map(({ due_at }) => due_at!);
  assert.deepEqual(due, [...Array(due.length).keys()].map((n) => due[0]! + n * 1_000));
});

Deno.test("overlap queue: one waits and runs later, the next is skipped", async () => {
  await using engine = await TestEngine.start();
  const { rows, lines } = await everySecond(
    engine,
    { policy: "queue" },
    (states) => count(states, "succeeded") >= 1 && count(states, "skipped") >= 1,
  );
  assert.equal(maxAtOnce(lines), 1);
  assert.ok(rows.filter(({ skip_reason }) => skip_reason === "overlap").length >= 1);
  assert.ok(count(rows.map(({ state }) => state), "succeeded") >= 1);
});

Deno.test("overlap replace: the running one is stopped and the new one starts", async () => {
  await using engine = await TestEngine.start();
  const { rows } = await everySecond(
    engine,
    { policy: "replace" },
    (states) => count(states, "stopped") >= 2,
  );
  assert.ok(count(rows.map(({ state }) => state), "stopped") >= 2);
  const [first, second] = rows.filter(({ started_at }) => started_at !== null);
  assert.ok(second!.started_at! >= first!.finished_at! - 50);
});

Deno.test("overlap allow: runs at most its limit at once", async () => {
  await using engine = await TestEngine.start();
  const { rows, lines } = await everySecond(
    engine,
    { policy: "allow", limit: 2 },
    (states) => count(states, "skipped") >= 1 && count(states, "succeeded") >= 1,
    "2.3",
  );
  // The skipped run proves that there were two: on a slow machine, the second may start when the first has
  // ended.
  assert.ok(maxAtOnce(lines) <= 2);
  assert.ok(rows.some(({ skip_reason }) => skip_reason === "overlap"));
});

Deno.test("overlap: changing it while runs are active and queued does not block the queue", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const id = await engine.add({
    command: `until [ -e ${barrier} ]; do sleep 0.02; done`,
    overlap: { policy: "allow", limit: 5 },
  });
  const first = await engine.tasks.run(id, "person");
  await engine.reaches(first, "running");
  await engine.tasks.update(id, parse(taskPatch, { overlap: { policy: "queue" } }), null);
  const second = await engine.tasks.run(id, "person");
  const other = await engine.runToEnd({ command: "true" });
  assert.equal(other.state, "succeeded");
  assert.equal((await engine.runs.get(second)).state, "queued");
  await engine.tasks.update(id, parse(taskPatch, { overlap: { policy: "allow", limit: 5 } }), null);
  await engine.reaches(second, "running");
  await Deno.writeTextFile(barrier, "");
  await engine.quiet();
});

Deno.test("queue: runs of tasks at their limit do not block others", async () => {
  await using engine = await TestEngine.start({ concurrency: 3 });
  const barrier = engine.path("gate");
  const id = await engine.add({
    command: `until [ -e ${barrier} ]; do sleep 0.02; done`,
    overlap: { policy: "queue", limit: 1000 },
  });
  for (let n = 0; n < 120; n++) await engine.tasks.run(id, "person");
  const behind = await engine.runToEnd({ command: "true" });
  assert.equal(behind.state, "succeeded");
  await engine.tasks.stop(id);
  await engine.quiet();
  assert.ok((await engine.rows(id)).every(({ state }) => state === "stopped"));
  assert.ok(!(await engine.rows()).some(({ state }) => isActive(state)));
});
