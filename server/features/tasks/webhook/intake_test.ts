import assert from "node:assert/strict";
import { addTasksAfter, assertFollowedAtOnce } from "../../../../tests/support/dropped_run.ts";
import { TestEngine } from "../../../../tests/support/test_engine.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { until } from "../../../../tests/support/until.ts";
import { signatureOf } from "../../../../tests/support/webhook_scene.ts";
import { AppError } from "../../../contract/app_error.ts";
import { parse } from "../../../contract/parsed.ts";
import { taskInput, taskPatch } from "../../../contract/tasks.ts";
import { webhookInput, webhookPatch } from "../../../contract/webhooks.ts";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import { WriteState } from "../../../platform/write_state.ts";
import { HookLimits } from "./hook_limits.ts";
import { HookIntake, type HookResponse } from "./intake.ts";
import { Webhooks } from "./service.ts";
import { UnsignedDeliveries } from "./unsigned_deliveries.ts";

/** Opens an engine and a task with a webhook; `waiting` is the clock by which senders wait. */
async function open({ isStarted = true, waiting }: { isStarted?: boolean; waiting?: TestClock } = {}) {
  const engine = await (isStarted ? TestEngine.start() : TestEngine.open());
  const { db, clock, bus, sealer, folder } = engine;
  const writes = new WriteState(clock);
  const audited: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const unsigned = new UnsignedDeliveries({
    ...{ db, clock, bus, logger },
    audit: ({ reason }) => Promise.resolve(void audited.push(reason)),
  });
  const intake = new HookIntake({
    ...{ db, clock: waiting ?? clock, bus, sealer, writes, unsigned, engine: engine.engine },
    scripts: folder.scripts,
    ...{ limits: new HookLimits(clock), closing: new AbortController().signal },
    startLimits: { heldAt: () => null, droppedAt: () => null },
  });
  const webhooks = new Webhooks({ db, clock, bus, sealer, intake, basePath: "" });
  const { id } = await engine.tasks.create(
    parse(taskInput, { name: "t", command: "true", schedules: "manual" }),
  );
  const { path, secret } = await webhooks.make(id, parse(webhookInput, { signature: "standard" }), "");
  const send = async (body: string, at = Date.now(), signal = new AbortController().signal, waitMs = 0) => {
    const headers = new Headers(signatureOf(body, { signature: "standard", secret, at }));
    return await intake.receive({
      ...{ key: path.slice("/hook/".length), ip: "192.0.2.1", headers, mediaType: "application/json" },
      ...{ body: new TextEncoder().encode(body), waitMs, signal },
    });
  };
  return {
    ...{ engine, id, writes, unsigned, audited, webhooks, send },
    list: async () => (await webhooks.deliveries(id, { page: 1, pageSize: 50 }, "en")).items,
    async [Symbol.asyncDispose]() {
      await unsigned.close();
      await engine[Symbol.asyncDispose]();
    },
  };
}

Deno.test("webhook intake: a full disk is a reason in the list once it can be written again, and starts no run", async () => {
  await using scene = await open();
  scene.writes.begin("disk_full");
  await assert.rejects(scene.send("{}"), { code: "storage_full" });
  scene.writes.end("disk_full");
  await scene.unsigned.flush();
  const [delivery] = await scene.list();
  assert.deepEqual([delivery!.accepted, delivery!.reason, delivery!.resendable], [false, "read_only", false]);
  assert.equal((await scene.engine.db.selectFrom("run").selectAll().execute()).length, 0);
  assert.deepEqual(scene.audited, []);
});

Deno.test("webhook intake: wrong signatures are written together, with one entry of the audit log", async () => {
  await using scene = await open();
  for (let sent = 0; sent < 5; sent++) {
    await assert.rejects(scene.send("{}", Date.now() - 400_000), { code: "delivery_unsigned" });
  }
  assert.equal((await scene.list()).length, 0, "after they were answered");
  await scene.unsigned.flush();
  assert.deepEqual((await scene.list()).map(({ reason }) => reason), Array(5).fill("time"));
  assert.deepEqual(scene.audited, ["time"]);
});

Deno.test("webhook intake: a run and its delivery are written together, or neither is", async () => {
  await using scene = await open();
  const { db } = scene.engine;
  await db.schema.dropTable("webhook_receipt").execute();
  await assert.rejects(scene.send("{}"), /webhook_receipt/);
  assert.equal((await db.selectFrom("run").selectAll().execute()).length, 0);
  assert.equal((await db.selectFrom("trigger_content").selectAll().execute()).length, 0);
  assert.equal((await scene.list()).length, 0);
});

