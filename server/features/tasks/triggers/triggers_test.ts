import assert from "node:assert/strict";
import { HOUR, on, START, TriggerScene, windowOf } from "../../../../tests/support/trigger_scene.ts";
import type { Trigger } from "../../../contract/triggers.ts";
import type { SeenFile } from "./seen_file.ts";
import { writeTriggers } from "./trigger_rows.ts";

const cutOff: SeenFile = { version: "absent", mount: null, isCutOff: true };

Deno.test("file triggers: a file that appears starts the task once, when it has not changed for a while", async () => {
  await using scene = await TriggerScene.open();
  const id = await scene.addFile("/in/a.csv");
  await scene.pass(5);
  scene.files.set("/in/a.csv", "1 1");
  await scene.pass(1);
  scene.files.set("/in/a.csv", "2 2");
  await scene.pass(1);
  assert.deepEqual(await scene.states(), []);
  await scene.pass(1);
  await scene.pass(10);
  const [run, ...others] = await scene.runs(id);
  assert.deepEqual([run?.state, run?.cause, run?.due_at, others], ["queued", "trigger", null, []]);
  assert.deepEqual(JSON.parse(run!.trigger_json!), { type: "file", name: null, path: "/in/a.csv", on: null });
  assert.deepEqual(scene.followed.map(({ result }) => result.queued), [[run!.id]]);
});

Deno.test("file triggers: each settled version starts it, also after it was deleted; its end does not", async () => {
  await using scene = await TriggerScene.open();
  await scene.addFile("/a");
  for (const version of ["1 1", "2 2", "absent", "2 2"]) {
    scene.files.set("/a", version);
    await scene.pass(4);
    await scene.endRuns();
  }
  assert.equal((await scene.runs()).length, 3);
});

Deno.test("file triggers: what was there when the trigger was saved does not start it", async () => {
  await using scene = await TriggerScene.open();
  scene.files.set("/a", "1 1").set("/b", "1 1");
  await scene.addFile("/a", "1 1");
  await scene.addFile("/b", null);
  await scene.pass(10);
  assert.deepEqual(await scene.states(), []);
  scene.files.set("/a", "2 2").set("/b", "2 2");
  await scene.pass(3);
  assert.equal((await scene.runs()).length, 2);
});

Deno.test("file triggers: what cannot be looked at keeps its version", async () => {
  await using scene = await TriggerScene.open();
  scene.files.set("/a", "1 1");
  await scene.addFile("/a", "1 1");
  scene.files.set("/a", null);
  await scene.pass(10);
  scene.files.set("/a", "1 1");
  await scene.pass(10);
  assert.deepEqual(await scene.states(), []);
});

Deno.test("file triggers: a file that comes back with its drive starts nothing; one that has changed meanwhile, once", async () => {
  for (const away of [cutOff, on("/", "absent")]) {
    for (const isOff of [false, true]) {
      await using scene = await TriggerScene.open();
      scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
      await scene.addFile("/mnt/usb/a", null);
      await scene.pass(3);
      scene.files.set("/mnt/usb/a", away);
      await scene.pass(10);
      if (isOff) await scene.restart();
      await scene.pass(10);
      scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
      await scene.pass(10);
      assert.deepEqual(await scene.states(), []);
      scene.files.set("/mnt/usb/a", away);
      await scene.pass(10);
      if (isOff) await scene.restart();
      scene.files.set("/mnt/usb/a", on("/mnt/usb", "2 2"));
      await scene.pass(10);
      assert.equal((await scene.runs()).length, 1);
    }
  }
});

Deno.test("file triggers: a file whose drive is away at the first look after a restore starts nothing", async () => {
  for (const away of [cutOff, on("/", "absent")]) {
    await using scene = await TriggerScene.open();
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
    await scene.addFile("/mnt/usb/a", null);
    await scene.pass(3);
    scene.files.set("/mnt/usb/a", away);
    await scene.scene.db.updateTable("task_trigger").set({ seen: null }).execute();
    await scene.restart();
    await scene.pass(10);
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
    await scene.pass(10);
    assert.deepEqual(await scene.states(), []);
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "2 2"));
    await scene.pass(10);
    assert.equal((await scene.runs()).length, 1);
  }
});

