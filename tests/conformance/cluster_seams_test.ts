// The parts that several machines need, each alone over a real PostgreSQL.
import assert from "node:assert/strict";
import { sql } from "kysely";
import { Bus } from "../../server/engine/bus.ts";
import { EventRelay } from "../../server/cluster/coordination/event_relay.ts";
import { LeaderLock } from "../../server/cluster/coordination/leader_lock.ts";
import { NodeNameTakenError, Nodes, type ThisNode } from "../../server/cluster/coordination/nodes.ts";
import { NodeRuns } from "../../server/cluster/coordination/node_runs.ts";
import { type RunOrder, RunOrders } from "../../server/cluster/coordination/run_orders.ts";
import { claim, insertQueued } from "../../server/engine/ledger.ts";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { MessageChannel } from "../../server/platform/postgres/message_channel.ts";
import { dropConnections, openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { FakeLocalRuns } from "../support/fake_local_runs.ts";
import { addNode } from "../support/node_rows.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { TcpProxy } from "../support/tcp_proxy.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const clock = systemClock;

interface Scene {
  url: string;
  db: Database;
  /** The address of the database behind a network that can be cut. */
  far: string;
  network: TcpProxy;
}

async function withDatabase(test: (scene: Scene) => Promise<void>): Promise<void> {
  await using database = await databases.temporary({ isMigrated: true });
  const { url } = database;
  await using db: Database = await openPostgres<Tables>(url);
  const { hostname, port } = new URL(url);
  const network = await TcpProxy.listen({ hostname, port: Number(port) });
  const far = new URL(url);
  far.host = `127.0.0.1:${network.port}`;
  try {
    await test({ url, db, far: far.href, network });
  } finally {
    await network.close();
  }
}

class Candidate {
  readonly lock: LeaderLock;
  readonly calls: string[] = [];

  constructor(url: string, nodeId: number, isSilent = false) {
    this.lock = new LeaderLock({
      ...{ url, clock, logger, nodeId },
      isSilent: () => Promise.resolve(isSilent),
      onAcquired: (isFirst) => void this.calls.push(isFirst ? "first" : "acquired"),
      onLost: () => void this.calls.push("lost"),
    });
  }
}

Deno.test("leader lock: one of two holds it, and the other takes over when it is given up", () =>
  withDatabase(async ({ url }) => {
    const [one, two] = [new Candidate(url, 1), new Candidate(url, 2)];
    await one.lock.open();
    await two.lock.open();
    assert.deepEqual([one.calls, two.calls], [["first"], []]);
    await one.lock.close();
    await until("the other to take over", () => two.lock.isHeld);
    assert.deepEqual(two.calls, ["acquired"], "another panel had planned since it started");
    await two.lock.close();
  }));

Deno.test("leader lock: a holder whose connection ends learns of it once, and acquires it again once", () =>
  withDatabase(async ({ url, db }) => {
    const one = new Candidate(url, 1);
    await one.lock.open();
    for (let n = 0; n < 3; n++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sundial leader 1' and datname = current_database()`.execute(db);
      await until("it to be acquired again", () => one.calls.length === 3 + 2 * n && one.lock.isHeld);
    }
    assert.deepEqual(one.calls, ["first", ..."lost acquired ".repeat(3).trim().split(" ")]);
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name like 'sundial leader%' and datname = current_database()`.execute(db);
    assert.equal(rows.length, 1, "one connection, not one for each loss");
    await one.lock.close();
  }));

Deno.test("leader lock: a holder that cannot reach the database gives up, and closes in time", () =>
  withDatabase(async ({ far, network }) => {
    const one = new Candidate(far, 1);
    await one.lock.open();
    network.stall();
    await until("it to give up", () => !one.lock.isHeld);
    assert.deepEqual(one.calls, ["first", "lost"]);
    await one.lock.close();
  }));

Deno.test("leader lock: a holder that is silent, or an earlier process of the same node, is disconnected", () =>
  withDatabase(async ({ url, far, network }) => {
    for (const [nodeId, isSilent] of [[2, true], [1, false]] as const) {
      const old = new Candidate(far, 1);
      await old.lock.open();
      network.stall();
      const next = new Candidate(url, nodeId, isSilent);
      await next.lock.open();
      await until("the other to take over", () => next.lock.isHeld);
      assert.deepEqual(next.calls, [nodeId === 1 ? "first" : "acquired"]);
      await next.lock.close();
      network.restore();
      await old.lock.close();
    }
  }));

function channel(url: string, received: string[], onReconnect = () => {}): MessageChannel {
  return new MessageChannel(["news"], {
    ...{ url, clock, logger, onReconnect },
    onMessage: (name, payload) => void received.push(`${name} ${payload}`),
  });
}

Deno.test("message channel: every program gets every message, in order, also long ones", () =>
  withDatabase(async ({ url }) => {
    const received: [string[], string[]] = [[], []];
    const channels = received.map((texts) => channel(url, texts));
    for (const one of channels) await one.open();
    const texts = ["1", "任".repeat(9_000), "2", "x".repeat(50_000), "3"];
    for (const text of texts) channels[0]!.send("news", text);
    for (const one of received) {
      await until("all messages", () => one.length === texts.length);
      assert.deepEqual(one, texts.map((text) => `news ${text}`));
    }
    for (const one of channels) await one.close();
  }));

Deno.test("message channel: connects again after a cut, and closes in time while stalled", () =>
  withDatabase(async ({ url, far, network }) => {
    let reconnections = 0;
    const received: string[] = [];
    const [one, two] = [channel(far, received, () => reconnections++), channel(url, [])];
    await one.open();
    await two.open();
    network.cut();
    network.restore();
    await until("a reconnection", () => reconnections === 1);
    two.send("news", "again");
    await until("the message", () => received.includes("news again"));
    network.stall();
    one.send("news", "lost");
    await one.close();
    await two.close();
  }));

Deno.test("event relay: an event is published once on every bus", () =>
  withDatabase(async ({ url }) => {
    const events: string[][] = [[], []];
    const relays = events.map((list) => {
      const bus = new Bus((error) => {
        throw error;
      });
      bus.listen(({ type, id }) => list.push(`${type} ${id}`));
      const messages: MessageChannel = new MessageChannel(["events"], {
        ...{ url, clock, logger, onReconnect() {} },
        onMessage: (_name, payload) => relay.receive(payload),
      });
      const relay = new EventRelay({ bus, send: (text) => messages.send("events", text) });
      return { bus, relay, messages };
    });
    for (const { messages } of relays) await messages.open();
    const event = { topic: "runs", type: "run:started", version: 0, at: "" } as const;
    for (let id = 1; id <= 20; id++) relays[id % 2]!.bus.publish({ ...event, id });
    for (const list of events) {
      await until("all events", () => list.length >= 20);
      assert.equal(new Set(list).size, 20);
      assert.equal(list.length, 20);
    }
    const names = {
      added: Array(10).fill("名".repeat(100)),
      changed: Array(10).fill("x".repeat(100)),
      removed: [],
    };
    relays[0]!.bus.publish({ ...event, type: "subscription:pulled", topic: "subscriptions", id: 1, names });
    await until("the long event", () => events[1]!.includes("subscription:pulled 1"));
    relays[0]!.messages.send(
      "events",
      JSON.stringify({ from: "newer", event: { ...event, type: "run:new" } }),
    );
    for (const { relay, messages } of relays) {
      relay.close();
      await messages.close();
    }
    assert.ok(!events.flat().some((one) => one.startsWith("run:new")));
  }));

const self: ThisNode = {
  ...{ name: "a", role: "panel", pools: ["default"], capacity: 4, version: "1", bootId: "boot" },
};

Deno.test("nodes: a name belongs to one machine while it is online, and comes back as the same node", () =>
  withDatabase(async ({ db }) => {
    let now = 1_000_000;
    const [one, two, again] = [0, 1, 2].map(() => new Nodes(db, () => now));
    const id = await one!.join(self);
    await assert.rejects(two!.join({ ...self, bootId: "other" }), NodeNameTakenError);
    assert.equal(await again!.join(self), id, "its earlier process has ended");
    assert.equal(await one!.beat(), false);
    assert.equal(await again!.beat(), true);
    now += 31_000;
    assert.equal((await again!.list())[0]!.isSilent, true);
    assert.equal(await two!.join({ ...self, bootId: "other" }), id);
    assert.deepEqual((await two!.list()).map(({ isOpen }) => isOpen), [true]);
    await two!.leave();
    assert.deepEqual((await two!.list()).map(({ isOpen }) => isOpen), [false]);
  }));

Deno.test("nodes: only one plans, and one that was replaced cannot claim any more", () =>
  withDatabase(async ({ db }) => {
    const [one, two] = [new Nodes(db, Date.now), new Nodes(db, Date.now)];
    await one.join(self);
    await two.join({ ...self, name: "b" });
    const confirm = (nodes: Nodes) => db.transaction().execute((tx) => nodes.confirmPlanning(tx));
    await assert.rejects(confirm(one), /another panel plans/);
    await one.beginPlanning();
    await confirm(one);
    await two.beginPlanning();
    await one.beat();
    await assert.rejects(confirm(one), /another panel plans/);
    await confirm(two);
    await one.endPlanning();
    await confirm(two);
    await two.endPlanning();
    await assert.rejects(confirm(two), /another panel plans/);
  }));

Deno.test("run orders: each reaches its node once, and none that was rolled back", () =>
  withDatabase(async ({ url, db }) => {
    const [sender, receiver] = [true, false].map((maintains) => new RunOrders({ url, logger, maintains }));
    await sender!.open();
    await receiver!.open();
    const taken: RunOrder[] = [];
    await receiver!.receive(7, (orders) => Promise.resolve(void taken.push(...orders)));
    const send = (runId: number) =>
      db.transaction().execute((tx) => sender!.send(tx, 7, [{ runId, epoch: 0 }]));
    for (let n = 1; n <= 60; n++) await send(n);
    const failed = db.transaction().execute(async (tx) => {
      await sender!.send(tx, 7, [{ runId: 99, epoch: 0 }]);
      throw new Error("rolled back");
    });
    await assert.rejects(failed, /rolled back/);
    await db.transaction().execute((tx) => sender!.send(tx, 8, [{ runId: 100, epoch: 0 }]));
    await send(61);
    await until("all orders", () => taken.length >= 61);
    assert.deepEqual(
      taken.map(({ runId }) => runId).sort((a, b) => a - b),
      Array.from({ length: 61 }, (_, n) => n + 1),
    );
    await receiver!.pause();
    await send(62);
    await receiver!.close();
    await sender!.close();
    assert.equal(taken.length, 61, "a node that stops takes nothing new");
  }));

Deno.test("run orders: a node whose connections lead nowhere asks on others", () =>
  withDatabase(async ({ url, db, far, network }) => {
    const sender = new RunOrders({ url, logger, maintains: false });
    const receiver = new RunOrders({ url: far, logger, maintains: false, responseLimitMs: 1_000 });
    await sender.open();
    await receiver.open();
    const taken: number[] = [];
    await receiver.receive(
      7,
      (orders) => Promise.resolve(void taken.push(...orders.map((one) => one.runId))),
    );
    const send = (runId: number) =>
      db.transaction().execute((tx) => sender.send(tx, 7, [{ runId, epoch: 0 }]));
    await send(1);
    await until("the first order", () => taken.length === 1);
    network.stall();
    await send(2);
    // It has asked by then, and gets no answer on that connection.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    network.strand();
    await send(3);
    await until("an order", () => taken.includes(3));
    await receiver.pause();
    await receiver.close();
    await sender.close();
  }));

Deno.test("node runs: a run whose take was committed without a reply is given back", () =>
  withDatabase(async ({ db, far, network }) => {
    await using remote: Database = await openPostgres<Tables>(far, { onLost() {} });
    const node = await addNode(db, "a");
    const local = new FakeLocalRuns({ db, bootId: "b" });
    const runs = new NodeRuns({
      ...{ db: remote, clock, logger, local, nodeId: node, bootId: "b", sealer: null as never },
      ...{ runTypes: { prepare: () => Promise.resolve(new Map()) } as never, files: null as never },
    });
    const id = await db.transaction().execute(async (tx) => {
      const run = await insertQueued(tx, { source: { kind: "task", name: "t" }, cause: "person", now: 0 });
      await claim(tx, [{ id: run!, log_path: null, node_id: node }], null);
      return run!;
    });
    const row = () => db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    network.loseReplyTo('update "run" set "boot_id"');
    await runs.take([{ runId: id, epoch: 0 }]);
    assert.deepEqual(local.started, [], "it has got no reply");
    assert.equal((await row()).boot_id, "b", "the ledger says that the node has it");
    for (let check = 0; check < 2; check++) await runs.settleUnfollowed();
    const { state, node_id, epoch } = await row();
    assert.deepEqual([state, node_id, epoch], ["queued", null, 1]);
    await runs.take([{ runId: id, epoch: 0 }]);
    assert.deepEqual(local.started, []);
  }));

Deno.test("postgres: what waits for a database that does not answer fails when its connections are dropped", () =>
  withDatabase(async ({ far, network }) => {
    await using db: Database = await openPostgres<Tables>(far, { onLost() {} });
    await db.selectFrom("setting").selectAll().execute();
    network.stall();
    const waiting = db.selectFrom("setting").selectAll().execute();
    await new Promise((resolve) => setTimeout(resolve, 100));
    dropConnections(db);
    await assert.rejects(waiting);
    network.restore();
    assert.ok(Array.isArray(await db.selectFrom("setting").selectAll().execute()));
  }));
