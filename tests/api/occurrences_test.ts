// What ran and what is due, against ledgers made by hand.
import assert from "node:assert/strict";
import {
  maxOccurrences,
  type OccurrenceCounts,
  type OccurrenceItem,
} from "../../server/contract/occurrences.ts";
import type { TimelineBar, TimelineTask } from "../../server/contract/timeline.ts";
import { OccurrenceScene } from "../support/occurrence_scene.ts";

/** Reads counts as text: the start, then succeeded, failed, skipped, running and due. */
async function readCounts(scene: OccurrenceScene, query: Record<string, string>): Promise<string[]> {
  const { status, json, text } = await scene.call("", query);
  assert.equal(status, 200, text);
  return (json["items"] as OccurrenceCounts[]).map(({ at, succeeded, failed, skipped, running, due }) =>
    `${at.slice(5, 16)} ${[succeeded, failed, skipped, running, due].join("-")}`
  );
}

const whole = { from: "2026-11-16T00:00:00Z", to: "2026-11-20T00:00:00Z" };

Deno.test("occurrences: days count the runs of the past and the due times to come", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:07:00Z" });
  const hourly = await scene.addTask("hourly", ["0 * * * *"]);
  await scene.addTask("manual");
  const add = scene.addRun.bind(scene, hourly);
  const merged = await add("succeeded", "2026-11-16T00:00:00Z");
  await add("succeeded", "2026-11-16T23:59:59.999Z");
  await add("timed_out", "2026-11-16T05:00:00Z");
  await add("failed", "2026-11-16T05:00:00Z");
  await add("lost", "2026-11-16T05:00:00Z");
  await add("stopped", "2026-11-16T06:00:00Z");
  await add("skipped", "2026-11-16T07:00:00Z", { due_count: 5 });
  await add("skipped", "2026-11-16T08:00:00Z", { merged_into: merged });
  await add("succeeded", "2026-11-16T08:00:00Z", { kind: "subscription", task_id: null });
  await add("succeeded", "2026-11-15T23:59:59.999Z");
  await add("succeeded", "2026-11-17T00:00:00Z");
  await add("running", "2026-11-18T12:00:00Z");
  await add("queued", "2026-11-18T12:06:00Z");
  const expected = [
    ...["11-16T00:00 2-3-6-0-0", "11-17T00:00 1-0-0-0-0"],
    ...["11-18T00:00 0-0-0-1-12", "11-19T00:00 0-0-0-0-24"],
  ];
  assert.deepEqual(await readCounts(scene, whole), expected);
  // Counts of the past are remembered.
  assert.deepEqual(await readCounts(scene, whole), expected);
  assert.deepEqual(await readCounts(scene, { ...whole, from: "2026-11-15T00:00:00Z" }), [
    "11-15T00:00 1-0-0-0-0",
    ...expected,
  ]);
});

Deno.test("occurrences: of the current quarter of an hour, only what is to come is due", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:07:00Z" });
  await scene.addTask("each five minutes", ["*/5 * * * *"]);
  await scene.addTask("another", ["*/5 * * * *"]);
  const hour = { from: "2026-11-18T12:00:00Z", to: "2026-11-18T13:00:00Z", by: "hour" };
  assert.deepEqual(await readCounts(scene, hour), ["11-18T12:00 0-0-0-0-20"]);
  scene.clock.advance(3 * 60_000); // 12:10, which is now
  assert.deepEqual(await readCounts(scene, hour), ["11-18T12:00 0-0-0-0-18"]);
});

Deno.test("occurrences: hours begin as the clock of a zone with a half-hour offset says", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z", zone: "Asia/Kolkata" });
  const task = await scene.addTask("daily", ["0 23 * * *"]);
  await scene.addRun(task, "succeeded", "2026-11-17T18:29:59Z");
  await scene.addRun(task, "succeeded", "2026-11-17T18:30:00Z");
  await scene.addRun(task, "failed", "2026-11-17T19:29:59Z");
  await scene.addRun(task, "failed", "2026-11-17T19:30:00Z");
  const day = { from: "2026-11-18T00:00:00+05:30", to: "2026-11-19T00:00:00+05:30" };
  const hours = await readCounts(scene, { ...day, by: "hour" });
  assert.equal(hours.length, 24);
  assert.deepEqual(hours.slice(0, 2), ["11-17T18:30 1-1-0-0-0", "11-17T19:30 0-1-0-0-0"]);
  assert.equal(hours.at(-1), "11-18T17:30 0-0-0-0-1");
  assert.deepEqual(await readCounts(scene, day), ["11-17T18:30 1-2-0-0-1"]);
});