Deno.test("file triggers: a file whose drive is away when its task comes back from the trash starts nothing", async () => {
  for (const away of [cutOff, on("/", "absent")]) {
    await using scene = await TriggerScene.open();
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
    const id = await scene.addFile("/mnt/usb/a", null);
    await scene.pass(3);
    scene.files.set("/mnt/usb/a", away);
    await scene.renew(id);
    await scene.pass(10);
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "2 2"));
    await scene.pass(10);
    assert.deepEqual(await scene.states(), [], "it may have changed while the task was in the trash");
    scene.files.set("/mnt/usb/a", on("/mnt/usb", "3 3"));
    await scene.pass(10);
    assert.equal((await scene.runs()).length, 1);
  }
});

Deno.test("file triggers: a file deleted from its drive, and put back as it was, starts the task", async () => {
  await using scene = await TriggerScene.open();
  scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
  await scene.addFile("/mnt/usb/a", null);
  await scene.pass(3);
  scene.files.set("/mnt/usb/a", on("/mnt/usb", "absent"));
  await scene.pass(3);
  scene.files.set("/mnt/usb/a", cutOff);
  await scene.pass(3);
  scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
  await scene.pass(3);
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("file triggers: a file in a folder that was not there when the trigger was saved starts the task", async () => {
  await using scene = await TriggerScene.open();
  scene.files.set("/mnt/usb/a", cutOff);
  await scene.addFile("/mnt/usb/a", null);
  await scene.pass(3);
  scene.files.set("/mnt/usb/a", on("/mnt/usb", "1 1"));
  await scene.pass(3);
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("file triggers: a drive that is mounted elsewhere is followed, without a start", async () => {
  await using scene = await TriggerScene.open();
  scene.files.set("/data/a", on("/", "1 1"));
  await scene.addFile("/data/a", "1 1");
  await scene.pass(3);
  scene.files.set("/data/a", on("/data", "1 1"));
  await scene.pass(3);
  scene.files.set("/data/a", on("/", "absent"));
  await scene.pass(3);
  scene.files.set("/data/a", on("/data", "1 1"));
  await scene.pass(3);
  assert.deepEqual(await scene.states(), []);
});

Deno.test("file triggers: a change while the panel was off starts it once after the start", async () => {
  await using scene = await TriggerScene.open();
  await scene.addFile("/a");
  await scene.pass(1);
  await scene.fileTriggers.end();
  scene.files.set("/a", "1 1");
  scene.clock.advance(HOUR);
  await scene.restart();
  await scene.pass(3);
  await scene.restart();
  await scene.pass(5);
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("file triggers: version and run are written together, so a crash loses and repeats nothing", async () => {
  await using scene = await TriggerScene.open();
  await scene.addFile("/a");
  await scene.pass(1);
  scene.files.set("/a", "1 1");
  // Before the commit.
  scene.beforeCommit = () => {
    throw new Error("killed");
  };
  await assert.rejects(scene.pass(3), /killed/);
  assert.deepEqual(await scene.states(), []);
  scene.beforeCommit = () => {};
  // After it.
  scene.afterCommit = () => {
    throw new Error("killed");
  };
  await scene.restart();
  await assert.rejects(scene.pass(3), /killed/);
  scene.afterCommit = () => {};
  await scene.restart();
  await scene.pass(5);
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("file triggers: of two panels, one starts the task", async () => {
  await using scene = await TriggerScene.open();
  await scene.addFile("/a");
  const other = scene.newFileTriggers();
  await other.begin();
  await Promise.all([scene.fileTriggers.poll(), other.poll()]);
  scene.files.set("/a", "1 1");
  for (let second = 0; second < 4; second++) {
    await Promise.all([scene.fileTriggers.poll(), other.poll()]);
    scene.clock.advance(1_000);
  }
  await other.end();
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("file triggers: no changes while there is no space, and one afterwards", async () => {
  await using scene = await TriggerScene.open();
  const id = await scene.addFile("/a");
  await scene.pass(1);
  scene.hasRoom = false;
  scene.files.set("/a", "1 1");
  await scene.pass(5);
  assert.deepEqual(await scene.states(), []);
  scene.hasRoom = true;
  await scene.pass(3);
  await scene.restart();
  await scene.pass(5);
  assert.deepEqual((await scene.runs()).map(({ task_id }) => task_id), [id]);
});

Deno.test("triggers: overlap and windows skip a start with their reasons; a window holds it", async () => {
  await using scene = await TriggerScene.open();
  const id = await scene.addFile("/a");
  await scene.pass(1);
  const change = async (version: string) => {
    scene.files.set("/a", version);
    await scene.pass(3);
  };
  await change("1 1");
  await change("2 2");
  assert.deepEqual(await scene.states(id), ["queued", "overlap"]);
  await scene.endRuns();
  scene.dropped = { reason: "window", windowId: 7 };
  await change("3 3");
  scene.dropped = { reason: "calendar" };
  await change("3 4");
  scene.dropped = null;
  scene.held = { windowId: 8, until: START + HOUR, startAt: START + HOUR };
  await change("4 4");
  await change("5 5");
  const [, , skipped, dayOff, held, merged] = await scene.runs(id);
  assert.deepEqual([dayOff?.skip_reason, dayOff?.cause], ["calendar", "trigger"]);
  assert.deepEqual([skipped?.skip_reason, skipped?.window_id, skipped?.due_at], ["window", 7, null]);
  assert.deepEqual([held?.state, held?.window_id, held?.start_after], ["queued", 8, START + HOUR]);
  assert.deepEqual([merged?.skip_reason, merged?.cause, merged?.merged_into], [
    "window",
    "trigger",
    held?.id,
  ]);
});

Deno.test("triggers: a disabled task records what has fired, and starts nothing when it is enabled again", async () => {
  await using scene = await TriggerScene.open();
  const { db } = scene.scene;
  const file = await scene.addFile("/a");
  const heartbeat = await scene.add({ type: "heartbeat", heartbeatId: 1, on: "down" });
  const enable = async (enabled: 0 | 1) => {
    await db.updateTable("task").set({ enabled }).execute();
  };
  await scene.pass(1);
  await enable(0);
  scene.files.set("/a", "1 1");
  await scene.pass(5);
  await scene.happen("down");
  await scene.sources.run();
  // Its own reason comes first, also before a window.
  scene.dropped = { reason: "window", windowId: 7 };
  scene.files.set("/a", "2 2");
  await scene.pass(5);
  scene.dropped = null;
  await enable(1);
  await scene.restart();
  await scene.pass(5);
  await scene.sources.run();
  assert.deepEqual(await scene.states(file), ["disabled", "disabled"]);
  assert.deepEqual(await scene.states(heartbeat), ["disabled"]);
  const [run] = await scene.runs(file);
  assert.deepEqual([run?.state, run?.cause, run?.due_at, run?.window_id], ["skipped", "trigger", null, null]);
  assert.equal(JSON.parse(run!.trigger_json!).path, "/a");
  scene.files.set("/a", "3 3");
  await scene.pass(5);
  assert.deepEqual((await scene.states(file)).at(-1), "queued");
});

Deno.test("triggers: outside its valid period, a task is not started, which is recorded", async () => {
  await using scene = await TriggerScene.open();
  const [early, late] = [await scene.addFile("/a"), await scene.addFile("/a")];
  const { db } = scene.scene;
  await db.updateTable("task").set({ valid_from: START + HOUR }).where("id", "=", early).execute();
  await db.updateTable("task").set({ valid_until: START }).where("id", "=", late).execute();
  await scene.pass(1);
  scene.files.set("/a", "1 1");
  await scene.pass(5);
  assert.deepEqual([await scene.states(early), await scene.states(late)], [["expired"], ["expired"]]);
});

Deno.test("triggers: a heartbeat starts the tasks that name what has happened, once", async () => {
  await using scene = await TriggerScene.open();
  const down = await scene.add({ type: "heartbeat", heartbeatId: 1, on: "down" });
  const up = await scene.add({ type: "heartbeat", heartbeatId: 1, on: "up" });
  await scene.add({ type: "heartbeat", heartbeatId: 2, on: "down" });
  await scene.happen("down");
  await scene.sources.run();
  await scene.sources.run();
  assert.deepEqual([await scene.states(down), await scene.states(up)], [["queued"], []]);
  assert.deepEqual(JSON.parse((await scene.runs(down))[0]!.trigger_json!), {
    ...{ type: "heartbeat", name: "Nightly", path: null, on: "down" },
  });
  await scene.happen("up");
  await scene.sources.run();
  assert.equal((await scene.runs()).length, 2);
});

Deno.test("triggers: what happened before a crash starts tasks after it, and before a trigger was saved none", async () => {
  await using scene = await TriggerScene.open();
  await scene.add({ type: "heartbeat", heartbeatId: 1, on: "down" });
  await scene.happen("down");
  scene.clock.advance(1_000);
  const later = await scene.add({ type: "heartbeat", heartbeatId: 1, on: "down" });
  await scene.restart();
  scene.afterCommit = () => {
    throw new Error("killed");
  };
  await assert.rejects(scene.sources.run(), /killed/);
  scene.afterCommit = () => {};
  await scene.restart();
  await scene.sources.run();
  assert.deepEqual([await scene.states(), await scene.states(later)], [["queued"], []]);
});

Deno.test("triggers: what no task names is not noted", async () => {
  await using scene = await TriggerScene.open();
  await scene.add({ type: "heartbeat", heartbeatId: 1, on: "up" });
  await scene.happen("down");
  await scene.happen("up", 2);
  assert.equal((await scene.scene.db.selectFrom("trigger_event").selectAll().execute()).length, 0);
});

Deno.test("triggers: a window starts tasks at its start and its end, and says when to look again", async () => {
  await using scene = await TriggerScene.open();
  scene.windows = [windowOf()];
  const start = await scene.add({ type: "window", windowId: 1, on: "start" });
  const end = await scene.add({ type: "window", windowId: 1, on: "end" });
  assert.equal(await scene.sources.run(), 60_000);
  scene.clock.advance(HOUR - 5_000);
  assert.equal(await scene.sources.run(), 5_000);
  scene.clock.advance(5_000);
  await scene.sources.run();
  await scene.restart();
  await scene.sources.run();
  assert.deepEqual([await scene.states(start), await scene.states(end)], [["queued"], []]);
  scene.clock.advance(HOUR);
  await scene.sources.run();
  await scene.sources.run();
  assert.deepEqual([await scene.states(start), await scene.states(end)], [["queued"], ["queued"]]);
  assert.equal(JSON.parse((await scene.runs(end))[0]!.trigger_json!).name, "Nightly work");
});

Deno.test("triggers: a start of a window that was missed is recorded; a deleted window starts nothing", async () => {
  await using scene = await TriggerScene.open();
  scene.windows = [windowOf(), windowOf({ id: 2, removed_at: START + HOUR + 1 })];
  const start = await scene.add({ type: "window", windowId: 1, on: "start" });
  const deleted = await scene.add({ type: "window", windowId: 2, on: "end" });
  scene.clock.advance(10 * HOUR);
  await scene.sources.run();
  await scene.sources.run();
  assert.deepEqual([await scene.states(start), await scene.states(deleted)], [["missed"], []]);
});

Deno.test("triggers: a saved list keeps what was seen of those that stay", async () => {
  await using scene = await TriggerScene.open();
  const id = await scene.addFile("/a", "1 1");
  const stays = { type: "file", path: "/a", settleMs: 9_000 } as const;
  const seen = new Map([["/a", { version: "2 2", mount: "/" }], ["/b", { version: "3 3", mount: "/mnt" }]]);
  const write = (...triggers: Trigger[]) =>
    scene.scene.inTransaction((tx) => writeTriggers(tx, id, triggers, { now: scene.clock.now(), seen }));
  await write(stays, { type: "file", path: "/b", settleMs: 500 });
  const rows = () =>
    scene.scene.db.selectFrom("task_trigger").select(["file_path", "seen", "seen_mount", "settle_ms"])
      .orderBy("id")
      .execute();
  assert.deepEqual(await rows(), [
    { file_path: "/a", seen: "1 1", seen_mount: null, settle_ms: 9_000 },
    { file_path: "/b", seen: "3 3", seen_mount: "/mnt", settle_ms: 500 },
  ]);
  await assert.rejects(write(stays, { ...stays, settleMs: 500 }), { code: "validation_failed" });
  await assert.rejects(write({ type: "heartbeat", heartbeatId: 1, on: "up" }), { code: "validation_failed" });
  await write();
  assert.deepEqual(await rows(), []);
});
