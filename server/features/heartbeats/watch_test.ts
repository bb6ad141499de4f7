import assert from "node:assert/strict";
import { heartbeatPatch } from "../../contract/heartbeats.ts";
import { heartbeatLimits } from "../../contract/limits/heartbeats.ts";
import { parse } from "../../contract/parsed.ts";
import { HeartbeatScene, HOUR, MINUTE } from "../../../tests/support/heartbeat_scene.ts";
import { isoTime } from "../../platform/iso_time.ts";

Deno.test("heartbeats: late from the due time on, down when the grace is over, and reported once", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  assert.equal(await scene.state(id), "new");
  await scene.ping(id);
  await scene.pass(HOUR - 1_000);
  assert.equal(await scene.state(id), "up");
  await scene.pass(1_000);
  assert.equal(await scene.state(id), "late");
  await scene.pass(5 * MINUTE - 1_000);
  assert.deepEqual([await scene.state(id), scene.events], ["late", []]);
  await scene.pass(1_000, 100);
  await scene.pass(1_000, 100);
  assert.deepEqual([await scene.state(id), scene.events], ["down", [`heartbeat:down ${id}`]]);
  const { downAt, downReason } = await scene.heartbeats.get(id);
  assert.deepEqual([downAt, downReason], ["2026-03-04T13:05:00.000Z", "missed"]);
  await scene.pass(3 * HOUR, 10_000);
  await scene.ping(id);
  assert.deepEqual(scene.events, [`heartbeat:down ${id}`, `heartbeat:up ${id}`]);
  assert.equal(await scene.state(id), "up");
});

Deno.test("heartbeats: a ping in the last moment of the grace is in time", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  await scene.ping(id);
  await scene.pass(HOUR + 5 * MINUTE - 1_000);
  await scene.pass(990, 10);
  assert.equal(await scene.send(id), "accepted");
  await scene.pass(2_000, 10);
  assert.deepEqual([await scene.state(id), scene.events], ["up", []]);
});

Deno.test("heartbeats: what the panel slept through gets its grace anew, which it reports", async () => {
  await using scene = await HeartbeatScene.open();
  const [id, other] = [await scene.add(), await scene.add({ periodMs: 30 * 24 * HOUR, schedule: null })];
  await scene.ping(id);
  await scene.ping(other);
  await scene.restart(10 * HOUR);
  const started = scene.clock.now();
  const watched = await scene.heartbeats.get(id);
  assert.deepEqual([watched.state, watched.watchedFrom, watched.downFrom], [
    "late",
    isoTime(started),
    isoTime(started + 5 * MINUTE),
  ]);
  assert.equal((await scene.heartbeats.get(other)).watchedFrom, null);
  await scene.pass(5 * MINUTE - 1_000);
  assert.deepEqual(scene.events, []);
  await scene.pass(3_000, 100);
  assert.deepEqual(scene.events, [`heartbeat:down ${id}`]);
});

Deno.test("heartbeats: one that was down before a restart is not reported again", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  await scene.ping(id, "fail");
  await scene.restart(HOUR);
  await scene.pass(20 * MINUTE, 10_000);
  assert.deepEqual([await scene.state(id), scene.events], ["down", [`heartbeat:down ${id}`]]);
});

Deno.test("heartbeats: after a sleep of the machine, the grace begins anew, too", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  await scene.ping(id);
  await scene.pass(10 * MINUTE, 10_000);
  scene.clock.setWall(scene.clock.now() + 3 * HOUR);
  await scene.pass(2 * MINUTE);
  assert.deepEqual([await scene.state(id), scene.events], ["late", []]);
  assert.notEqual((await scene.heartbeats.get(id)).watchedFrom, null);
  await scene.pass(5 * MINUTE);
  assert.deepEqual(scene.events, [`heartbeat:down ${id}`]);
});

Deno.test("heartbeats: exit codes, logs and starts are recorded with their durations, the newest first", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add({ maxDurationMs: HOUR });
  await scene.ping(id, "start", { rid: "a" });
  assert.equal(await scene.state(id), "started");
  await scene.pass(4_000);
  await scene.ping(id, "log", { body: "half done" });
  await scene.pass(1_000);
  await scene.ping(id, "3", { rid: "a", body: "no space left" });
  const { items } = await scene.heartbeats.pings(id, { page: 1, pageSize: 20 });
  assert.deepEqual(items.map(({ kind, exitCode, durationMs, body }) => [kind, exitCode, durationMs, body]), [
    ["fail", 3, 5_000, "no space left"],
    ["log", null, null, "half done"],
    ["start", null, null, ""],
  ]);
  assert.deepEqual([await scene.state(id), scene.events], ["down", [`heartbeat:down ${id}`]]);
  await scene.ping(id, "0");
  assert.equal(await scene.state(id), "up");
});

Deno.test("heartbeats: with the switch, only pings by POST count", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add({ postOnly: true });
  await scene.ping(id);
  assert.equal(await scene.state(id), "new");
  await scene.ping(id, "", { method: "POST" });
  assert.equal(await scene.state(id), "up");
  const { items } = await scene.heartbeats.pings(id, { page: 1, pageSize: 20 });
  assert.deepEqual(items.map(({ kind }) => kind), ["success", "ignored"]);
});