Deno.test("occurrences: a day on which the clock changes is longer or shorter", async () => {
  const everyHalfHour = ["*/30 * * * *"];
  {
    // At 02:00, the clock is put forward by half an hour.
    await using scene = await OccurrenceScene.open({
      ...{ now: "2026-10-01T00:00:00Z", zone: "Australia/Lord_Howe" },
    });
    await scene.addTask("each half hour", everyHalfHour);
    const days = { from: "2026-10-03T00:00:00+10:30", to: "2026-10-06T00:00:00+11:00" };
    assert.deepEqual(await readCounts(scene, days), [
      ...["10-02T13:30 0-0-0-0-48", "10-03T13:30 0-0-0-0-47", "10-04T13:00 0-0-0-0-48"],
    ]);
    const day = { from: "2026-10-04T00:00:00+10:30", to: "2026-10-05T00:00:00+11:00", by: "hour" };
    const hours = await readCounts(scene, day);
    assert.equal(hours.length, 24);
    assert.deepEqual(hours.slice(1, 4), [
      ...["10-03T14:30 0-0-0-0-2", "10-03T15:30 0-0-0-0-1", "10-03T16:00 0-0-0-0-2"],
    ]);
  }
  // At 03:00, the clock is put back by an hour.
  await using scene = await OccurrenceScene.open({ now: "2026-10-24T00:00:00Z", zone: "Europe/Berlin" });
  const task = await scene.addTask("each half hour", everyHalfHour);
  await scene.addRun(task, "succeeded", "2026-10-24T22:30:00Z");
  const day = { from: "2026-10-25T00:00:00+02:00", to: "2026-10-26T00:00:00+01:00" };
  const hours = await readCounts(scene, { ...day, by: "hour" });
  assert.deepEqual(hours.slice(0, 4), [
    ...["10-24T22:00 1-0-0-0-2", "10-24T23:00 0-0-0-0-2", "10-25T00:00 0-0-0-0-4", "10-25T02:00 0-0-0-0-2"],
  ]);
  assert.deepEqual(await readCounts(scene, day), ["10-24T22:00 1-0-0-0-50"]);
});

Deno.test("occurrences: count only tasks with a label, or one task", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T00:00:00Z" });
  const tagged = await scene.addTask("tagged", ["0 * * * *"], ["db", "night"]);
  const other = await scene.addTask("other", ["30 * * * *"], ["db-old"]);
  await scene.addRun(tagged, "succeeded", "2026-11-17T01:00:00Z");
  await scene.addRun(other, "failed", "2026-11-17T01:00:00Z");
  await scene.addRun(null, "failed", "2026-11-17T01:00:00Z");
  const query = { from: "2026-11-17T00:00:00Z", to: "2026-11-19T00:00:00Z" };
  const all = ["11-17T00:00 1-2-0-0-0", "11-18T00:00 0-0-0-0-47"];
  assert.deepEqual(await readCounts(scene, query), all); // the due time of now is over
  assert.deepEqual(await readCounts(scene, { ...query, label: "db" }), [
    ...["11-17T00:00 1-0-0-0-0", "11-18T00:00 0-0-0-0-23"],
  ]);
  assert.deepEqual(await readCounts(scene, { ...query, taskId: String(other) }), [
    ...["11-17T00:00 0-1-0-0-0", "11-18T00:00 0-0-0-0-24"],
  ]);
  assert.deepEqual(await readCounts(scene, { ...query, label: "none" }), [
    ...["11-17T00:00 0-0-0-0-0", "11-18T00:00 0-0-0-0-0"],
  ]);
  assert.deepEqual(await readCounts(scene, query), all);
});

