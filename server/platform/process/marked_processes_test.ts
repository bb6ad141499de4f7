import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { systemClock } from "../clock.ts";
import { MarkedProcesses, sendSignal, signalEach } from "./marked_processes.ts";
import { findProcess, isSameProcess, listProcesses, readBootId, readEnvironment } from "./process_table.ts";

/** A process with its own mark, in its own session. */
function sleeper(value: string) {
  const child = spawn("/usr/bin/setsid", ["sleep", "1000"], { stdio: "ignore", env: { TEST_MARK: value } });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return { pid: child.pid!, end: () => (sendSignal(child.pid!, "SIGKILL"), gone) };
}

Deno.test("marked processes: finds one started after the last snapshot immediately, and not one that ended", async () => {
  const processes = new MarkedProcesses(systemClock, "TEST_MARK");
  const value = crypto.randomUUID();
  const mark = { environment: `TEST_MARK=${value}`, leader: null };
  assert.deepEqual(await processes.find(mark), []);
  const one = sleeper(value);
  assert.deepEqual((await processes.find(mark)).map(({ pid }) => pid), [one.pid]);
  await one.end();
  assert.deepEqual(await processes.find(mark), []);
  const other = sleeper(value);
  assert.deepEqual((await processes.find(mark)).map(({ pid }) => pid), [other.pid]);
  assert.deepEqual(await processes.find({ environment: `TEST_MARK=${value}x`, leader: null }), []);
  await other.end();
});

Deno.test("marked processes: a signal only reaches the process that was found, not another one with its PID", async () => {
  const one = sleeper("x");
  const found = findProcess(one.pid)!;
  signalEach([{ ...found, start: "1" }], "SIGKILL");
  assert.ok(isSameProcess(one.pid, found.start));
  assert.ok(!isSameProcess(one.pid, "1"));
  signalEach([found], "SIGKILL");
  await one.end();
  assert.equal(findProcess(one.pid), undefined);
  sendSignal(one.pid, "SIGKILL");
});

Deno.test("process table: knows its own process, lists others, and omits processes that are gone", () => {
  const self = findProcess(Deno.pid)!;
  assert.equal(self.parent, Deno.ppid);
  assert.match(self.start, /^\d+$/);
  const all = listProcesses().map(({ pid }) => pid);
  assert.ok(!all.includes(Deno.pid));
  assert.ok(all.includes(Deno.ppid));
  assert.equal(findProcess(2 ** 22 + 1), undefined);
  assert.deepEqual(readEnvironment(2 ** 22 + 1), [""]);
  assert.match(readBootId(), /^[0-9a-f-]{36}$/);
});
