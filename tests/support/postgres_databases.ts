// Databases on the PostgreSQL server of a test process: one per test, copied from a template.
import pg from "pg";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase } from "../../server/platform/database.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { findPostgres, startPostgres } from "./postgres_server.ts";

const emptyTables = `
  do $$
  declare name text; has_rows boolean;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely\\_%'
    loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then execute format('delete from %I', name); end if;
    end loop;
    for name in select sequencename from pg_sequences
      where schemaname = current_schema() and last_value is not null
    loop
      execute format('alter sequence %I restart', name);
    end loop;
  end $$`;

// Relations, triggers and columns: what a test may have created to make a statement fail.
async function readSchema(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname || relkind::text as name from pg_class where relnamespace = current_schema()::regnamespace
    union all select tgname from pg_trigger where not tgisinternal order by 1`.execute(db);
  return rows.map(({ name }) => name).join(" ");
}

export class PostgresDatabases {
  readonly #url: string;
  readonly #admin: pg.Client;
  readonly #template = `template_${crypto.randomUUID().replaceAll("-", "")}`;

  readonly #unused: string[] = [];
  #schema = "";

  private constructor(url: string, admin: pg.Client) {
    this.#url = url;
    this.#admin = admin;
  }

  /** Starts a server. Call it outside of tests: they may not leave anything open. */
  static async open(): Promise<PostgresDatabases> {
    const programs = findPostgres();
    if (programs === null) {
      throw new Error("there is no PostgreSQL on this machine: install Debian's postgresql");
    }
    const url = await startPostgres(programs);
    const admin = new pg.Client({ connectionString: `${url}/postgres` });
    await admin.connect();
    const databases = new PostgresDatabases(url, admin);
    await databases.#migrateTemplate();
    return databases;
  }

  /** Opens a migrated database. When it is closed, it is emptied for the next test. */
  async openMigrated(): Promise<Database> {
    const url = await this.lend();
    const db = await openPostgres<Tables>(url);
    const destroy = db.destroy.bind(db);
    db.destroy = async () => {
      const isLikeNew = await this.#empty(db).catch(() => false);
      await destroy();
      await this.#keep(url, isLikeNew);
    };
    return db;
  }

  /** Returns the address of a migrated database without rows, until `giveBack`. */
  async lend(): Promise<string> {
    return this.#unused.pop() ?? await this.createMigrated();
  }

  /** Empties a database for the next test, after ending the connections of a panel that was killed. */
  async giveBack(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await this.#admin.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1",
      [
        name,
      ],
    );
    const db = await openPostgres<Tables>(url, { connections: 1 });
    const isLikeNew = await this.#empty(db).catch(() => false);
    await db.destroy();
    await this.#keep(url, isLikeNew);
  }

  async #keep(url: string, isLikeNew: boolean): Promise<void> {
    if (isLikeNew) this.#unused.push(url);
    else await this.drop(url);
  }

  async create(template = "template0"): Promise<string> {
    const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    await this.#admin.query(`create database ${name} template ${template}`);
    return `${this.#url}/${name}`;
  }

  async createMigrated(): Promise<string> {
    return await this.create(this.#template);
  }

  /** Creates a database that is dropped at the end of its scope, empty by default. */
  async temporary({ isMigrated = false } = {}): Promise<AsyncDisposable & { url: string }> {
    const url = await (isMigrated ? this.createMigrated() : this.create());
    return { url, [Symbol.asyncDispose]: () => this.drop(url) };
  }

  /** Drops a database, and ends the connections to it. */
  async drop(url: string): Promise<void> {
    await this.#admin.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  }

  // Creating and dropping databases takes a hundred times longer than emptying one. A test that changed the schema leaves one
  // that the next test cannot use.
  async #empty(db: Database): Promise<boolean> {
    await sql.raw(emptyTables).execute(db);
    return await readSchema(db) === this.#schema;
  }

  async #migrateTemplate(): Promise<void> {
    await this.#admin.query(`create database ${this.#template} template template0`);
    await using db = await openPostgres<Tables>(`${this.#url}/${this.#template}`);
    await migrateDatabase(db, migrations);
    this.#schema = await readSchema(db);
  }
}

/** The databases of this process when its tests run on PostgreSQL; null when they run on SQLite. */
export const postgresDatabases = Deno.env.get("SUNDIAL_TEST_ENGINE") === "postgres"
  ? await PostgresDatabases.open()
  : null;
