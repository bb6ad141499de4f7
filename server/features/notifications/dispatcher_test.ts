import { parse } from "../../contract/parsed.ts";
import { channelInput, channelPatch, sendBody } from "../../contract/notifications.ts";
import assert from "node:assert/strict";
import { sql } from "kysely";
import { NotificationScene } from "../../../tests/support/notification_scene.ts";
import { until } from "../../../tests/support/until.ts";
import { OutboundError } from "../../platform/outbound/outbound_policy.ts";
import { DeliveryError } from "./channels/channel_type.ts";
import { MAX_WAITING } from "./notifier.ts";
import { SEND_TIME_LIMIT_MS } from "./try_to_send.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function failing(response: NotificationScene["response"]): Promise<NotificationScene> {
  const scene = await NotificationScene.open();
  await scene.rule({});
  scene.response = response;
  await scene.fails("x");
  return scene;
}

const last = async (scene: NotificationScene) => {
  const { state, attempts, answer, next_attempt_at } = (await scene.rows()).at(-1)!;
  return {
    state,
    attempts,
    answer,
    wait: next_attempt_at === null ? null : next_attempt_at - scene.clock.now(),
  };
};

Deno.test("dispatcher: stores a delivery before sending it, and the response afterwards", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  const seen: string[] = [];
  scene.response = async () => {
    seen.push((await last(scene)).state);
    return "  id\n7 ";
  };
  await scene.fails("x");
  assert.deepEqual(seen, ["sending"]);
  assert.deepEqual(await last(scene), { state: "delivered", attempts: 1, answer: "id 7", wait: null });
});

Deno.test("dispatcher: retries temporary errors with growing delays and the same key, then gives up", async () => {
  await using scene = await failing(() => Promise.reject(new Error("connect ECONNREFUSED 192.0.2.1:443")));
  const waits = [];
  for (let wait = (await last(scene)).wait; wait !== null; wait = (await last(scene)).wait) {
    waits.push((wait + scene.clock.now() - scene.sent.at(-1)!.at) / 1000);
    await scene.pass(wait, wait);
    await scene.pass(MINUTE / 2, MINUTE / 2);
  }
  assert.deepEqual(waits, [30, 120, 600, 3600, 21_600]);
  const { state, attempts, answer } = await last(scene);
  assert.deepEqual([state, attempts], ["failed", 6]);
  assert.equal(answer, "Could not connect: connect ECONNREFUSED 192.0.2.1:443");
  assert.equal(new Set(scene.sent.map(({ key }) => key)).size, 1);
});

Deno.test("dispatcher: does not retry permanent errors", async () => {
  await using scene = await failing(() => {
    throw new DeliveryError("unknown recipient", { permanent: true });
  });
  assert.deepEqual(await last(scene), {
    state: "failed",
    attempts: 1,
    answer: "unknown recipient",
    wait: null,
  });
  await scene.pass(24 * HOUR, HOUR);
  assert.equal(scene.sent.length, 1);
});

Deno.test("dispatcher: a forbidden address is a permanent error", async () => {
  await using scene = await failing(() =>
    Promise.reject(new OutboundError("inner_network", "inner.example", "127.0.0.1", ["10.0.0.0/8"]))
  );
  const { state, answer } = await last(scene);
  assert.deepEqual([state, answer?.includes("SUNDIAL_ALLOW_NETWORKS=10.0.0.0/8,127.0.0.1 ")], [
    "failed",
    true,
  ]);
});

Deno.test("dispatcher: respects the delay a service requests, within limits", async () => {
  const request = { permanent: false, retryAfterMs: 300_000 };
  await using scene = await failing(() => {
    throw new DeliveryError("slow down", request);
  });
  assert.equal((await last(scene)).wait, 300_000);
  request.retryAfterMs = 1e12;
  await scene.pass(6 * MINUTE, MINUTE);
  const { attempts, wait } = await last(scene);
  assert.equal(attempts, 2);
  assert.ok(wait! <= 24 * HOUR && wait! > 23 * HOUR);
});

Deno.test("dispatcher: gives up on a service that does not respond in time", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  scene.response = () => new Promise(() => {});
  const telling = scene.fails("x");
  await until("it is being sent", async () => (await scene.rows())[0]?.state === "sending", 0);
  scene.clock.advance(SEND_TIME_LIMIT_MS);
  await telling;
  const { state, answer } = await last(scene);
  assert.deepEqual([state, answer], ["waiting", "Did not respond in time"]);
});

