import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { CheckQueue, Passwords } from "./passwords.ts";

const cheap = { N: 16, r: 1, p: 1 };

Deno.test("passwords: accepts the right one and no other", async () => {
  const passwords = new Passwords(cheap);
  const hash = await passwords.hash("correct horse");
  assert.match(hash, /^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.equal(await passwords.verify("correct horse", hash), true);
  for (const wrong of ["", "correct hors", "Correct horse", "correct horse "]) {
    assert.equal(await passwords.verify(wrong, hash), false, wrong);
  }
});

Deno.test("passwords: the same one hashes differently each time, and without a hash nothing matches", async () => {
  const passwords = new Passwords(cheap);
  assert.notEqual(await passwords.hash("same"), await passwords.hash("same"));
  assert.equal(await passwords.verify("same", undefined), false);
});

Deno.test("passwords: a hash keeps the cost it was created with", async () => {
  const hash = await new Passwords({ N: 32, r: 2, p: 1 }).hash("secret");
  assert.equal(await new Passwords(cheap).verify("secret", hash), true);
});

Deno.test("passwords: different Unicode forms of a character are the same password", async () => {
  const passwords = new Passwords(cheap);
  assert.equal(await passwords.verify("cafe\u0301", await passwords.hash("caf\u00e9")), true);
});

Deno.test("passwords: the production cost is OWASP's, within its memory limit", async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash("secret");
  assert.match(hash, /^scrypt\$131072\$8\$1\$/);
  assert.equal(await passwords.verify("secret", hash), true);
});

Deno.test("passwords: a hash with a lower cost is outdated, one with the same or a higher cost is not", async () => {
  const hash = await new Passwords({ N: 32, r: 2, p: 1 }).hash("secret");
  const isOutdated = (N: number, r: number) => new Passwords({ N, r, p: 1 }).isOutdated(hash);
  assert.deepEqual([isOutdated(64, 2), isOutdated(32, 4), isOutdated(32, 2), isOutdated(16, 2)], [
    ...[true, true, false, false],
  ]);
});

Deno.test("passwords: hashing and verifying share the two slots", async () => {
  let [running, max] = [0, 0];
  class Watched extends CheckQueue {
    override run<T>(rank: number, check: () => Promise<T>): Promise<T> {
      return super.run(rank, async () => {
        max = Math.max(max, ++running);
        try {
          return await check();
        } finally {
          running--;
        }
      });
    }
  }
  const passwords = new Passwords(cheap, new Watched());
  const hash = await passwords.hash("secret");
  const works = Array.from(
    { length: 8 },
    (_, n) => n % 2 === 0 ? passwords.hash("secret") : passwords.verify("secret", hash, { rank: n - 4 }),
  );
  await Promise.all(works);
  assert.equal(max, 2);
});

Deno.test("passwords: throws on an invalid hash instead of granting access", async () => {
  for (const hash of ["", "secret", "bcrypt$1$2$3$4$5", "scrypt$16$1$1$$"]) {
    await assert.rejects(new Passwords(cheap).verify("secret", hash), hash);
  }
});

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

Deno.test("check queue: known clients never wait for a guess, nor take a slot from the queue", async () => {
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
    "the known client has the slot of a guess, and the queue waits",
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

Deno.test("check queue: a check that throws frees its slot", async () => {
  const queue = new CheckQueue({ atOnce: 1, reserved: 0, waiting: 0 });
  await assert.rejects(queue.run(0, () => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await queue.run(0, () => Promise.resolve("next")), "next");
});
