// What channels of accounts receive: only what the role of the owner permits, when it happens and when it is sent.
import assert from "node:assert/strict";
import { labelsWillChange } from "../../engine/visible_rows.ts";
import { parse } from "../../contract/parsed.ts";
import { ownChannelInput } from "../../contract/notifications.ts";
import type { NotificationEvent } from "../../contract/notification_events.ts";
import type { Role } from "../../contract/roles.ts";
import { NotificationScene } from "../../../tests/support/notification_scene.ts";
import { columnDefaults } from "../tasks/task_rows.ts";
import type { EventReport } from "./event.ts";
import { OwnChannels } from "./own_channels.ts";

const MINUTE_MS = 60_000;
const all: NotificationEvent[] = [
  ...["run_failed", "run_ended", "heartbeat_down", "subscription_failed", "login", "backup_done"] as const,
];

class Scene implements AsyncDisposable {
  private constructor(readonly base: NotificationScene, readonly own: OwnChannels) {}

  static async open(): Promise<Scene> {
    const base = await NotificationScene.open();
    // Only what goes to accounts is of interest.
    await base.db.updateTable("channel").set({ enabled: 0 }).execute();
    const scene = new Scene(base, new OwnChannels({ db: base.db, channels: base.channels }));
    await scene.task(1, ["shop"]);
    await scene.task(2, ["stock"]);
    return scene;
  }

  async task(id: number, labels: string[]): Promise<void> {
    await this.base.db.insertInto("task").values({
      ...columnDefaults,
      ...{
        id,
        name: `Task ${id}`,
        command: "true",
        schedules_json: "[]",
        labels_json: JSON.stringify(labels),
      },
      ...{ cursor_at: 0, created_at: 0, updated_at: 0, enabled: 1, pinned: 0, version: 1 },
    }).execute();
  }

