// A node that runs, and panels that show its logs, over one database.
import { closeSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LogMirror } from "../../server/cluster/logs/log_mirror.ts";
import { LogShipper } from "../../server/cluster/logs/log_shipper.ts";
import { findHead, type LogHead } from "../../server/engine/logs/log_shape.ts";
import { insertQueued } from "../../server/engine/ledger.ts";
import { OpenLog } from "../../server/engine/logs/open_log.ts";
import { shortenLog } from "../../server/engine/logs/shorten_log.ts";
import type { Database, RunRow } from "../../server/engine/store.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import { FilesRoot } from "../../server/platform/files/files_root.ts";
import { SparseFiles } from "../../server/platform/sparse_files.ts";
import { freshDatabase } from "./fresh_database.ts";
import { TestClock } from "./test_clock.ts";

export const RUNNING_NODE = 1;
export const PANEL_NODE = 2;

export interface LogSceneOptions {
  /** Maximum size of a log. */
  maxBytes?: number;
  /** Opens the database; SQLite in memory by default. */
  open?: () => Promise<Database>;
  /** Whether notifications arrive; true by default. */
  notifies?: boolean;
}

export class LogScene implements AsyncDisposable {
  readonly clock = new TestClock();
  readonly nodeLogs: string;
  readonly panelLogs: string;
  readonly warnings: string[] = [];
  readonly files = new SparseFiles();
  readonly #options: LogSceneOptions;
  /** Whether the next queries of the node fail. */
  isDown = false;
  /** Whether the next transaction of the node succeeds without its result arriving. */
  losesResult = false;
  transactions = 0;
  shipper: LogShipper;
  mirror: LogMirror;

  private constructor(readonly db: Database, root: string, options: LogSceneOptions) {
    this.#options = options;
    this.nodeLogs = join(root, "node");
    this.panelLogs = join(root, "panel");
    for (const folder of [this.nodeLogs, this.panelLogs]) Deno.mkdirSync(folder);
    this.shipper = this.#buildShipper();
    this.mirror = this.#buildMirror();
  }

  static async open(options: LogSceneOptions = {}): Promise<LogScene> {
    const root = await Deno.makeTempDir({ prefix: "sundial-log-scene-" });
    return new LogScene(await (options.open ?? freshDatabase)(), root, options);
  }

