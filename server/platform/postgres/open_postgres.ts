import { Kysely, sql } from "kysely";
import pg, { type CustomTypesConfig } from "pg";
import { dropConnection } from "./end_connection.ts";
import { postgresDialect } from "./postgres_dialect.ts";
import { connectionError, serverProblem, type ServerState } from "./postgres_problem.ts";

const CONNECTIONS = 10;
const CONNECT_LIMIT_MS = 10_000;
/** A machine that stalls inside a transaction must not keep all others waiting. */
const STALLED_LIMIT_MS = 30_000;
const LOCK_LIMIT_MS = 60_000;
/** A connection that has not answered for this long, longer than any lock is waited for, leads nowhere any more. */
const RESPONSE_LIMIT_MS = 75_000;

const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;
const JSON_TYPES = new Set([114, 3802]);

export interface PostgresOptions {
  /** Connections at a time. */
  connections?: number;
  /** Limit of one statement in ms; none by default. */
  statementLimitMs?: number;
  /** Told when an idle connection is lost; the next query opens another. */
  onLost?: (error: Error) => void;
}

/** Opens a PostgreSQL database and checks that the panel can use it. Throws `DatabaseError`. */
export async function openPostgres<Tables>(
  url: string,
  options: PostgresOptions = {},
): Promise<Kysely<Tables>> {
  const pool = poolOf(url, options);
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
  pools.set(db, pool);
  try {
    const server = await readServer(db).catch((error) => {
      throw connectionError(url, error);
    });
    const problem = serverProblem(url, server);
    if (problem) throw problem;
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const pools = new WeakMap<object, pg.Pool>();

/**
 * Ends all connections of a database that has stopped to answer: without this, what waits for an answer waits until the
 * network gives up, for a quarter of an hour. Later queries open others.
 */
export function dropConnections(db: object): void {
  const pool = pools.get(db);
  // Not among the types of the driver.
  const { _clients: clients = [] } = (pool ?? {}) as { _clients?: pg.Client[] };
  for (const client of [...clients]) dropConnection(client);
}

/** A connection that is given up when it does not answer. */
class TimedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a connection is idle. One that is lost between two statements of a transaction would end the
    // process; the next statement reports it.
    this.on("error", () => {});
  }

  // The driver has many signatures; all that return a promise are timed.
  override query(...args: unknown[]): never {
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) {
      const timer = setTimeout(() => dropConnection(this), RESPONSE_LIMIT_MS);
      result.then(() => clearTimeout(timer), () => clearTimeout(timer));
    }
    return result as never;
  }
}

/** Returns a pool of connections whose values are read as SQLite's are. */
export function poolOf(url: string, options: PostgresOptions = {}): pg.Pool {
  const { connections = CONNECTIONS, statementLimitMs, onLost } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "sundial",
    max: connections,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    lock_timeout: LOCK_LIMIT_MS,
    idle_in_transaction_session_timeout: STALLED_LIMIT_MS,
    ...(statementLimitMs !== undefined && { statement_timeout: statementLimitMs }),
    types: valueTypes,
    // Not among the types of the driver.
    ...{ Client: TimedClient },
  });
  // Without a listener, a lost connection would end the panel.
  pool.on("error", (error) => onLost?.(error));
  return pool;
}

const valueTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === BOOL) return (text: string) => text === "t" ? 1 : 0;
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (JSON_TYPES.has(oid)) return String;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
};

async function readServer<Tables>(db: Kysely<Tables>): Promise<ServerState> {
  const { rows: [server] } = await sql<ServerState>`
    select current_setting('server_version_num')::int as version, current_schema()::text as schema,
      has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db);
  if (!server) throw new Error("it did not answer");
  return { ...server, mayCreate: server.mayCreate === null ? null : Boolean(server.mayCreate) };
}
