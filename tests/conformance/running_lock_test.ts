// The lock that keeps the data of a database from being moved while a panel uses it.
import assert from "node:assert/strict";
import {
  holdRunningLock,
  lockAgainstRunning,
  type RunningLock,
} from "../../server/platform/postgres/running_lock.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";

const ROUNDS = 300;
const databases = postgresDatabases ?? await PostgresDatabases.open();

async function release(lock: RunningLock | null, message: string): Promise<void> {
  assert.ok(lock, message);
  await lock.release();
}

Deno.test("running lock: the next one gets it as soon as it is released", async () => {
  await using database = await databases.temporary();
  for (let round = 1; round <= ROUNDS; round++) {
    await release(await lockAgainstRunning(database.url), `moving, round ${round}`);
    const hold = await holdRunningLock(database.url, "node", (ms, action) => systemClock.after(ms, action));
    await release(hold, `running, round ${round}`);
  }
});
