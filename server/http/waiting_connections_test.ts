import assert from "node:assert/strict";
import { join } from "node:path";
import { countWaiting, type ListenAddress } from "./waiting_connections.ts";

const ignore = Deno.build.os !== "linux";

async function check(listener: Deno.Listener, address: ListenAddress, connect: () => Promise<Deno.Conn>) {
  try {
    assert.equal(countWaiting(address), 0);
    const clients = [await connect(), await connect()];
    assert.equal(countWaiting(address), 2);
    const accepted = [await listener.accept()];
    assert.equal(countWaiting(address), 1);
    accepted.push(await listener.accept());
    assert.equal(countWaiting(address), 0);
    for (const connection of [...clients, ...accepted]) connection.close();
  } finally {
    listener.close();
  }
}

for (const hostname of ["127.0.0.1", "0.0.0.0", "::1", "::"]) {
  Deno.test({
    name: `waiting connections: counts those that nobody has accepted at ${hostname}`,
    ignore,
    async fn() {
      const listener = Deno.listen({ hostname, port: 0 });
      const { port } = listener.addr as Deno.NetAddr;
      // Another program on the same port, at another address; the last one of the list has them all.
      using _ = hostname === "::"
        ? null
        : Deno.listen({ hostname: hostname.includes(":") ? "127.0.0.7" : "::1", port });
      await check(listener, { hostname, port }, () => Deno.connect({ hostname, port }));
    },
  });
}

Deno.test({
  name: "waiting connections: counts those that nobody has accepted at a path",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "sundial waiting " });
    const path = join(folder, "a socket");
    await check(
      Deno.listen({ transport: "unix", path }),
      { path },
      () => Deno.connect({ transport: "unix", path }),
    );
    await Deno.remove(folder, { recursive: true });
  },
});
