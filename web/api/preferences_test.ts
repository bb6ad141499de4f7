import assert from "node:assert/strict";
import type { Session } from "../../server/contract/auth.ts";
import type { Preferences, PreferencesPatch } from "../../server/contract/preferences.ts";
import { ApiProblem } from "./api_problem.ts";
import { PreferenceStore } from "./preferences.ts";

class TestStorage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

// Only these methods are called.
const newStorage = () => new TestStorage() as unknown as Storage;
const sessionOf = (id: number, preferences: Preferences) =>
  ({ account: { id, createdAt: "then" }, preferences }) as Session; // what is read of it

const settled = () => new Promise((resolve) => setTimeout(resolve, 2));

class Server {
  sent: PreferencesPatch[] = [];
  #waiting: (() => void)[] = [];
  error: Error | null = null;

  readonly send = async (patch: PreferencesPatch): Promise<void> => {
    this.sent.push(patch);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.error) throw this.error;
  };

  async respond(): Promise<void> {
    this.#waiting.shift()?.();
    await settled();
  }
}

Deno.test("preferences: a change applies at once, and the changes made while it is sent follow together", async () => {
  const [server, store] = [new Server(), new PreferenceStore(newStorage(), 0)];
  store.connect(server.send);
  store.follow(sessionOf(1, { theme: "light", taskPageSize: 20 }));
  store.set("theme", "dark");
  store.set("theme", "dark");
  assert.equal(store.get("theme"), "dark");
  await settled();
  store.set("taskPageSize", 50);
  store.set("taskPageSize", undefined);
  store.set("timeZone", "UTC");
  assert.deepEqual(server.sent, [{ theme: "dark" }]);
  await server.respond();
  assert.deepEqual(server.sent.slice(1), [{ taskPageSize: null, timeZone: "UTC" }]);
  await server.respond();
  assert.equal(server.sent.length, 2);
  assert.deepEqual([store.get("taskPageSize"), store.get("timeZone")], [undefined, "UTC"]);
});

Deno.test("preferences: what was not sent outlasts a reload, and is sent then", async () => {
  const storage = newStorage();
  const offline = new PreferenceStore(storage, 0);
  offline.follow(sessionOf(1, {}));
  offline.set("theme", "dark");
  offline.set("taskPageSize", 50);
  offline.set("taskPageSize", undefined);
  const [server, reloaded] = [new Server(), new PreferenceStore(storage, 0)];
  assert.equal(reloaded.get("theme"), "dark");
  reloaded.connect(server.send);
  reloaded.follow(sessionOf(1, { theme: "light", taskPageSize: 20 }));
  assert.deepEqual([reloaded.get("theme"), reloaded.get("taskPageSize")], ["dark", undefined]);
  assert.deepEqual(server.sent, [{ theme: "dark", taskPageSize: null }]);
  await server.respond();
  reloaded.follow(sessionOf(1, { theme: "system" }));
  assert.equal(reloaded.get("theme"), "system");
});

Deno.test("preferences: another person at the same browser gets their own, and sends nothing of the first", async () => {
  const [storage, server] = [newStorage(), new Server()];
  const first = new PreferenceStore(storage, 0);
  first.follow(sessionOf(1, { timeZone: "UTC" }));
  first.set("theme", "dark");
  await settled();
  const second = new PreferenceStore(storage, 0);
  second.connect(server.send);
  second.follow(sessionOf(2, { taskPageSize: 100 }));
  assert.deepEqual([second.get("theme"), second.get("timeZone"), second.get("taskPageSize")], [
    undefined,
    undefined,
    100,
  ]);
  await settled();
  assert.deepEqual(server.sent, []);
});

Deno.test("preferences: what the server rejects is not sent again, what does not arrive is", async () => {
  const [server, store] = [new Server(), new PreferenceStore(newStorage(), 0)];
  store.connect(server.send);
  store.follow(sessionOf(1, {}));
  server.error = new Error("away");
  store.set("theme", "dark");
  await settled();
  await server.respond();
  store.set("taskPageSize", 50);
  await settled();
  assert.deepEqual(server.sent.at(-1), { theme: "dark", taskPageSize: 50 });
  server.error = new ApiProblem({ status: 422, code: "validation_failed", title: "", detail: "" } as never);
  await server.respond();
  store.set("timeZone", "UTC");
  await settled();
  assert.deepEqual(server.sent.at(-1), { timeZone: "UTC" });
});

Deno.test("preferences: without storage, they last as long as the page; unreadable ones are none", async () => {
  const store = new PreferenceStore(null, 0);
  store.set("theme", "dark");
  assert.equal(store.get("theme"), "dark");
  await settled();
  const storage = newStorage();
  storage.setItem("preferences:", "{broken");
  assert.equal(new PreferenceStore(storage, 0).get("theme"), undefined);
});
