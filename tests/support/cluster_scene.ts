// Panels and workers as processes of their own over one PostgreSQL database, each behind a network that a test can cut.
import { join } from "node:path";
import type { NodeRole } from "../../server/contract/limits/nodes.ts";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { ClusterNode } from "./cluster_node.ts";
import { account } from "./panel_process.ts";
import { removeDataDir } from "./remove_data_dir.ts";
import { until } from "./until.ts";

export interface NodeOptions {
  flags?: readonly string[];
}

type TaskInput = Record<string, unknown> & { name: string; command: string };

export class ClusterScene implements AsyncDisposable {
  readonly #url: string;
  readonly #nodes: ClusterNode[] = [];

  private constructor(readonly folder: string, url: string, readonly db: Database) {
    this.#url = url;
  }

  /** Prepares a scene over a database; nodes are started one by one. */
  static async open(url: string): Promise<ClusterScene> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-cluster-" });
    await Deno.mkdir(join(folder, "shared"));
    return new ClusterScene(folder, url, await openPostgres<Tables>(url, { onLost: () => {} }));
  }

  get nodes(): readonly ClusterNode[] {
    return this.#nodes;
  }

  get panels(): ClusterNode[] {
    return this.#nodes.filter(({ role }) => role === "panel");
  }

  get workers(): ClusterNode[] {
    return this.#nodes.filter(({ role }) => role === "worker");
  }

  async panel(name: string, { flags = [] }: NodeOptions = {}): Promise<ClusterNode> {
    const node = await this.#add(name, "panel", flags);
    await node.process.request("POST", "/auth/login", account);
    return node;
  }

  async worker(name: string, { flags = [] }: NodeOptions = {}): Promise<ClusterNode> {
    return await this.#add(name, "worker", flags);
  }

  /** Returns the panel that plans, once the database says that one does. */
  async leader(): Promise<ClusterNode> {
    return await until("a panel that plans", async () => {
      const rows = await this.db.selectFrom("node").select("name").where("planning", "=", 1).execute();
      const [name] = rows.length === 1 ? rows.map((row) => row.name) : [];
      return this.panels.find((node) => node.name === name && node.isRunning) ?? null;
    });
  }

  /** Returns a panel that does not plan. */
  async follower(): Promise<ClusterNode> {
    const leader = await this.leader();
    const other = this.panels.find((node) => node !== leader && node.isRunning);
    if (!other) throw new Error("there is only one panel");
    return other;
  }

  /** Creates a task that runs when asked to, or as `input` says. */
  async addTask(panel: ClusterNode, input: TaskInput): Promise<number> {
    const { id } = await panel.process.request("POST", "/tasks", { schedules: "manual", ...input });
    return id;
  }

  async run(panel: ClusterNode, task: number): Promise<number> {
    const before = await this.#lastRun(task);
    await panel.process.request("POST", "/tasks/run", { ids: [task] });
    return await until("the run", async () => {
      const last = await this.#lastRun(task);
      return last > before ? last : null;
    });
  }

  /** Waits until a run is in a state, and returns its row. */
  async inState(run: number, ...states: string[]) {
    return await until(`run ${run} to be ${states.join(" or ")}`, async () => {
      const row = await this.db.selectFrom("run").selectAll().where("id", "=", run).executeTakeFirstOrThrow();
      return states.includes(row.state) ? row : null;
    });
  }

  /** Waits until a run has ended, and returns its row. */
  async ended(run: number) {
    return await until(`the end of run ${run}`, async () => {
      const row = await this.db.selectFrom("run").selectAll().where("id", "=", run).executeTakeFirstOrThrow();
      return row.finished_at === null ? null : row;
    });
  }

  async nodeOf(run: number): Promise<string | null> {
    const row = await this.db.selectFrom("run").leftJoin("node", "node.id", "run.node_id").select("node.name")
      .where("run.id", "=", run).executeTakeFirstOrThrow();
    return row.name;
  }

  /** Returns what all nodes have written to standard error, for messages of failed tests. */
  get output(): string {
    return this.#nodes.map((node) =>
      `--- ${node.name}${node.isRunning ? "" : " (ended)"}\n${node.process.output}`
    )
      .join("\n");
  }

  /** Does something; an error also says what all nodes have written. */
  async explain(action: () => Promise<void>, note = () => ""): Promise<void> {
    try {
      await action();
    } catch (cause) {
      throw new Error(`${cause instanceof Error ? cause.message : cause}\n${note()}\n${this.output}`, {
        cause,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.workers.map((node) => node.close()));
    await Promise.all(this.panels.map((node) => node.close()));
    await this.db.destroy();
    await removeDataDir(this.folder);
  }

  async #lastRun(task: number): Promise<number> {
    const { last } = await this.db.selectFrom("run").select(({ fn }) => fn.max("id").as("last"))
      .where("task_id", "=", task).executeTakeFirstOrThrow();
    return Number(last ?? 0);
  }

  async #add(name: string, role: NodeRole, flags: readonly string[]): Promise<ClusterNode> {
    const keyFile = join(this.folder, "shared", "secret.key");
    const setUp = role === "panel" && this.panels.length === 0;
    const options = { name, role, flags, setUp, keyFile, folder: this.folder, databaseUrl: this.#url };
    const node = await ClusterNode.create(options);
    this.#nodes.push(node);
    await node.start();
    return node;
  }
}