  #base() {
    const warn = (message: string) => void this.warnings.push(message);
    return {
      clock: this.clock,
      logger: { debug() {}, info() {}, warn, error: warn },
      maxBytes: () => this.#options.maxBytes ?? 50_000_000,
    };
  }

  #buildShipper(): LogShipper {
    return new LogShipper({
      ...this.#base(),
      db: this.#unreliable(),
      logs: this.nodeLogs,
      nodeId: RUNNING_NODE,
      language: () => "en",
      notify: (id) => {
        if (this.#options.notifies ?? true) this.mirror.notify(id);
      },
    });
  }

  #buildMirror(): LogMirror {
    return new LogMirror({ ...this.#base(), db: this.db, logs: this.panelLogs, nodeId: PANEL_NODE });
  }

  // The database as the node reaches it.
  #unreliable(): Database {
    const plugged = this.db.withPlugin({
      transformQuery: ({ node }) => {
        if (this.isDown) throw new Error("the database is away");
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    return new Proxy(plugged, {
      get: (db, name) => {
        const value: unknown = Reflect.get(db, name, db);
        if (name === "transaction") return () => this.#transaction(db);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
  }

  #transaction(db: Database) {
    const transaction = {
      setIsolationLevel: () => transaction,
      execute: async <T>(action: Parameters<ReturnType<Database["transaction"]>["execute"]>[0]) => {
        this.transactions++;
        const result = await db.transaction().execute(action);
        if (!this.losesResult) return result as T;
        this.losesResult = false;
        throw new Error("the connection was closed");
      },
    };
    return transaction;
  }

  /** Adds a live run of a node and creates its log there. */
  async begin(path: string | null = "t/2026-03-04-05-06-07-000.log", nodeId = RUNNING_NODE) {
    const run = await this.addRun({ node_id: nodeId, log_path: path });
    const { log, output } = OpenLog.create(this.nodeLogs, this.shipper.pathFor(run));
    closeSync(output);
    await this.db.updateTable("run").set({ log_path: log.path }).where("id", "=", run.id).execute();
    const started = { ...run, log_path: log.path };
    this.shipper.started(started, log, { resumed: false });
    return { run: started, log };
  }

  async addRun(columns: Partial<RunRow> = {}): Promise<RunRow> {
    const source = taskSource({
      ...{ id: 1, name: "t", serial_group: null, overlap_json: "{}" },
      ...{ placement_pool: "default", placement_mode: "any" },
      ...{ requires_approval: 0 as const, approval_lapse_ms: 0 },
      ...{
        parameters_json: "[]",
        rule_values_json: "{}",
        schedules_json: "[]",
        upstream_json: null,
        for_each_json: null,
      },
    });
    const id = await this.db.transaction().execute((tx) =>
      insertQueued(tx, { source, cause: "person", now: 0 })
    );
    return await this.db.updateTable("run").set({ state: "running", started_at: 1, ...columns })
      .where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  }

  /** Lets time pass until everything written is shipped and copied. */
  async ship(rounds = 6): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      this.clock.advance(500);
      await this.shipper.settled();
      await this.mirror.settled();
    }
  }

  /** Lets time pass on the node, a poll at a time. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 100) {
      this.clock.advance(100);
      await this.shipper.settled();
    }
  }

  /** Ends a run as the recorder does: cuts its log, writes the last line, stores it, writes the row. */
  async end(run: RunRow, log: OpenLog, lastLine = "the last line\n"): Promise<void> {
    await shortenLog(log, {
      maxBytes: this.#base().maxBytes(),
      language: "en",
      files: this.files,
      isHeld: () => Promise.resolve(false),
    });
    log.append(lastLine);
    log.close();
    await this.shipper.ended(run);
    await this.finish(run.id);
    await this.mirror.settled();
  }

  /** Records that a run has ended. */
  async finish(id: number, state: "succeeded" | "lost" = "succeeded"): Promise<void> {
    await this.db.updateTable("run").set({ state, finished_at: 2 }).where("id", "=", id).execute();
  }

  /** Replaces the process of the node; its runs continue. */
  async restartShipper(live: readonly { run: RunRow; log: OpenLog }[]): Promise<void> {
    await this.shipper.close();
    this.addShipper(live);
  }

  /** Starts a process of the node while the one before it may still run. */
  addShipper(live: readonly { run: RunRow; log: OpenLog }[]): void {
    this.shipper = this.#buildShipper();
    for (const { run, log } of live) this.shipper.started(run, log, { resumed: true });
  }

  /** Replaces the process of the panel. */
  async restartMirror(): Promise<void> {
    await this.mirror.close();
    this.mirror = this.#buildMirror();
  }

  /** Returns the bytes of a log on the node or on the panel; null when there is no file. */
  read(side: "node" | "panel", path: string | null): Uint8Array | null {
    const file = join(side === "node" ? this.nodeLogs : this.panelLogs, path ?? "");
    return existsSync(file) ? Uint8Array.from(readFileSync(file)) : null;
  }

  text(side: "node" | "panel", path: string | null): string | null {
    const bytes = this.read(side, path);
    return bytes && new TextDecoder().decode(bytes);
  }

  headOf(path: string): LogHead | null {
    using location = new FilesRoot(this.panelLogs).location(path);
    return findHead(location, location.folder.check(location.name).ino);
  }

  async stored(): Promise<{ rows: number; bytes: number }> {
    const rows = await this.db.selectFrom("run_log_chunk").select("content").execute();
    return { rows: rows.length, bytes: rows.reduce((sum, { content }) => sum + content.length, 0) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isDown = false;
    await this.shipper.close();
    await this.mirror.close();
    this.files[Symbol.dispose]();
    await this.db.destroy();
    await Deno.remove(join(this.nodeLogs, ".."), { recursive: true });
  }
}
