// Tests what is reported: runs that take too long or do not start, pulls, logins, dependencies, backups, updates, the
// disk, and what happened while nothing was listening.
import { parse } from "../../../contract/parsed.ts";
import assert from "node:assert/strict";
import type { Insertable } from "kysely";
import { NotificationScene } from "../../../../tests/support/notification_scene.ts";
import type { LiveEvent } from "../../../contract/events.ts";
import { notificationEvents } from "../../../contract/notification_events.ts";
import { channelPatch, type NotificationRule } from "../../../contract/notifications.ts";
import type { Notify } from "../../../contract/tasks.ts";
import type { HeartbeatTable } from "../../../migrations/heartbeat_tables.ts";
import type { RunTable } from "../../../migrations/run_tables.ts";
import { Locations } from "../../../platform/clients/locations.ts";
import { LoginLog } from "../../login_log/service.ts";
import type { EndedBackup, FeatureQueries } from "./event_sources.ts";
import { FollowEvents } from "./follow_events.ts";
import { FollowRuns } from "./follow_runs.ts";
import { WatchRuns } from "./watch_runs.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

class Sources implements AsyncDisposable {
  readonly queries: FeatureQueries;
  readonly logins: LoginLog;
  readonly watch: WatchRuns;
  readonly runs: FollowRuns;
  events: FollowEvents;
  disk = { free: 5e9, size: 1e10 };
  version: string | null = null;
  calendars: Record<number, { name: string; until: string }> = {};
  backups: Record<number, EndedBackup> = {
    12: { outcome: "succeeded", bytes: 1234567, reason: () => "" },
    13: { outcome: "failed", bytes: null, reason: () => "no room" },
    14: { outcome: "interrupted", bytes: null, reason: () => "the panel stopped" },
  };
  readonly #options;

  private constructor(readonly scene: NotificationScene) {
    const { db, bus, clock, notifier } = scene;
    const logger = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (message: string, fields: unknown) => {
        throw new Error(`${message} ${Deno.inspect(fields)}`);
      },
    };
    const locations = new Locations({ file: null, logger });
    this.logins = new LoginLog({ db, bus, clock, locations, language: () => scene.language });
    const files = { logs: scene.folder, readTail: () => Promise.resolve("the log\n") };
    this.queries = {
      login: (id) => this.logins.find(id),
      backup: (id) => Promise.resolve(this.backups[id] ?? null),
      update: () => this.version,
      calendar: (id) => this.calendars[id] ?? null,
      disk: () => this.disk,
    };
    this.runs = new FollowRuns({ db, clock, notifier, ...files });
    this.watch = new WatchRuns({ db, clock, notifier, logger, ...files, zone: () => scene.zone });
    this.#options = { db, bus, clock, notifier, logger, runs: this.runs, queries: this.queries };
    this.events = new FollowEvents(this.#options);
  }

  static async open(rule: Partial<NotificationRule>): Promise<Sources> {
    const sources = new Sources(await NotificationScene.open());
    await sources.scene.rule(rule);
    await sources.events.open();
    return sources;
  }