// Fails the first few writes, like a full disk.
async function rejectChanges(scene: NotificationScene, to: string): Promise<void> {
  for (
    const statement of [
      "create table refusal (left integer)",
      "insert into refusal values (30)",
      `create trigger full_disk before update on delivery when new.state = '${to}' begin
         update refusal set left = left - 1;
         select case when (select left from refusal) >= 0 then raise(fail, 'database or disk is full') end;
       end`,
    ]
  ) await sql.raw(statement).execute(scene.db);
}

for (const to of ["sending", "delivered"]) {
  Deno.test(`dispatcher: if a row cannot be stored as ${to}, retries after a pause and keeps running`, async () => {
    await using scene = await NotificationScene.open();
    await scene.rule({});
    await rejectChanges(scene, to);
    const telling = scene.fails("x");
    while (scene.logged.length === 0) await new Promise((next) => setTimeout(next, 0));
    assert.equal(scene.logged.length, 1, "not repeatedly");
    for (let tried = 1; (await last(scene)).state !== "delivered"; tried++) {
      assert.equal(scene.logged.length, tried);
      scene.clock.advance(5_000);
      await new Promise((next) => setTimeout(next, 0));
    }
    await telling;
    assert.deepEqual([scene.sent.length, scene.logged.length], [1, 30]);
  });
}

Deno.test("dispatcher: failed writes do not block shutdown", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  await rejectChanges(scene, "delivered");
  void scene.fails("x");
  while (scene.logged.length === 0) await new Promise((next) => setTimeout(next, 0));
  await scene.close();
  assert.equal((await last(scene)).state, "sending");
});

Deno.test("dispatcher: a hanging channel does not block others, and each sends one at a time", async () => {
  await using scene = await NotificationScene.open();
  const second = await scene.channels.create(
    parse(channelInput, { name: "B", type: "fake", fields: { fakeToken: "quick one" } }),
    { language: "en", requester: "person", readsLogs: true },
  );
  await scene.rule({ channelIds: [1, second.id] });
  let [live, max] = [0, 0];
  const free: (() => void)[] = [];
  scene.response = async () => {
    if (scene.sent.at(-1)!.token === "quick one") return "ok";
    max = Math.max(max, ++live);
    await new Promise<void>((resolve) => free.push(resolve));
    live--;
    return "ok";
  };
  const telling = [scene.fails("a"), scene.fails("b"), scene.fails("c")];
  const quick = () => scene.sent.filter(({ token }) => token === "quick one").length;
  await until("the fast channel has sent everything", () => quick() >= 3, 0);
  assert.equal(scene.sent.length, 4);
  await until("all are sent", () => {
    free.shift()?.();
    return scene.sent.length === 6 && free.length === 0;
  }, 0);
  await Promise.all(telling);
  assert.equal(max, 1);
  assert.ok((await scene.rows()).every(({ state }) => state === "delivered"));
});

Deno.test("dispatcher: a delivery interrupted by shutdown is sent again once, with the same key", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  scene.response = () => new Promise(() => {});
  void scene.fails("x");
  await until("it is sent", () => scene.sent.length > 0, 0);
  scene.response = () => "fine";
  await scene.restart();
  assert.equal((await last(scene)).state, "waiting");
  await scene.pass(31_000);
  assert.deepEqual([(await last(scene)).state, scene.sent.length], ["delivered", 2]);
  assert.equal(scene.sent[0]!.key, scene.sent[1]!.key);
  await scene.restart();
  await scene.pass(HOUR, MINUTE);
  assert.equal(scene.sent.length, 2);
});

Deno.test("dispatcher: after a crash, sends pending deliveries except those that are too old", async () => {
  await using scene = await NotificationScene.open();
  await scene.dispatcher.close();
  await scene.deliveries.send(parse(sendBody, { title: "old", content: "" }), "person");
  scene.clock.advance(50 * HOUR);
  await scene.deliveries.send(parse(sendBody, { title: "new", content: "" }), "person");
  await scene.deliveries.send(parse(sendBody, { title: "half", content: "" }), "person");
  await scene.db.updateTable("delivery").set({ state: "sending", attempts: 1 }).where("title", "=", "half")
    .execute();
  await scene.restart();
  await scene.pass(MINUTE);
  assert.deepEqual(scene.sent.map(({ title }) => title).sort(), ["half", "new"]);
  const [old] = await scene.rows();
  assert.deepEqual([old!.state, old!.answer], ["dropped", "Too old to send"]);
});

