import assert from "node:assert/strict";
import { join } from "node:path";
import { NotifySocket } from "../../../tests/support/notify_socket.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { type ServiceEnvironment, ServiceNotifier } from "./service_notifier.ts";

function manage(environment: ServiceEnvironment) {
  const clock = new TestClock(0);
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  return { clock, errors, notifier: new ServiceNotifier({ environment, pid: 42, clock, onError }) };
}

Deno.test("service notifier: notifies a socket with a path, and an abstract one, of start and end", async () => {
  await using folder = await temporaryFolder();
  for (const address of [join(folder.path, "notify"), `@sundial-${crypto.randomUUID()}`]) {
    using socket = new NotifySocket(address);
    const { notifier, errors } = manage({ NOTIFY_SOCKET: address });
    notifier.ready();
    notifier.restarting();
    notifier.stopping();
    assert.deepEqual([socket.receive(), errors], [["READY=1", "STOPPING=1"], []]);
  }
});

Deno.test("service notifier: keeps the watchdog calm from the start to the end, not during a restart", () => {
  using socket = new NotifySocket(`@sundial-${crypto.randomUUID()}`);
  const environment = { NOTIFY_SOCKET: socket.address, WATCHDOG_USEC: "30000000", WATCHDOG_PID: "42" };
  const { notifier, clock } = manage(environment);
  clock.advance(60_000);
  assert.deepEqual(socket.receive(), []);
  notifier.ready();
  assert.deepEqual(socket.receive(), ["READY=1\nWATCHDOG_USEC=30000000", "WATCHDOG=1"]);
  clock.advance(9_999);
  assert.deepEqual(socket.receive(), []);
  clock.advance(1);
  clock.advance(10_000);
  assert.deepEqual(socket.receive(), ["WATCHDOG=1", "WATCHDOG=1"]);
  notifier.restarting();
  clock.advance(60_000);
  assert.deepEqual(socket.receive(), ["WATCHDOG_USEC=0"]);
});

Deno.test("service notifier: ignores the watchdog of another process, and reports once that nobody listens", () => {
  using socket = new NotifySocket(`@sundial-${crypto.randomUUID()}`);
  const other = manage({ NOTIFY_SOCKET: socket.address, WATCHDOG_USEC: "30000000", WATCHDOG_PID: "41" });
  other.notifier.ready();
  other.clock.advance(60_000);
  assert.deepEqual(socket.receive(), ["READY=1"]);
  const deaf = manage({ NOTIFY_SOCKET: "/nowhere/notify" });
  deaf.notifier.ready();
  deaf.notifier.stopping();
  assert.equal(deaf.errors.length, 1);
  assert.match(deaf.errors[0]!, /\/nowhere\/notify/);
  const none = manage({});
  none.notifier.ready();
  assert.deepEqual(none.errors, []);
});
