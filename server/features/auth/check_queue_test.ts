import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { CheckQueue } from "./check_queue.ts";

/** Starts a check that runs until it is released. */
function hold(queue: CheckQueue, rank: number, name: string, started: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = queue.run(rank, () => {
    started.push(name);
    return promise;
  });
  return { release: resolve, done };
}

Deno.test("check queue: runs at most the limit at once, lowest rank first", async () => {
  const queue = new CheckQueue({ atOnce: 1, reserved: 0, waiting: 9 });
  const started: string[] = [];
  const ranks: [string, number][] = [["first", 9], ["guesser", 5], ["owner", 0], ["known", -1], [
    "later owner",
    0,
  ]];
  const checks = ranks.map(([name, rank]) => hold(queue, rank, name, started));
  assert.deepEqual(started, ["first"]);
  for (const check of checks) check.release();
  await Promise.all(checks.map((check) => check.done));
  assert.deepEqual(started, ["first", "known", "owner", "later owner", "guesser"]);
});

Deno.test("check queue: known clients never wait for a guess, nor take a place from the queue", async () => {
  const queue = new CheckQueue({ atOnce: 2, reserved: 1, waiting: 9 });
  const started: string[] = [];
  const checks = [hold(queue, 0, "guesser", started), hold(queue, 0, "second guesser", started)];
  assert.deepEqual(started, ["guesser"]);
  checks.push(hold(queue, -1, "known", started));
  assert.deepEqual(started, ["guesser", "known"]);
  checks[0]!.release();
  await checks[0]!.done;
  assert.deepEqual(
    started,
    ["guesser", "known"],
    "the known one has the place of a guess, and the line waits",
  );
  for (const check of checks) check.release();
  await Promise.all(checks.map((check) => check.done));
  assert.deepEqual(started, ["guesser", "known", "second guesser"]);
});

Deno.test("check queue: when full, rejects the highest rank, not the newcomer", async () => {
  const queue = new CheckQueue({ atOnce: 1, reserved: 0, waiting: 2 });
  const started: string[] = [];
  const stored = [hold(queue, 0, "running", started), hold(queue, 3, "guesser", started)];
  const worst = hold(queue, 7, "worst guesser", started);
  const rejected = assert.rejects(
    worst.done,
    (error) => error instanceof AppError && error.code === "too_many_requests",
  );
  stored.push(hold(queue, 0, "owner", started));
  await rejected;
  for (const check of stored) check.release();
  await Promise.all(stored.map((check) => check.done));
  assert.deepEqual(started, ["running", "owner", "guesser"]);
});

Deno.test("check queue: a check that throws frees its place", async () => {
  const queue = new CheckQueue({ atOnce: 1, reserved: 0, waiting: 0 });
  await assert.rejects(queue.run(0, () => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await queue.run(0, () => Promise.resolve("next")), "next");
});
