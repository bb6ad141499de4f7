// A started panel, as shipped, that tests kill and start again, with its state on disk.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { endAll } from "./end_all.ts";
import { markedPids } from "./marked_pids.ts";
import { PanelProcess } from "./panel_process.ts";
import { until } from "./until.ts";

export interface PanelSceneOptions {
  /** A temporary folder by default. */
  dataDir?: string;
  environment?: Record<string, string>;
  flags?: string[];
  settings?: Record<string, unknown>;
}

export interface RunRow {
  id: number;
  task_id: number;
  state: string;
  cause: string;
  due_at: number | null;
  due_through: number | null;
  due_count: number;
  started_at: number | null;
  finished_at: number | null;
  exit_code: number | null;
  pid: number | null;
  skip_reason: string | null;
  log_path: string | null;
}

export class PanelScene implements AsyncDisposable {
  readonly #options: PanelSceneOptions;

  private constructor(readonly dataDir: string, public panel: PanelProcess, options: PanelSceneOptions) {
    this.#options = options;
  }

  /** Starts a panel with an account, logged in. */
  static async open(options: PanelSceneOptions = {}): Promise<PanelScene> {
    const dataDir = options.dataDir ?? await Deno.makeTempDir({ prefix: "sundial-long-" });
    const panel = await PanelProcess.start({ ...start(options), dataDir, setUp: true });
    await panel.logIn();
    await panel.request("PATCH", "/settings", { language: "en", timeZone: "UTC", ...options.settings });
    return new PanelScene(dataDir, panel, options);
  }

  /** Ends the panel with a signal and starts another one over the same data. */
  async restart(signal: Deno.Signal = "SIGTERM", between: () => Promise<void> = nothing): Promise<void> {
    await this.panel.end(signal);
    await between();
    this.panel = await PanelProcess.start({
      ...{ ...start(this.#options), dataDir: this.dataDir, cookie: this.panel.cookie },
    });
  }

  path(name: string): string {
    return join(this.dataDir, name);
  }

  /** Creates a task, manual by default. Returns its ID. */
  async task(command: string, more: Record<string, unknown> = {}): Promise<number> {
    const body = { name: command.slice(0, 100), command, schedules: "manual", ...more };
    return (await this.panel.request("POST", "/tasks", body)).id;
  }

  async run(taskId: number): Promise<number> {
    const { results } = await this.panel.request("POST", "/tasks/run", { ids: [taskId] });
    assert.ok(results[0].ok, JSON.stringify(results));
    return (await this.panel.request("GET", `/tasks/${taskId}/runs?pageSize=1`)).items[0].id;
  }

  /** Waits until a run is in a state and returns it. */
  // deno-lint-ignore no-explicit-any -- a run of the API
  async reaches(runId: number, ...states: string[]): Promise<any> {
    return await until(`run ${runId} to be ${states.join(" or ")}`, async () => {
      const run = await this.panel.request("GET", `/runs/${runId}`);
      return states.includes(run.state) && run;
    });
  }

  /** Waits until the panel reports this health. */
  async becomes(status: "ok" | "degraded"): Promise<void> {
    await until(
      `the panel to be ${status}`,
      async () => (await this.panel.request("GET", "/health")).status === status,
    );
  }

  /** Disables all tasks, stops them and waits until nothing is active. */
  async quiet(ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += 1000) {
      const part = ids.slice(at, at + 1000);
      await this.panel.request("POST", "/tasks/disable", { ids: part });
      await this.panel.request("POST", "/tasks/stop", { ids: part });
    }
    await until("no run to be active", async () => await this.countActive() === 0);
  }

  async countActive(): Promise<number> {
    return (await this.panel.request("GET", "/runs?state=queued,starting,running&pageSize=1")).total;
  }

  query<T>(sql: string): T[] {
    using database = new DatabaseSync(this.path("sundial.sqlite"), { readOnly: true, timeout: 10_000 });
    return database.prepare(sql).all() as T[];
  }

  rows(taskId?: number): RunRow[] {
    return this.query(
      `select * from run ${taskId === undefined ? "" : `where task_id = ${taskId}`} order by id`,
    );
  }

  assertIntact(): void {
    const found = this.query<{ integrity_check: string }>("pragma integrity_check");
    assert.deepEqual(found.map((row) => row.integrity_check), ["ok"]);
  }

  /** Returns the lines of a file that tasks write. */
  lines(name: string): string[] {
    try {
      return readFileSync(this.path(name), "utf8").split("\n").filter((line) => line !== "");
    } catch {
      return [];
    }
  }

  /** Resident memory of the panel (bytes). */
  get residentBytes(): number {
    const status = readFileSync(`/proc/${this.panel.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  }

  /** Highest resident memory of the panel since its start (bytes). */
  get peakBytes(): number {
    const status = readFileSync(`/proc/${this.panel.pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  }

  get descriptors(): number {
    return [...Deno.readDirSync(`/proc/${this.panel.pid}/fd`)].length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel.kill();
    await until("no process of a run is left", async () => {
      const pids = await markedPids(this.dataDir);
      await endAll(pids);
      return pids.length === 0;
    });
    if (this.#options.dataDir === undefined) await Deno.remove(this.dataDir, { recursive: true });
  }
}

function start({ environment, flags }: PanelSceneOptions) {
  return { ...(environment && { environment }), ...(flags && { flags }) };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
