import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { Database } from "../../engine/store.ts";
import { LoginLimits } from "./login_limits.ts";

/** A database that counts its transactions, each of which takes the write lock. */
function counting(db: Database): { db: Database; transactions(): number } {
  let transactions = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === "transaction") transactions++;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: counted, transactions: () => transactions };
}

const attempt = (network: string, name: string) =>
  ({ endpoint: "token", network, name, isPerName: true }) as const;
const isTooMany = (error: unknown) => error instanceof AppError && error.code === "too_many_requests";

for (
  const [what, networkOf] of Object.entries({
    "a network": () => "192.0.2.7",
    "the networks of an IPv6 site": (n: number) => `2001:db8:1:${n.toString(16)}::/64`,
  })
) {
  Deno.test(`login limits: ${what} that waits takes no lock, whatever names it tries`, async () => {
    await using db = await freshDatabase();
    const clock = new TestClock();
    const { db: counted, transactions } = counting(db);
    const limits = new LoginLimits({ db: counted, clock });
    let rejected = 0;
    for (let n = 0; n < 500; n++) {
      await limits.admit(attempt(networkOf(n), `name ${n}`)).catch((error) => {
        assert.ok(isTooMany(error));
        rejected++;
      });
    }
    assert.ok(rejected >= 440, `${rejected} rejected`);
    assert.ok(transactions() <= 61, `${transactions()} transactions`);
    // After the wait, it is asked for again.
    clock.advance(16 * 60_000);
    const before = transactions();
    await limits.admit(attempt(networkOf(501), "name 501")).catch(() => {});
    assert.equal(transactions(), before + 1);
  });
}

Deno.test("login limits: a name that logged in from a network still can while the network waits", async () => {
  await using db = await freshDatabase();
  const limits = new LoginLimits({ db, clock: new TestClock() });
  await limits.succeed(await limits.admit(attempt("192.0.2.7", "known")));
  for (let n = 0; n < 100; n++) await limits.admit(attempt("192.0.2.7", `name ${n}`)).catch(() => {});
  await assert.rejects(limits.admit(attempt("192.0.2.7", "another")), isTooMany);
  await limits.succeed(await limits.admit(attempt("192.0.2.7", "known")));
  await limits.admit(attempt("198.51.100.7", "another"));
});
