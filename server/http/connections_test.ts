import assert from "node:assert/strict";
import { parseNetworks } from "../platform/networks.ts";
import { type Activity, Connections } from "./connections.ts";

class Client {
  isClosed = false;
  constructor(readonly address: string, public now: Activity = "idle") {}
  activity(): Activity {
    return this.now;
  }
  idle = 0;
  idleMs(): number {
    return this.idle;
  }
  close(): void {
    this.isClosed = true;
  }
}

function open(total: number, perNetwork: number, clients: readonly Client[]): Connections {
  const connections = new Connections({ total, perNetwork, proxies: parseNetworks(["192.0.2.9"]) });
  for (const client of clients) assert.ok(connections.admit(client));
  return connections;
}

Deno.test("connections: at the limit, closes the oldest one not in use, authenticated ones last", () => {
  const user = new Client("198.51.100.1");
  const busy = new Client("198.51.100.2", "responding");
  const slow = new Client("198.51.100.3", "receiving");
  const idle = new Client("198.51.100.4");
  const all = [user, busy, slow, idle];
  const connections = open(4, 4, all);
  connections.authenticated(user);
  const newcomers = [5, 6, 7, 8].map((end) => new Client(`198.51.100.${end}`, "responding"));
  const closed = () => all.filter(({ isClosed }) => isClosed);
  for (const [index, expected] of [[slow], [slow, idle], [busy, slow, idle]].entries()) {
    assert.ok(connections.admit(newcomers[index]!));
    connections.authenticated(newcomers[index]!);
    assert.deepEqual(closed(), expected);
  }
  assert.ok(connections.admit(newcomers[3]!));
  assert.ok(user.isClosed);
  connections.authenticated(newcomers[3]!);
  assert.equal(connections.admit(new Client("198.51.100.9")), false);
});

Deno.test("connections: limits each network separately and does not limit proxies", () => {
  const other = new Client("198.51.100.1");
  const mine = [1, 2].map((end) => new Client(`2001:db8::${end}`));
  const connections = open(5, 2, [other, ...mine]);
  assert.ok(connections.admit(new Client("2001:db8::3")));
  assert.deepEqual([other.isClosed, ...mine.map(({ isClosed }) => isClosed)], [false, true, false]);
  for (let count = 0; count < 2; count++) assert.ok(connections.admit(new Client("192.0.2.9")));
  assert.equal(connections.size, 5);
  assert.equal(other.isClosed, false);
});

Deno.test("connections: closes those that have had no request for a while", () => {
  const [long, brief] = [new Client("198.51.100.1"), new Client("198.51.100.2")];
  const busy = new Client("198.51.100.3", "responding");
  [long.idle, brief.idle, busy.idle] = [30_000, 29_000, 60_000];
  const connections = open(9, 9, [long, brief, busy]);
  connections.closeIdle(30_000);
  assert.deepEqual([long.isClosed, brief.isClosed, busy.isClosed], [true, false, false]);
  assert.equal(connections.size, 2);
});
