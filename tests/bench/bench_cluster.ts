// Panels and workers as they are shipped, over a PostgreSQL that writes each commit to disk.
import { join } from "node:path";
import pg from "pg";
import { PanelProcess } from "../support/panel_process.ts";
import { findPostgres, PostgresServer } from "../support/postgres_server.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";

/** As Debian ships it, besides what the tests leave out. */
const durable = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  autovacuum: "on",
  shared_preload_libraries: "pg_stat_statements",
};

export interface WorkerOptions {
  name: string;
  /** How many runs it runs at once. */
  capacity: number;
}

export class BenchCluster implements AsyncDisposable {
  readonly #server: PostgresServer;
  readonly #folder: string;
  readonly #open: AsyncDisposable[] = [];
  readonly #cookies = new Map<string, string>();

  private constructor(server: PostgresServer, readonly sql: pg.Client, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  /** Starts a server with an empty database. Throws when there is no PostgreSQL. */
  static async open(): Promise<BenchCluster> {
    const programs = findPostgres();
    if (programs === null) {
      throw new Error("there is no PostgreSQL on this machine: install Debian's postgresql");
    }
    const server = await PostgresServer.start(programs, durable);
    const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
    await admin.connect();
    await admin.query("create database bench template template0");
    await admin.end();
    const sql = new pg.Client({ connectionString: `${server.url}/bench` });
    await sql.connect();
    await sql.query("create extension pg_stat_statements");
    return new BenchCluster(server, sql, await Deno.makeTempDir({ prefix: "sundial-bench-" }));
  }

  get #environment(): Record<string, string> {
    return {
      SUNDIAL_DATABASE_URL: `${this.#server.url}/bench`,
      SUNDIAL_KEY_FILE: join(this.#folder, "secret.key"),
    };
  }

  /** Starts a panel that leaves tasks to workers, and logs in. A name that was used before is the same node. */
  async startPanel(name: string): Promise<PanelProcess> {
    const panel = await PanelProcess.start({
      dataDir: join(this.#folder, name),
      environment: this.#environment,
      flags: ["--name", name, "--no-runner"],
      setUp: true,
      cookie: this.#cookies.get("panel") ?? "",
    });
    this.#open.push(panel);
    if (!this.#cookies.has("panel")) await panel.logIn();
    this.#cookies.set("panel", panel.cookie);
    return panel;
  }

  /** Starts a worker of the pool that tasks belong to by default. */
  async startWorker({ name, capacity }: WorkerOptions): Promise<PanelProcess> {
    const worker = await PanelProcess.start({
      dataDir: join(this.#folder, name),
      environment: this.#environment,
      command: "worker",
      flags: ["--name", name, "--capacity", String(capacity)],
    });
    this.#open.push(worker);
    return worker;
  }

  /** Returns the number in the only row and column of a query. */
  async number(query: string, values: unknown[] = []): Promise<number> {
    const { rows: [row] } = await this.sql.query({ text: query, values, rowMode: "array" });
    return Number(row?.[0]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#open.reverse()) await one[Symbol.asyncDispose]();
    await this.sql.end();
    await this.#server.close();
    await removeDataDir(this.#folder);
  }
}