  /** Adds an account with a channel; returns both IDs. */
  async person(name: string, role: Role, labels: string[] | null, events = all) {
    const { id } = await this.base.db.insertInto("account").values({
      ...{ username: name, password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
      ...{ created_at: 1, updated_at: 1, version: 1 },
    }).returning("id").executeTakeFirstOrThrow();
    const input = parse(ownChannelInput, { name: "Mine", type: "fake", fields: { fakeToken: name }, events });
    const asking = { language: "en", requester: "application" } as const;
    const channel = await this.own.create({ accountId: id, role, labels }, input, asking);
    return { id, channelId: channel.id };
  }

  change(id: number, columns: { role?: Role; labels_json?: string | null; disabled_at?: number }) {
    return this.base.db.updateTable("account").set(columns).where("id", "=", id).execute();
  }

  async happens(more: Partial<EventReport>): Promise<void> {
    await this.base.fails("Task", more);
  }

  async fails(id: number, labels: string[]): Promise<void> {
    await this.happens({
      subject: `task:${id}`,
      task: { id, labels, pool: null, notify: {}, muted: false },
    });
  }

  receivers(): string[] {
    return this.base.sent.splice(0).map(({ token }) => token).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.base[Symbol.asyncDispose]();
  }
}

Deno.test("own channels: receive what has a label of the owner, and of the panel only what the role permits", async () => {
  await using scene = await Scene.open();
  await scene.person("shop", "viewer", ["shop"]);
  await scene.person("none", "viewer", []);
  await scene.person("whole", "viewer", null);
  await scene.person("admin", "administrator", null);
  await scene.fails(1, ["shop"]);
  assert.deepEqual(scene.receivers(), ["admin", "shop", "whole"]);
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  await scene.fails(2, ["stock", "Shop"]);
  assert.deepEqual(scene.receivers(), ["admin", "whole"]);
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  const heartbeat = { labels: ["shop"], wanted: [], muted: false };
  await scene.base.db.insertInto("heartbeat").values({
    ...{ id: 4, name: "Beat", labels_json: '["shop"]', schedule: null, period_ms: 1000, time_zone: null },
    ...{ grace_ms: 1000, max_duration_ms: null, post_only: 0, muted: 0, key: "k", paused: 0 },
    ...{ notify_json: "{}", starts_json: "[]", version: 1, created_at: 0, updated_at: 0 },
  }).execute();
  await scene.happens({ events: ["heartbeat_down"], subject: "heartbeat:4", task: null, heartbeat });
  assert.deepEqual(scene.receivers(), ["admin", "shop", "whole"]);
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  await scene.happens({ events: ["subscription_failed"], subject: "subscription:1", task: null });
  assert.deepEqual(scene.receivers(), ["admin", "whole"]);
  for (const event of ["login", "backup_done"] as const) {
    await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
    await scene.happens({ events: [event], subject: event, task: null });
    assert.deepEqual(scene.receivers(), ["admin"], event);
  }
});

Deno.test("own channels: receive only the events that they ask for, none of muted tasks, and of a state one", async () => {
  await using scene = await Scene.open();
  await scene.person("ends", "viewer", ["shop"], ["run_ended"]);
  await scene.person("beats", "viewer", ["shop"], ["heartbeat_down"]);
  const task = { id: 1, labels: ["shop"], pool: null, notify: {}, muted: true };
  await scene.happens({ task });
  assert.deepEqual(scene.receivers(), []);
  await scene.fails(1, ["shop"]);
  assert.deepEqual(scene.receivers(), ["ends"]);
  const { id } = await scene.person("fails", "viewer", ["shop"], ["run_failed"]);
  await scene.fails(1, ["shop"]);
  await scene.fails(1, ["shop"]);
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  assert.deepEqual(scene.receivers().filter((one) => one === "fails"), ["fails"]);
  assert.equal(
    (await scene.base.deliveries.of(id).list({ page: 1, pageSize: 9 }, { readsLogs: true })).total,
    1,
  );
});

const losses: [what: string, lose: (scene: Scene, id: number) => Promise<unknown>][] = [
  ["a label", (scene, id) => scene.change(id, { labels_json: '["stock"]' })],
  ["the account", (scene, id) => scene.change(id, { disabled_at: 5 })],
  [
    "the label of the task",
    async ({ base }) => {
      labelsWillChange();
      await base.db.updateTable("task").set({ labels_json: "[]" }).where("id", "=", 1).execute();
    },
  ],
];
for (const [what, lose] of losses) {
  Deno.test(`own channels: a message that waits is not sent after the loss of ${what}`, async () => {
    await using scene = await Scene.open();
    const { id } = await scene.person("shop", "viewer", ["shop"]);
    scene.base.response = () => Promise.reject(new Error("down"));
    await scene.fails(1, ["shop"]);
    scene.receivers();
    scene.base.response = () => "fine";
    await lose(scene, id);
    await scene.base.pass(2 * MINUTE_MS);
    assert.deepEqual(scene.receivers(), []);
    const [row] = await scene.base.rows();
    assert.deepEqual([row!.state, row!.content], ["dropped", ""]);
    assert.match(row!.title, /no longer permits/);
    assert.doesNotMatch(scene.base.logged.join("\n"), /Mine|down/);
  });
}

Deno.test("own channels: what is grouped is sent without tasks that the owner no longer sees", async () => {
  await using scene = await Scene.open();
  const { id } = await scene.person("both", "viewer", ["shop", "stock"]);
  await scene.fails(1, ["shop"]);
  await scene.happens({
    ...{
      subject: "task:1",
      events: ["run_ended"],
      task: { id: 1, labels: ["shop"], pool: null, notify: {}, muted: false },
    },
    fields: () => ({ task: "Stays" }),
  });
  await scene.happens({
    ...{
      subject: "task:2",
      events: ["run_ended"],
      task: { id: 2, labels: ["stock"], pool: null, notify: {}, muted: false },
    },
    fields: () => ({ task: "Leaves" }),
  });
  scene.receivers();
  await scene.change(id, { labels_json: '["shop"]' });
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  const [sent, ...more] = scene.base.sent;
  assert.deepEqual(more, []);
  assert.match(`${sent!.title} ${sent!.content}`, /Stays/);
  assert.doesNotMatch(`${sent!.title} ${sent!.content}`, /Leaves/);
});

Deno.test("own channels: an administrator who is no more gets nothing of the panel, also of what waits", async () => {
  await using scene = await Scene.open();
  const { id } = await scene.person("admin", "administrator", null);
  await scene.happens({ events: ["backup_done"], subject: "backups", task: null });
  assert.deepEqual(scene.receivers(), ["admin"]);
  await scene.happens({ events: ["login"], subject: "login", task: null });
  await scene.change(id, { role: "viewer" });
  await scene.base.pass(6 * MINUTE_MS, MINUTE_MS);
  assert.deepEqual(scene.receivers(), []);
  const rows = await scene.base.rows();
  assert.deepEqual(rows.map(({ state }) => state), ["delivered", "dropped"]);
});

Deno.test("own channels: names, rules and the default of the panel know nothing of them", async () => {
  await using scene = await Scene.open();
  const { id, channelId } = await scene.person("one", "editor", null);
  await scene.person("two", "editor", null);
  const { channels, deliveries } = scene.base;
  assert.deepEqual((await channels.list()).map(({ name }) => name), ["Fake"]);
  await assert.rejects(channels.get(channelId), { code: "not_found" });
  await assert.rejects(scene.base.rule({ channelIds: [channelId] }), { code: "validation_failed" });
  const asking = { language: "en", requester: "person", readsLogs: true } as const;
  await assert.rejects(channels.remove(channelId, asking), { code: "not_found" });
  await scene.own.remove({ accountId: id, role: "editor", labels: null }, channelId);
  await assert.rejects(channels.restore(channelId), { code: "not_found" });
  await assert.rejects(channels.of(id + 1).restore(channelId), { code: "not_found" });
  assert.equal((await channels.of(id).restore(channelId)).id, channelId);
  const send = { title: "T", content: "C", channelIds: [channelId] };
  await assert.rejects(deliveries.send(send as never, "person"), { code: "validation_failed" });
});