Deno.test("dispatcher: disabling or deleting a channel drops its pending deliveries with a reason", async () => {
  await using scene = await failing(() => Promise.reject(new Error("down")));
  await scene.channels.update(1, parse(channelPatch, { enabled: false }), {
    ifMatch: null,
    language: "en",
    requester: "person",
    readsLogs: true,
  });
  await scene.pass(MINUTE);
  assert.deepEqual((await last(scene)).answer, "The channel is turned off");
  await scene.channels.update(1, parse(channelPatch, { enabled: true }), {
    ifMatch: null,
    language: "en",
    requester: "person",
    readsLogs: true,
  });
  await scene.fails("y");
  await scene.channels.remove(1, { readsLogs: true });
  assert.deepEqual((await scene.rows()).map(({ state, answer }) => [state, answer]), [
    ["dropped", "The channel is turned off"],
    ["dropped", "The channel was deleted"],
  ]);
});

Deno.test("dispatcher: only failed deliveries can be sent again", async () => {
  await using scene = await failing(() => {
    throw new DeliveryError("no", { permanent: true });
  });
  scene.response = () => "yes";
  await scene.deliveries.retry(1, { requester: "person", readsLogs: true });
  await scene.dispatcher.idle();
  assert.deepEqual(await last(scene), { state: "delivered", attempts: 1, answer: "yes", wait: null });
  await assert.rejects(scene.deliveries.retry(1, { requester: "person", readsLogs: true }), {
    code: "delivery_not_over",
  });
  await assert.rejects(scene.deliveries.retry(99, { requester: "person", readsLogs: true }), {
    code: "not_found",
  });
});

Deno.test("dispatcher: a missing key fails the delivery with a helpful message", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  await Deno.remove(scene.path("secret.key"));
  const other = new (scene.sealer.constructor as typeof import("../../platform/seal.ts").Sealer)(
    scene.folder,
  );
  Object.defineProperty(scene.sealer, "open", { value: other.open.bind(other) });
  await scene.fails("x");
  const { state, answer } = await last(scene);
  assert.deepEqual([state, answer?.includes("key file")], ["failed", true]);
});

Deno.test("dispatcher: masks secrets in responses of services, in rows and in the log", async () => {
  const secret = "t0ken-5ecret";
  await using scene = await failing(() =>
    Promise.reject(
      new Error(`GET https://x.example/${secret}?t=${btoa(secret)} failed; ${"x".repeat(220)}${secret}`),
    )
  );
  scene.response = () => {
    throw new TypeError(`Invalid URL: 'https://${secret}'`);
  };
  await scene.fails("y");
  const stored = JSON.stringify([await scene.rows(), scene.logged, await scene.channels.list()]);
  assert.equal(stored.includes(secret), false);
  assert.equal(stored.includes(btoa(secret)), false);
  assert.equal(stored.includes(secret.slice(0, 8)), false);
  assert.ok(stored.includes("***"));
});

Deno.test("dispatcher: a flood without grouping is limited to a maximum queue per channel", async () => {
  await using scene = await NotificationScene.open();
  await scene.rule({});
  await scene.dispatcher.close();
  await scene.fails("first");
  const [{ id: _, ...row } = { id: 0 }] = await scene.rows();
  const copies = Array.from({ length: MAX_WAITING }, (_, n) => ({ ...row, key: String(n) }));
  for (let at = 0; at < copies.length; at += 100) {
    await scene.db.insertInto("delivery").values(copies.slice(at, at + 100) as never).execute();
  }
  await scene.fails("one more");
  assert.equal((await last(scene)).state, "dropped");
});

Deno.test("dispatcher: removes finished deliveries after 30 days or beyond 10,000, but never open ones", async () => {
  await using scene = await failing(() => "fine");
  scene.response = () => Promise.reject(new Error("down"));
  await scene.fails("y");
  scene.clock.advance(31 * 24 * HOUR);
  await scene.db.updateTable("delivery").set({ state: "waiting" }).where("id", "=", 2).execute();
  await scene.dispatcher.close();
  await scene.deliveries.removeOld();
  assert.deepEqual((await scene.rows()).map(({ id }) => id), [2]);
});

Deno.test("channels: deleting the default while another becomes the default leaves one default", async () => {
  await using scene = await NotificationScene.open();
  const add = (name: string) =>
    scene.channels.create(parse(channelInput, { name, type: "fake", fields: { fakeToken: "quick one" } }), {
      language: "en",
      requester: "person",
      readsLogs: true,
    });
  const [second, third] = [await add("B"), await add("C")];
  const removal = scene.channels.remove(1, { readsLogs: true });
  await scene.channels.update(third.id, parse(channelPatch, { isDefault: true }), {
    ifMatch: null,
    language: "en",
    requester: "person",
    readsLogs: true,
  });
  await removal;
  const left = (await scene.channels.list()).map(({ id, isDefault }) => [id, isDefault]);
  assert.deepEqual(left, [[second.id, false], [third.id, true]]);
});
