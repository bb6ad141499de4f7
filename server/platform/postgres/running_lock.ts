// A lock in the database, so that its data is moved only while no panel or worker uses it.
import pg from "pg";
import { databaseLocks } from "./database_locks.ts";
import { connectionError } from "./postgres_problem.ts";

const RECONNECT_MS = 5_000;

export interface RunningLock {
  release(): Promise<void>;
}

/**
 * Records in the database that a panel or worker is running; after a lost connection, does so again. Returns null while data is
 * being moved in or out.
 */
export async function holdRunningLock(
  url: string,
  after: (ms: number, action: () => void) => { cancel(): void },
): Promise<RunningLock | null> {
  let client = await lockedClient(url, "pg_try_advisory_lock_shared");
  if (client === null) return null;
  let isReleased = false;
  let timer: { cancel(): void } | undefined;
  let connecting: Promise<void> | undefined;
  const watch = (current: pg.Client) =>
    current.on("error", () => {}).on("end", () => {
      if (!isReleased) timer = after(RECONNECT_MS, () => connecting = connect());
    });
  const connect = async () => {
    client = await lockedClient(url, "pg_try_advisory_lock_shared").catch(() => null);
    if (client !== null) watch(client);
    else if (!isReleased) timer = after(RECONNECT_MS, () => connecting = connect());
  };
  watch(client);
  return {
    async release() {
      isReleased = true;
      timer?.cancel();
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}

/** Locks a database against panels and workers; null while one is running. Throws `DatabaseError`. */
export async function lockAgainstRunning(url: string): Promise<RunningLock | null> {
  const client = await lockedClient(url, "pg_try_advisory_lock");
  return client && { release: () => client.end() };
}

async function lockedClient(
  url: string,
  lock: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: "sundial", keepAlive: true });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows: [row] } = await client.query(`select ${lock}(${databaseLocks.running}) as locked`);
    if (row.locked) return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw connectionError(url, error);
  }
  await client.end();
  return null;
}