Deno.test("occurrences: are listed one by one, past and coming, by time", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z" });
  const task = await scene.addTask("daily", ["0 18 * * *"]);
  const late = await scene.addRun(task, "succeeded", "2026-11-18T09:30:00Z", {
    ...{ due_at: Date.parse("2026-11-18T09:00:00Z"), started_at: Date.parse("2026-11-18T09:31:00Z") },
  });
  const early = await scene.addRun(task, "running", "2026-11-18T08:00:00Z", {
    started_at: Date.parse("2026-11-18T08:00:01Z"),
  });
  const query = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z", by: "none" };
  const { json } = await scene.call("", query);
  assert.equal(json["isComplete"], true);
  assert.deepEqual(
    (json["items"] as OccurrenceItem[]).map(({ at, runId, state, startedAt }) => [
      ...[at.slice(11, 16), runId, state, startedAt?.slice(11, 19) ?? null],
    ]),
    [
      ["08:00", early, "running", "08:00:01"],
      ["09:00", late, "succeeded", "09:31:00"],
      ["18:00", null, null, null],
    ],
  );
});

Deno.test("occurrences: more than the limit are cut off, and it is said", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T00:00:00Z" });
  await scene.addTask("each second", ["* * * * * *"]);
  const query = { from: "2026-11-18T01:00:00Z", to: "2026-11-18T03:00:00Z", by: "none" };
  const { json } = await scene.call("", query);
  assert.equal(json["isComplete"], false);
  assert.equal((json["items"] as unknown[]).length, maxOccurrences);
});

Deno.test("occurrences: too long and empty periods are rejected", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T00:00:00Z" });
  const from = "2026-01-01T00:00:00Z";
  const issue = async (path: string, query: Record<string, string>) => {
    const { status, problem } = await scene.call(path, { from, ...query });
    return status === 422 ? `${problem.issues?.[0]?.path} ${problem.issues?.[0]?.code}` : String(status);
  };
  const cases = [["day", "2026-03-04"], ["hour", "2026-01-09"], ["none", "2026-01-03"]] as const;
  for (const [by, last] of cases) {
    assert.equal(await issue("", { by, to: `${last}T01:00:00Z` }), "200", by);
    assert.equal(await issue("", { by, to: `${last}T01:00:01Z` }), "to too_big", by);
    assert.equal(await issue("", { by, to: from }), "to ends_before_start", by);
  }
  for (const path of ["/tasks", "/bars"]) {
    const more: Record<string, string> = path === "/bars" ? { taskIds: "1" } : {};
    assert.equal(await issue(path, { to: "2026-01-03T01:00:00Z", ...more }), "200");
    assert.equal(await issue(path, { to: "2026-01-03T01:00:01Z", ...more }), "to too_big");
    assert.equal(await issue(path, { to: from, ...more }), "to ends_before_start");
  }
  const to = "2026-01-02T00:00:00Z";
  for (const taskIds of ["", "a", "-1", "1.5", Array.from({ length: 101 }, (_, id) => id).join()]) {
    assert.notEqual(await issue("/bars", { to, taskIds }), "200", taskIds);
  }
});

Deno.test("timeline: has a row for each task that ran or is due, by name", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z" });
  const backup = await scene.addTask("backup", ["0 */6 * * *"], ["db"]);
  const report = await scene.addTask("a report", [], ["db"]);
  await scene.addTask("tomorrow", ["0 0 19 * *"], ["db"]);
  await scene.addTask("never run");
  await scene.addRun(backup, "failed", "2026-11-18T00:00:00Z");
  await scene.addRun(backup, "succeeded", "2026-11-18T06:00:00Z");
  await scene.addRun(report, "skipped", "2026-11-18T06:00:00Z", { due_count: 3 });
  await scene.addRun(999, "succeeded", "2026-11-18T06:00:00Z", { task_name: "deleted" });
  const query = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z" };
  const rows = async (more: Record<string, string> = {}) => {
    const { json, text } = await scene.call("/tasks", { ...query, ...more });
    assert.equal(json["isComplete"], true, text);
    return (json["items"] as TimelineTask[]).map(({ taskId, name, ...counts }) => [
      ...[taskId, name, counts.succeeded, counts.failed, counts.skipped, counts.due],
    ]);
  };
  assert.deepEqual(await rows(), [
    [report, "a report", 0, 0, 3, 0],
    [backup, "backup", 1, 1, 0, 1],
    [999, "deleted", 1, 0, 0, 0],
  ]);
  assert.deepEqual((await rows({ label: "db" })).map(([, name]) => name), ["a report", "backup"]);
});

