import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { systemClock } from "../../platform/clock.ts";
import { Bus } from "../../engine/bus.ts";
import { byUser } from "../tasks/trash_store.ts";
import { JoinedServices } from "./joined_services.ts";

/** A service that is the parts it is given. */
const itsParts = { with: (parts: unknown) => parts };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

Deno.test("joined services: what follows a commit does so although some of it fails", async () => {
  await using scene = await LedgerScene.open();
  const { id } = await scene.addTask();
  const bus = new Bus(() => assert.fail());
  const did: string[] = [];
  bus.listen(({ type }) => void did.push(type));
  const names = ["calendars", "heartbeats", "channels", "tasks", "windows", "views", "rules"];
  const engine = {
    ...{ clear() {}, enqueue() {}, stop() {} },
    plan: () => void did.push("planned"),
    wake: () => void did.push("woken"),
    clearOnCommit: () => Promise.resolve(() => Promise.resolve(void did.push("runs ended"))),
  };
  const options = {
    ...{ db: scene.db, bus, clock: systemClock, logger: silent, language: () => "en", engine },
    services: Object.fromEntries(names.map((name) => [name, itsParts])),
    calendars: { get: () => null },
    windows: { all: () => [], reload: () => Promise.reject(new Error("no windows")) },
    keys: { refresh: () => Promise.reject(new Error("no keys")) },
  };
  const joined = await scene.inTransaction(async (tx) => {
    const joined = new JoinedServices(tx, options as never, {} as never);
    // deno-lint-ignore no-explicit-any -- the parts that each service was given
    const { heartbeats, tasks, windows, removal } = joined.services as any;
    await heartbeats.keys.refresh();
    await windows.loaded.reload();
    tasks.engine.plan();
    await removal.remove(id, byUser(null));
    return joined;
  });
  assert.deepEqual(did, []);
  await assert.rejects(joined.committed(), /no windows/);
  assert.deepEqual(did, ["planned", "task:deleted", "woken", "runs ended"]);
});
