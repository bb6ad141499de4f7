// Events on one machine and on several behave the same to whoever publishes and listens.
import assert from "node:assert/strict";
import { Bus } from "../../server/engine/bus.ts";
import { EventRelay } from "../../server/cluster/coordination/event_relay.ts";
import type { LiveEvent } from "../../server/contract/events.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { MessageChannel } from "../../server/platform/postgres/message_channel.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const logger = { debug() {}, info() {}, warn() {}, error() {} };

interface Opened {
  /** The bus of each machine. */
  buses: Bus[];
  errors: unknown[];
  close(): Promise<void>;
}

const kinds: Record<string, () => Promise<Opened>> = {
  "one machine"() {
    const errors: unknown[] = [];
    return Promise.resolve({ buses: [new Bus((error) => errors.push(error))], errors, async close() {} });
  },
  async "several machines"() {
    const errors: unknown[] = [];
    const url = await databases.create();
    const machines = [0, 1, 2].map(() => {
      const bus = new Bus((error) => errors.push(error));
      const channel: MessageChannel = new MessageChannel(["events"], {
        ...{ url, clock: systemClock, logger, onReconnect() {} },
        onMessage: (_, payload) => relay.receive(payload),
      });
      const relay = new EventRelay({ bus, send: (text) => channel.send("events", text) });
      return { bus, relay, channel };
    });
    for (const { channel } of machines) await channel.open();
    return {
      buses: machines.map(({ bus }) => bus),
      errors,
      async close() {
        for (const { relay, channel } of machines) {
          relay.close();
          await channel.close();
        }
        await databases.drop(url);
      },
    };
  },
};

function event(id: number): LiveEvent {
  return { topic: "runs", type: "run:started", id, version: 3, at: "2026-03-04T05:06:07.000Z" };
}

const tests: Record<string, (opened: Opened) => Promise<void>> = {
  "every listener of every machine gets each event once, as it was published": async ({ buses }) => {
    const received = buses.flatMap((bus) =>
      [0, 1].map(() => {
        const list: LiveEvent[] = [];
        bus.listen((one) => list.push(one));
        return list;
      })
    );
    for (let id = 1; id <= 30; id++) buses[id % buses.length]!.publish(event(id));
    for (const list of received) {
      await until("all events", () => list.length >= 30, 10);
      assert.deepEqual(
        list.toSorted((a, b) => a.id - b.id),
        Array.from({ length: 30 }, (_, n) => event(n + 1)),
      );
    }
  },
  "events of one machine arrive in order everywhere": async ({ buses }) => {
    const received = buses.map((bus) => {
      const ids: number[] = [];
      bus.listen(({ id }) => ids.push(id));
      return ids;
    });
    const ids = Array.from({ length: 100 }, (_, n) => n + 1);
    for (const id of ids) buses[0]!.publish(event(id));
    for (const list of received) {
      await until("all events", () => list.length >= ids.length, 10);
      assert.deepEqual(list, ids);
    }
  },
  "a listener on the same machine has an event before publishing returns": ({ buses }) => {
    const ids: number[] = [];
    buses[0]!.listen(({ id }) => ids.push(id));
    buses[0]!.publish(event(1));
    assert.deepEqual(ids, [1]);
    return Promise.resolve();
  },
  "what a listener publishes in response reaches every machine once": async ({ buses }) => {
    const last = buses.at(-1)!;
    last.listen(({ id }) => {
      if (id === 1) last.publish(event(2));
    });
    const received = buses.map((bus) => {
      const ids: number[] = [];
      bus.listen(({ id }) => ids.push(id));
      return ids;
    });
    buses[0]!.publish(event(1));
    for (const list of received) {
      await until("both events", () => list.length >= 2, 10);
      assert.deepEqual(list.toSorted(), [1, 2]);
    }
  },
  "a listener that throws, and one that was removed, disturb nobody": async ({ buses, errors }) => {
    const received: number[][] = buses.map(() => []);
    const removed: number[] = [];
    for (const [index, bus] of buses.entries()) {
      bus.listen(() => {
        throw new Error("no");
      });
      bus.listen(({ id }) => removed.push(id))();
      bus.listen(({ id }) => received[index]!.push(id));
    }
    buses[0]!.publish(event(1));
    buses[0]!.publish(event(2));
    for (const list of received) {
      await until("both events", () => list.length === 2, 10);
      assert.deepEqual(list, [1, 2]);
    }
    assert.equal(errors.length, 2 * buses.length);
    assert.deepEqual(removed, []);
  },
};

for (const [kind, open] of Object.entries(kinds)) {
  for (const [name, test] of Object.entries(tests)) {
    Deno.test(`event bus of ${kind}: ${name}`, async () => {
      const opened = await open();
      try {
        await test(opened);
      } finally {
        await opened.close();
      }
    });
  }
}