Deno.test("heartbeats: unknown keys and addresses are unknown, also after the key was replaced", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  const { key } = await scene.heartbeats.get(id);
  const send = (key: string, action: string) =>
    scene.intake.receive({ key, action, method: "GET", ip: "192.0.2.1", rid: null, body: "" });
  assert.deepEqual(
    [send(key, ""), send(key, "255"), send(key, "256"), send(key, "stop"), send("0".repeat(32), "")],
    ["accepted", "accepted", "unknown", "unknown", "unknown"],
  );
  const replaced = await scene.heartbeats.replaceKey(id);
  assert.match(replaced.key, /^[0-9a-f]{32}$/);
  assert.deepEqual([send(key, ""), send(replaced.key, "")], ["unknown", "accepted"]);
  await scene.heartbeats.remove(id);
  assert.equal(send(replaced.key, ""), "unknown");
});

Deno.test("heartbeats: a key and a network that send too many pings have to wait", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  const responses = new Map<string, number>();
  for (let n = 0; n < 200; n++) {
    const response = await scene.send(id);
    responses.set(response, (responses.get(response) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(responses), { accepted: 120, too_many: 80 });
  await scene.pass(10_000);
  assert.equal(await scene.send(id), "accepted");
  let rejected = 0;
  for (let n = 0; n < 3_000; n++) {
    const ping = { key: `k${n}`, action: "", method: "GET", ip: "198.51.100.7", rid: null, body: "" };
    if (scene.intake.receive(ping) === "too_many") rejected++;
  }
  assert.equal(rejected, 3_000 - 1_200);
});

Deno.test("heartbeats: of each, only the newest pings are kept", async () => {
  await using scene = await HeartbeatScene.open();
  const [id, other] = [await scene.add(), await scene.add()];
  await scene.ping(other);
  for (let n = 0; n < heartbeatLimits.pings + 45; n++) {
    await scene.ping(id, "log", { body: String(n) });
    await scene.pass(1_000);
  }
  const { items, total } = await scene.heartbeats.pings(id, { page: 1, pageSize: 500 });
  assert.deepEqual([total, items.length, items[0]?.body], [
    heartbeatLimits.pings,
    heartbeatLimits.pings,
    "244",
  ]);
  const rows = await scene.db.selectFrom("heartbeat_ping").selectAll().execute();
  assert.ok(rows.length < heartbeatLimits.pings + 25, `${rows.length} rows`);
  assert.equal((await scene.heartbeats.pings(other, { page: 1, pageSize: 5 })).total, 1);
});

Deno.test("heartbeats: a new schedule, a pause and another zone of the panel count from now on", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add({ schedule: "0 18 * * *" });
  await scene.ping(id);
  const dueAt = async () => (await scene.heartbeats.get(id)).dueAt;
  assert.equal(await dueAt(), "2026-03-04T18:00:00.000Z");
  scene.zone = "Asia/Shanghai";
  await scene.watch.zoneChanged();
  assert.equal(await dueAt(), "2026-03-05T10:00:00.000Z");
  await scene.heartbeats.update(id, parse(heartbeatPatch, { periodMs: HOUR }), null);
  assert.equal(await dueAt(), "2026-03-04T13:00:00.000Z");
  await scene.heartbeats.pause(id);
  await scene.pass(5 * HOUR, 10_000);
  assert.deepEqual([await scene.state(id), await dueAt(), scene.events], ["paused", null, []]);
  await scene.heartbeats.resume(id);
  assert.deepEqual([await scene.state(id), await dueAt()], ["up", "2026-03-04T18:00:00.000Z"]);
});

Deno.test("heartbeats: pings that cannot be written are written later", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  await scene.db.schema.alterTable("heartbeat_ping").renameTo("away").execute();
  await scene.ping(id);
  await scene.pass(2_000);
  assert.deepEqual(scene.logged, ["failed to write pings; retrying"]);
  await scene.db.schema.alterTable("away").renameTo("heartbeat_ping").execute();
  await scene.pass(2_000);
  assert.equal(await scene.state(id), "up");
});

Deno.test("heartbeats: one whose pings cannot be written holds up no other", async () => {
  await using scene = await HeartbeatScene.open();
  const [id, other] = [await scene.add(), await scene.add()];
  await scene.db.schema.createIndex("one_log").on("heartbeat_ping").columns(["heartbeat_id", "body"]).unique()
    .execute();
  await scene.send(id, "log");
  await scene.send(id, "log");
  await scene.send(other);
  await scene.pass(5_000);
  assert.deepEqual([await scene.state(other), scene.logged], ["up", ["failed to write pings; retrying"]]);
  await scene.db.schema.dropIndex("one_log").execute();
  await scene.pass(2_000);
  assert.equal((await scene.heartbeats.pings(id, { page: 1, pageSize: 5 })).total, 2);
});

Deno.test("heartbeats: a flood of pings puts off no decision", async () => {
  await using scene = await HeartbeatScene.open();
  const id = await scene.add();
  await scene.ping(id);
  const others: number[] = [];
  for (let n = 0; n < 20; n++) others.push(await scene.add());
  await scene.pass(HOUR + 5 * MINUTE - 1_000, 10_000);
  for (let n = 0; n < 40; n++) {
    for (const other of others) await scene.send(other, "log");
    await scene.pass(50, 50);
  }
  assert.deepEqual(scene.events, [`heartbeat:down ${id}`]);
});