  async restart(): Promise<void> {
    await this.events.close();
    this.events = new FollowEvents(this.#options);
    await this.events.open();
  }

  async task(notify: Notify = {}, zone: string | null = null): Promise<number> {
    const now = this.scene.clock.now();
    const { id } = await this.scene.db.insertInto("task").values({
      name: "Nightly",
      command: "true",
      schedules_json: '"manual"',
      time_zone: zone,
      labels_json: "[]",
      enabled: 1,
      pinned: 0,
      overlap_json: "{}",
      retry_json: '{"times":0}',
      random_delay_ms: 0,
      notify_json: JSON.stringify(notify),
      cursor_at: now,
      created_at: now,
      updated_at: now,
      version: 1,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  async subscription(): Promise<number> {
    const { id } = await this.scene.db.insertInto("subscription").values({
      name: "Tools",
      type: "public_repository",
      url: "https://a.example/t.git",
      branch: "",
      username: "",
      schedule_json: '"manual"',
      whitelist: "",
      blacklist: "",
      dependency_words: "",
      extensions: "",
      auto_add: 1,
      auto_delete: 1,
      on_change: "follow",
      review: "automatic",
      alias: "tools",
      enabled: 1,
      cursor_at: 0,
      created_at: 0,
      updated_at: 0,
      version: 1,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  async heartbeat(columns: Partial<Insertable<HeartbeatTable>> = {}): Promise<number> {
    const { id } = await this.scene.db.insertInto("heartbeat").values({
      ...{ name: "Offsite backup", labels_json: "[]", schedule: null, period_ms: HOUR, time_zone: null },
      ...{ grace_ms: 5 * MINUTE, max_duration_ms: null, post_only: 0, muted: 0, key: "k", paused: 0 },
      ...{ notify_json: JSON.stringify({ onDown: false, onUp: false }), starts_json: "[]", version: 1 },
      ...{ due_at: Date.parse("2026-03-04T11:00:00Z"), down_at: 0, down_reason: "missed" },
      ...{ created_at: 0, updated_at: 0, ...columns },
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  async run(taskId: number, columns: Partial<Insertable<RunTable>>): Promise<number> {
    const now = this.scene.clock.now();
    const { id } = await this.scene.db.insertInto("run").values({
      task_id: taskId,
      task_name: "Nightly",
      cause: "schedule",
      state: "running",
      due_count: 1,
      queued_at: now,
      start_after: now,
      queue_rank: 0,
      queue_order: now,
      attempt: 1,
      started_at: now,
      ...columns,
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  }

  async publish(type: LiveEvent["type"], id: number, more: Partial<LiveEvent> = {}): Promise<void> {
    const at = new Date(this.scene.clock.now()).toISOString();
    this.scene.bus.publish({ topic: "system", type, id, version: 0, at, ...more });
    await this.idle();
  }

  async idle(): Promise<void> {
    await this.events.idle();
    await this.scene.dispatcher.idle();
  }

  async check(): Promise<void> {
    await this.watch.check();
    await this.idle();
  }

  get titles(): string[] {
    return this.scene.sent.map(({ title }) => title);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.events.close();
    await this.scene[Symbol.asyncDispose]();
  }
}

Deno.test("sources: a long run is reported once, by the rule or the task, whichever limit comes first", async () => {
  await using sources = await Sources.open({ events: ["run_too_long"], longerThanMs: HOUR });
  const { scene } = sources;
  await sources.run(await sources.task({ longerThanMs: 10 * MINUTE }), {});
  await sources.run(await sources.task(), {});
  for (let n = 0; n < 13; n++) {
    await scene.pass(5 * MINUTE, 5 * MINUTE);
    await sources.check();
  }
  await scene.pass(MINUTE);
  assert.deepEqual(sources.titles, [
    "Nightly: running for 10 min",
    "Nightly: running for 1 h",
    "Nightly: running for 1 h",
  ]);
  assert.match(scene.sent[1]!.content, /has been running for 1 h and has not ended yet/);
});

Deno.test("sources: a task that missed its deadline is reported once a day, in its time zone", async () => {
  await using sources = await Sources.open({ events: ["run_not_started"] });
  const { scene } = sources;
  const id = await sources.task({ notRunBy: "21:30" }, "Asia/Shanghai");
  for (let n = 0; n < 4 * 24 * 2; n++) {
    await scene.pass(30 * MINUTE, 30 * MINUTE);
    // On the second day, the task runs.
    if (n === 40) await sources.run(id, { state: "succeeded" });
    await sources.check();
  }
  const at = scene.sent.map((one) => new Date(one.at).toISOString().slice(8, 16));
  assert.deepEqual(at, ["04T13:30", "06T13:30", "07T13:30"]);
  assert.equal(
    scene.sent[0]!.content,
    "Nightly did not run in time: it was expected to run by 21:30.\nTime: 2026-03-04 13:30:00",
  );
});

Deno.test("sources: a deadline set after it has passed means the next day", async () => {
  await using sources = await Sources.open({ events: ["run_not_started"] });
  await sources.task({ notRunBy: "11:00" });
  await sources.check();
  assert.deepEqual(sources.titles, []);
  await sources.scene.pass(DAY, HOUR);
  await sources.check();
  assert.deepEqual(sources.titles, ["Nightly: did not run in time"]);
});

Deno.test("sources: missed due times are reported with their count, those skipped by the task are not", async () => {
  await using sources = await Sources.open({ events: ["run_not_started"] });
  const id = await sources.task();
  const skipped = { state: "skipped", finished_at: sources.scene.clock.now(), due_at: 0 } as const;
  const missed = await sources.run(id, { ...skipped, skip_reason: "missed", due_count: 5 });
  await sources.publish("run:skipped", missed);
  await sources.publish(
    "run:skipped",
    await sources.run(id, { ...skipped, due_at: 1, skip_reason: "overlap" }),
  );
  assert.deepEqual(sources.titles, ["Nightly: did not run in time"]);
  assert.match(sources.scene.sent[0]!.content, /due 5 times since 1970-01-01 00:00:00/);
});

Deno.test("sources: a run that waits for approval is reported with its time and page, a decided one is not", async () => {
  await using sources = await Sources.open({ events: ["approval_needed"] });
  const id = await sources.task();
  const waiting = { state: "waiting_for_approval", finished_at: null, approval_until: DAY } as const;
  const run = await sources.run(id, waiting);
  const decided = await sources.run(id, { ...waiting, state: "queued" });
  await sources.publish("run:queued", run);
  await sources.publish("run:approval_needed", run);
  await sources.publish("run:approval_needed", decided);
  await sources.publish("run:approved", run);
  assert.deepEqual(sources.titles, ["Nightly: waiting for approval"]);
  const [message] = sources.scene.sent;
  assert.match(message!.content, /lapses at 1970-01-02 00:00:00/);
  assert.equal(message!.link, `https://panel.example/crontab/logModal?id=${id}&run=${run}`);
});

Deno.test("sources: runs that ended while nothing was listening are reported once at the start", async () => {
  await using sources = await Sources.open({ events: ["run_failed"] });
  const { clock } = sources.scene;
  const id = await sources.task();
  const failed = () => sources.run(id, { state: "failed", finished_at: clock.now() });
  await sources.publish("run:finished", await failed());
  clock.advance(1_000);
  await failed();
  await sources.restart();
  await sources.restart();
  await sources.idle();
  assert.equal(sources.titles.length, 2);
});

Deno.test("sources: reports a run once, also when several events name it or it ended before the last one", async () => {
  await using sources = await Sources.open({ events: ["run_failed"] });
  const { clock } = sources.scene;
  const id = await sources.task();
  const early = clock.now();
  clock.advance(5_000);
  const last = await sources.run(id, { state: "failed", finished_at: clock.now() });
  await sources.publish("run:finished", last);
  await sources.publish("run:finished", last);
  assert.equal(sources.titles.length, 1);
  // Its node could not reach the database when it ended.
  await sources.run(await sources.task(), { state: "failed", finished_at: early });
  await sources.restart();
  await sources.idle();
  assert.equal(sources.titles.length, 2);
});

Deno.test("sources: runs that ended while no channel existed are never reported", async () => {
  await using sources = await Sources.open({ events: ["run_failed"] });
  const { clock, channels } = sources.scene;
  await channels.update(1, parse(channelPatch, { enabled: false }), {
    ifMatch: null,
    language: "en",
    requester: "person",
    readsLogs: true,
  });
  await sources.idle();
  const id = await sources.task();
  await sources.publish("run:finished", await sources.run(id, { state: "failed", finished_at: clock.now() }));
  clock.advance(1_000);
  await channels.update(1, parse(channelPatch, { enabled: true }), {
    ifMatch: null,
    language: "en",
    requester: "person",
    readsLogs: true,
  });
  await sources.idle();
  await sources.restart();
  await sources.idle();
  assert.deepEqual(sources.titles, []);
});

Deno.test("sources: a success ends a state, so the next failure is reported", async () => {
  await using sources = await Sources.open({ events: ["run_failed", "run_recovered"], oncePerState: true });
  const { clock } = sources.scene;
  const id = await sources.task();
  for (const state of ["failed", "timed_out", "stopped", "succeeded", "succeeded", "interrupted"] as const) {
    await sources.publish("run:finished", await sources.run(id, { state, finished_at: clock.now() }));
  }
  assert.deepEqual(sources.titles, ["Nightly: failed", "Nightly: succeeded again", "Nightly: interrupted"]);
});

Deno.test("sources: the end of a calendar is reported once, and again for another end", async () => {
  await using sources = await Sources.open({ events: ["calendar_ends"] });
  const publish = async (id: number) => {
    const { bus, clock } = sources.scene;
    const at = new Date(clock.now()).toISOString();
    bus.publish({ topic: "calendars", type: "calendar:ending", id, version: 1, at });
    await sources.idle();
  };
  sources.calendars = {
    1: { name: "Office", until: "2026-12-31" },
    2: { name: "Shop", until: "2026-12-31" },
  };
  for (const id of [1, 1, 2, 3]) await publish(id);
  assert.deepEqual(sources.titles, [
    "The calendar Office ends on 2026-12-31",
    "The calendar Shop ends on 2026-12-31",
  ]);
  sources.calendars[1] = { name: "Office", until: "2027-12-31" };
  await publish(1);
  assert.equal(sources.titles.at(-1), "The calendar Office ends on 2027-12-31");
});

Deno.test("sources: a nearly full disk is reported once, and again after it recovered", async () => {
  await using sources = await Sources.open({ events: ["disk_nearly_full"] });
  const check = async (free: number, size: number) => {
    sources.disk = { free, size };
    await sources.events.checkDisk();
    await sources.idle();
    return sources.titles.length;
  };
  assert.equal(await check(5e9, 1e10), 0);
  assert.equal(await check(4e8, 1e9), 1, "less than 500 MB");
  assert.equal(await check(3e8, 1e9), 1);
  assert.equal(await check(5.5e8, 1e9), 1, "not recovered yet");
  assert.equal(await check(7e8, 1e9), 1);
  assert.equal(await check(4e9, 1e11), 2, "less than 5 %");
  assert.match(sources.scene.sent[1]!.content, /4\.0 GB of 100 GB free/);
});

Deno.test("sources: the disk is checked when the panel notices that its free space has changed", async () => {
  await using sources = await Sources.open({ events: ["disk_nearly_full"] });
  sources.disk = { free: 0, size: 1e10 };
  await sources.publish("health:changed", 0);
  await sources.idle();
  assert.deepEqual(sources.titles, ["Low disk space on Sundial"]);
});

Deno.test("sources: dependencies, pulls, backups, updates and crashes are reported with their details", async () => {
  await using sources = await Sources.open({
    events: [
      ...[
        "dependency_failed",
        "subscription_added",
        "backup_done",
        "backup_failed",
        "update_available",
      ] as const,
      "panel_crashed",
    ],
  });
  const { db, clock } = sources.scene;
  await db.insertInto("dependency").values({
    type: "node",
    name: "left-pad",
    remarks: "",
    state: "install_failed",
    act: "install",
    run_id: 7,
    reason: "not found",
    created_at: 0,
    updated_at: 0,
    version: 1,
  }).execute();
  await sources.publish("dependency:changed", 1);
  await sources.publish("dependency:changed", 1);
  await sources.publish("subscription:pulled", 1, {
    counts: { added: 0, changed: 0, removed: 0, failed: 0 },
  });
  await sources.publish("backup:done", 12);
  await sources.publish("backup:failed", 13);
  await sources.publish("backup:failed", 14);
  sources.version = "2.0.0";
  await sources.publish("system:changed", 0);
  await sources.publish("system:changed", 0);
  await sources.events.afterCrash(clock.now());
  await sources.idle();
  assert.deepEqual(sources.titles, [
    ...["left-pad: dependency failed", "Backup created", "Backup failed"],
    ...["Version 2.0.0 is available", "Sundial restarted after a crash"],
  ]);
  const contents = sources.scene.sent.map(({ content }) => content).join("\n");
  for (const part of ["not found", "1.2 MB", "no room", "No run was interrupted"]) {
    assert.ok(contents.includes(part), part);
  }
});

Deno.test("sources: a pull names the first ten tasks of each kind of change, whichever was subscribed to", async () => {
  await using sources = await Sources.open({ events: ["subscription_added", "subscription_removed"] });
  const added = Array.from({ length: 10 }, (_, index) => `t${index}`);
  await sources.publish("subscription:pulled", await sources.subscription(), {
    counts: { added: 12, changed: 0, removed: 1, failed: 0 },
    names: { added, changed: [], removed: ["old & <b>"] },
  });
  await sources.idle();
  assert.deepEqual(sources.titles, ["Tools: new tasks (12)"]);
  assert.match(sources.scene.sent[0]!.content, /\nAdded: t0, t1, .*, t9 and 2 more\nRemoved: old & <b>$/);
});

Deno.test("sources: changes that wait for approval are reported when a new commit brings them", async () => {
  await using sources = await Sources.open({ events: ["subscription_waiting"] });
  const id = await sources.subscription();
  await sources.publish("subscription:waiting", id);
  await sources.publish("subscription:updated", id);
  await sources.publish("subscription:pulled", id, {
    counts: { added: 1, changed: 0, removed: 0, failed: 0 },
  });
  await sources.publish("subscription:waiting", id + 1);
  assert.deepEqual(sources.titles, ["Tools: changes pending approval"]);
  assert.match(
    sources.scene.sent[0]!.content,
    /^Changes to the subscription Tools are waiting for approval\./,
  );
});

Deno.test("sources: a changed second factor is reported, even if it changed while the panel was down", async () => {
  await using sources = await Sources.open({ events: ["second_factor_changed"] });
  const { db } = sources.scene;
  const row = { username: "mira", password_hash: "x", created_at: 0, updated_at: 0, version: 1 };
  await db.insertInto("account").values(row).execute();
  await sources.publish("account:updated", 1);
  await db.updateTable("account").set({ factor_secret: "x", factor_since: 5 }).execute();
  await sources.publish("account:updated", 1);
  await sources.publish("account:updated", 1);
  await db.updateTable("account").set({ factor_secret: null }).execute();
  await sources.restart();
  await sources.idle();
  assert.deepEqual(sources.titles, [
    "Two-factor authentication was turned on",
    "Two-factor authentication was turned off",
  ]);
});

Deno.test("sources: logins and failed attempts are reported with their address and reason", async () => {
  await using sources = await Sources.open({ events: ["login", "login_failed"] });
  const { logins, scene } = sources;
  await logins.add("succeeded", { ip: "192.0.2.1", userAgent: "" });
  scene.clock.advance(1_000);
  await logins.add("too_many", { ip: "192.0.2.2", userAgent: "" });
  await sources.idle();
  assert.deepEqual(sources.titles, ["New login to Sundial", "Failed login to Sundial"]);
  const [success, failure] = scene.sent.map(({ content }) => content);
  assert.match(success!, /IP address: 192\.0\.2\.1/);
  assert.match(failure!, /too many attempts[^]*IP address: 192\.0\.2\.2/);
});

Deno.test("sources: failed attempts in the same millisecond are each reported with their own address", async () => {
  await using sources = await Sources.open({ events: ["login_failed"] });
  const ips = ["192.0.2.1", "192.0.2.2"];
  await Promise.all(ips.map((ip) => sources.logins.add("wrong_credentials", { ip, userAgent: "" })));
  await sources.idle();
  const found = sources.scene.sent.map(({ content }) => /IP address: (\S+)/.exec(content)?.[1]);
  assert.deepEqual(found.sort(), ips);
});

Deno.test("sources: every event is created by one of them", async () => {
  const files = ["run_events.ts", "event_sources.ts", "follow_runs.ts", "heartbeat_events.ts"];
  const texts = await Promise.all(
    files.map((name) => Deno.readTextFile(new URL(name, import.meta.url))),
  );
  const created = texts.join("\n");
  assert.deepEqual(notificationEvents.filter((event) => !created.includes(`"${event}"`)), []);
});

Deno.test("sources: a heartbeat that is down is reported once until it is up again", async () => {
  await using sources = await Sources.open({
    events: ["heartbeat_down", "heartbeat_up"],
    oncePerState: true,
  });
  const id = await sources.heartbeat();
  await sources.publish("heartbeat:pinged", id);
  await sources.publish("heartbeat:down", id);
  await sources.publish("heartbeat:down", id);
  await sources.publish("heartbeat:up", id);
  await sources.publish("heartbeat:down", id);
  assert.deepEqual(sources.titles, [
    "Offsite backup: down",
    "Offsite backup: up again",
    "Offsite backup: down",
  ]);
  assert.match(sources.scene.sent[0]!.content, /is down: no ping came for 2026-03-04 11:00/);
});

Deno.test("sources: a rule with labels reports the heartbeats that have one, and a muted one is not reported", async () => {
  await using sources = await Sources.open({ events: ["heartbeat_down"], labels: ["prod"] });
  await sources.publish("heartbeat:down", await sources.heartbeat({ labels_json: '["test"]', key: "a" }));
  assert.deepEqual(sources.titles, []);
  await sources.publish("heartbeat:down", await sources.heartbeat({ labels_json: '["prod"]', key: "b" }));
  assert.deepEqual(sources.titles, ["Offsite backup: down"]);
  const muted = await sources.heartbeat({ labels_json: '["prod"]', key: "c", muted: 1 });
  await sources.publish("heartbeat:down", muted);
  assert.equal(sources.titles.length, 1);
});

Deno.test("sources: a heartbeat that asks for it is reported without a rule, with what its ping contained", async () => {
  await using sources = await Sources.open({ events: ["run_failed"] });
  const notify_json = JSON.stringify({ onDown: true, onUp: false });
  const id = await sources.heartbeat({ notify_json, down_reason: "failed" });
  await sources.scene.db.insertInto("heartbeat_ping").values({
    ...{ heartbeat_id: id, at: 0, kind: "fail", exit_code: 3, early: 0, method: "POST", ip: "::1" },
    body: "copying\nno space left\n",
  }).execute();
  await sources.publish("heartbeat:down", id);
  await sources.publish("heartbeat:up", id);
  await sources.scene.pass(MINUTE);
  assert.deepEqual(sources.titles, ["Offsite backup: down"]);
  assert.match(sources.scene.sent[0]!.content, /exit code 3 was reported/);
  assert.match(sources.scene.sent[0]!.content, /no space left/);
});
