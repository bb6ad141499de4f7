// A lock in the database, so that its data is moved only while no panel or worker uses it.
import { type QueryExecutorProvider, sql } from "kysely";
import pg from "pg";
import { databaseLocks } from "./database_locks.ts";
import { connectionError } from "./postgres_problem.ts";

const RECONNECT_MS = 5_000;

/** Before the name of a node in the name of its connection, which PostgreSQL cuts at 63 bytes. */
const PREFIX = "sundial ";

export interface RunningLock {
  release(): Promise<void>;
}

/**
 * Records in the database that a panel or worker is running; after a lost connection, does so again. Returns null while data is
 * being moved in or out. `name` is that of the node.
 */
export async function holdRunningLock(
  url: string,
  name: string,
  after: (ms: number, action: () => void) => { cancel(): void },
): Promise<RunningLock | null> {
  const label = PREFIX + name;
  let client = await lockedClient(url, "pg_try_advisory_lock_shared", label);
  if (client === null) return null;
  let isReleased = false;
  let timer: { cancel(): void } | undefined;
  let connecting: Promise<void> | undefined;
  const watch = (current: pg.Client) =>
    current.on("error", () => {}).on("end", () => {
      if (!isReleased) timer = after(RECONNECT_MS, () => connecting = connect());
    });
  const connect = async () => {
    client = await lockedClient(url, "pg_try_advisory_lock_shared", label).catch(() => null);
    if (client !== null) watch(client);
    else if (!isReleased) timer = after(RECONNECT_MS, () => connecting = connect());
  };
  watch(client);
  return {
    async release() {
      isReleased = true;
      timer?.cancel();
      await connecting;
      if (client) await unlock(client, "pg_advisory_unlock_shared");
    },
  };
}

/** Returns the names of the panels and workers that are running, sorted. Throws database errors. */
export async function listRunning(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select activity.application_name as label
    from pg_locks as held join pg_stat_activity as activity on activity.pid = held.pid
    where held.locktype = 'advisory' and held.granted and held.objsubid = 1
      and held.database = (select oid from pg_database where datname = current_database())
      and (held.classid::bigint << 32 | held.objid::bigint) = ${sql.lit(databaseLocks.running)}::bigint
    order by label`.execute(db);
  return rows.map(({ label }) => label.startsWith(PREFIX) ? label.slice(PREFIX.length) : label);
}

/** Locks a database against panels and workers; null while one is running. Throws `DatabaseError`. */
export async function lockAgainstRunning(url: string): Promise<RunningLock | null> {
  const client = await lockedClient(url, "pg_try_advisory_lock");
  return client && { release: () => unlock(client, "pg_advisory_unlock") };
}

// Without the first step, the server would only do so once it notices that the connection has ended.
async function unlock(
  client: pg.Client,
  unlocking: "pg_advisory_unlock" | "pg_advisory_unlock_shared",
): Promise<void> {
  await client.query(`select ${unlocking}(${databaseLocks.running})`).catch(() => {});
  await client.end().catch(() => {});
}

async function lockedClient(
  url: string,
  lock: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
  label = "sundial",
): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: label, keepAlive: true });
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