/** Reads bars as text: task, from, until, state; or the counts of several. */
async function readBars(scene: OccurrenceScene, query: Record<string, string>): Promise<string[]> {
  const { status, json, text } = await scene.call("/bars", query);
  assert.equal(status, 200, text);
  return (json["items"] as TimelineBar[]).map(({ taskId, at, until, state, counts }) =>
    `${taskId} ${at.slice(8, 16)} ${until.slice(8, 16)} ${
      counts === null
        ? state ?? "due"
        : [counts.succeeded, counts.failed, counts.skipped, counts.running, counts.due].join("-")
    }`
  ).sort();
}

Deno.test("timeline: bars of few runs are single, of many summed", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z" });
  const [one, crowded] = [await scene.addTask("one"), await scene.addTask("crowded")];
  await scene.addRun(one, "succeeded", "2026-11-17T23:50:00Z", {
    finished_at: Date.parse("2026-11-18T00:20:00Z"),
  });
  await scene.addRun(one, "succeeded", "2026-11-17T22:00:00Z"); // ended before the day
  await scene.addRun(one, "running", "2026-11-18T11:00:00Z");
  await scene.addRun(one, "queued", "2026-11-18T11:00:00Z", {
    held_until: Date.parse("2026-11-18T14:00:00Z"),
  });
  for (let minute = 10; minute < 17; minute++) {
    const state = minute < 12 ? "failed" : "succeeded";
    await scene.addRun(crowded, state, `2026-11-18T03:${minute}:00Z`);
  }
  for (let minute = 10; minute < 16; minute++) {
    await scene.addRun(crowded, "succeeded", `2026-11-18T04:${minute}:00Z`);
  }
  const day = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z" };
  assert.deepEqual(await readBars(scene, { ...day, taskIds: String(one) }), [
    `${one} 17T23:50 18T00:20 succeeded`,
    `${one} 18T11:00 18T12:00 running`,
    `${one} 18T14:00 18T14:00 queued`,
  ]);
  const bars = await readBars(scene, { ...day, taskIds: `${one},${crowded}` });
  assert.equal(bars.length, 3 + 1 + 6);
  assert.ok(bars.includes(`${crowded} 18T03:10 18T03:17 5-2-0-0-0`), bars.join("\n"));
  // In a short period, they have room.
  const near = { from: "2026-11-18T03:00:00Z", to: "2026-11-18T04:00:00Z", taskIds: String(crowded) };
  assert.equal((await readBars(scene, near)).length, 7);
});

Deno.test("timeline: due times to come have marks, many of them are summed", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T22:10:30Z" });
  const few = await scene.addTask("few", ["*/30 * * * *"]);
  const many = await scene.addTask("many", ["*/5 * * * *"]);
  const day = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z" };
  assert.deepEqual(await readBars(scene, { ...day, taskIds: `${few},${many}` }), [
    ...[`${few} 18T22:30 18T22:30 due`, `${few} 18T23:00 18T23:00 due`, `${few} 18T23:30 18T23:30 due`],
    ...[`${many} 18T22:10 18T23:00 0-0-0-0-9`, `${many} 18T23:00 19T00:00 0-0-0-0-12`],
  ]);
});

Deno.test("timeline: intervals begin with the day, also in a zone with a half-hour offset", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z", zone: "Asia/Kolkata" });
  const task = await scene.addTask("crowded", ["*/5 * * * *"]);
  for (const time of ["04:32", "04:33", "04:34", "04:35", "05:16", "05:17", "05:18", "05:19"]) {
    await scene.addRun(task, "succeeded", `2026-11-18T${time}:00Z`);
  }
  const day = { from: "2026-11-18T00:00:00+05:30", to: "2026-11-19T00:00:00+05:30" };
  const bars = await readBars(scene, { ...day, taskIds: String(task) });
  assert.equal(bars[0], `${task} 18T04:32 18T05:20 8-0-0-0-0`);
  assert.equal(bars.at(-1), `${task} 18T17:30 18T18:30 0-0-0-0-12`);
});

Deno.test("timeline: runs of tasks that do not exist any more are asked for by 0", async () => {
  await using scene = await OccurrenceScene.open({ now: "2026-11-18T12:00:00Z" });
  await scene.addRun(null, "succeeded", "2026-11-18T01:00:00Z");
  const day = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z" };
  assert.deepEqual(await readBars(scene, { ...day, taskIds: "0" }), ["null 18T01:00 18T01:01 succeeded"]);
  assert.deepEqual(await readBars(scene, { ...day, taskIds: "7" }), []);
});