Deno.test("webhook intake: what follows the run that a delivery takes from the queue is decided with it", async () => {
  const rows = [
    { overlap: { policy: "replace" }, run: { cause: "person" } },
    { overlap: { policy: "queue", limit: 1 }, run: { cause: "retry", start_after: Date.now() + 3_600_000 } },
    { overlap: { policy: "skip" }, run: { cause: "schedule" }, reason: "limit" },
  ] as const;
  for (const { overlap, run, ...row } of rows) {
    // Nothing runs.
    await using scene = await open({ isStarted: false });
    const { db, tasks, events } = scene.engine;
    await tasks.update(scene.id, parse(taskPatch, { overlap }), null);
    const after = await addTasksAfter(db, scene.id);
    const runId = await tasks.run(scene.id, "person");
    await db.updateTable("run").set(run).where("id", "=", runId).execute();
    const reason = "reason" in row ? row.reason : "overlap";
    const following = await assertFollowedAtOnce(db, { runId, after, reason, start: () => scene.send("{}") });
    const [, started] = await scene.engine.rows(scene.id);
    assert.deepEqual([started?.cause, started?.state], ["webhook", "queued"]);
    const [delivery, ...others] = await scene.list();
    assert.deepEqual([delivery?.runId, others], [started!.id, []]);
    const announced = events.filter(({ type }) => type === "run:queued").map(({ id }) => id);
    assert.deepEqual(announced, [runId, started!.id, following]);
  }
});

Deno.test("webhook intake: a sender that gives up waits no longer; the run continues", async () => {
  await using scene = await open();
  const gate = await Deno.makeTempFile();
  const command = `while test -e ${gate}; do sleep 0.02; done`;
  await scene.engine.tasks.update(scene.id, parse(taskPatch, { command }), null);
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 50);
  const { status, body } = await scene.send("{}", Date.now(), leaving.signal, 30_000);
  assert.equal(status, 202);
  const [run] = await scene.engine.rows(scene.id);
  assert.equal(run?.finished_at, null, "it does not wait for the end");
  await Deno.remove(gate);
  assert.equal((await scene.engine.end(Number(body.runId))).state, "succeeded");
});

/** A task that does not end, whose senders wait by a clock that stands still. */
async function openEndless() {
  const waiting = new TestClock(Date.now());
  const scene = await open({ waiting });
  const patch = parse(taskPatch, { command: "sleep 1000", overlap: { policy: "allow", limit: 100 } });
  await scene.engine.tasks.update(scene.id, patch, null);
  return { waiting, scene };
}

Deno.test("webhook intake: a sender waits 30 s at most for a run that does not end", async () => {
  const { waiting, scene } = await openEndless();
  await using _ = scene;
  let response: HookResponse | undefined;
  const sent = scene.send("{}", Date.now(), undefined, webhookLimits.waitSeconds * 1_000)
    .then((received) => response = received);
  await until("it waits", () => waiting.timers > 0);
  // A poll reads the database before it waits again.
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      waiting.advance(Math.min(1_000, ms - passed));
      await until("it waits again", () => waiting.timers > 0 || response !== undefined);
    }
  };
  await wait(29_999);
  assert.equal(response, undefined);
  await wait(1);
  const { status, body } = await sent;
  assert.deepEqual([status, Object.keys(body)], [202, ["runId"]]);
  assert.notEqual((await scene.engine.runs.get(Number(body.runId))).state, "succeeded");
});

Deno.test("webhook intake: when 50 senders wait, the next one gets its answer at once", async () => {
  const { waiting, scene } = await openEndless();
  await using _ = scene;
  const leaving = new AbortController();
  const answers: HookResponse[] = [];
  const send = () =>
    scene.send("{}", Date.now(), leaving.signal, 30_000).then((answer) => void answers.push(answer));
  const all = [];
  for (let sent = 1; sent <= 50; sent++) all.push(send());
  await until("all of them wait", () => waiting.timers === 50);
  assert.equal(answers.length, 0);
  all.push(send());
  await until("the next one has its answer", () => answers.length > 0);
  assert.equal(waiting.timers, 50);
  assert.deepEqual(answers.map(({ status }) => status), [202]);
  leaving.abort();
  await Promise.all(all);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
  // There is room again.
  const again = new AbortController();
  const last = scene.send("{}", Date.now(), again.signal, 30_000);
  await until("it waits", () => waiting.timers === 1);
  again.abort();
  assert.equal((await last).status, 202);
});

Deno.test("webhook intake: random signed bodies start a run or have a known reason, never a bug", async () => {
  await using scene = await open();
  const parameters = [{ name: "ref", type: "text" as const }, { name: "count", type: "number" as const }];
  await scene.engine.tasks.update(scene.id, parse(taskPatch, { parameters }), null);
  await scene.webhooks.change(scene.id, parse(webhookPatch, { mapping: { ref: "/a/0", count: "" } }), "");
  const signs = '{}[]",:0123456789.eE-+\\utrfalsn /a\0\x7fä\ud83d\ude00';
  const random = (max: number) => Math.floor(Math.random() * max);
  for (let sent = 0; sent < 300; sent++) {
    const some = Array.from({ length: random(40) }, () => signs[random(signs.length)]).join("")
      .toWellFormed();
    const body = [some, `{"a":[${some}]}`, `{"a":["${some}"]}`, String(random(1e6))][random(4)]!;
    await scene.send(body).catch((error) => assert.ok(error instanceof AppError, `${body}: ${error}`));
  }
});
