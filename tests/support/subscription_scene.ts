// A real panel, a real git server, and the actions on subscriptions.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run, RunState } from "../../server/contract/runs.ts";
import type { Subscription, SubscriptionInput } from "../../server/contract/subscriptions.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { isNotifier } from "../../server/features/script_library/notifiers.ts";
import { type CommitFile, GitServer, type GitServerOptions, type TestRepository } from "./git_server.ts";
import { PanelProcess } from "./panel_process.ts";
import { until } from "./until.ts";

/** Of the repository that most tests use. */
const DEFAULT_PATH = "owner/one.git";

export class SubscriptionScene implements AsyncDisposable {
  readonly #environment: Record<string, string>;

  private constructor(
    public panel: PanelProcess,
    readonly server: GitServer,
    readonly dataDir: string,
    environment: Record<string, string>,
  ) {
    this.#environment = environment;
  }

  /** Opens both; the panel may access this machine by default. */
  static async open(
    options: GitServerOptions = {},
    environment: Record<string, string> = {},
  ): Promise<SubscriptionScene> {
    const dataDir = await Deno.makeTempDir({ prefix: "sundial-subscriptions-" });
    const server = new GitServer(options);
    const all = { SUNDIAL_ALLOW_NETWORKS: "127.0.0.1", ...environment };
    const panel = await PanelProcess.start({ dataDir, environment: all, setUp: true });
    await panel.logIn();
    return new SubscriptionScene(panel, server, dataDir, all);
  }

  /** Creates a repository that the server serves as `<path>`, with a commit if there are files. */
  async repository(files: Record<string, CommitFile>, path = DEFAULT_PATH): Promise<TestRepository> {
    const repository = await this.server.repository(path);
    if (Object.keys(files).length > 0) await repository.commit(files);
    return repository;
  }

  /** Ends the panel and starts it again over the same data. */
  async restart(signal: Deno.Signal = "SIGTERM"): Promise<void> {
    await this.panel.end(signal);
    this.panel = await PanelProcess.start({ dataDir: this.dataDir, environment: this.#environment });
    await this.panel.logIn();
  }

  /** Creates a manual subscription, of the repository with the default path unless `input` says otherwise. */
  async create(input: Partial<SubscriptionInput> = {}): Promise<Subscription> {
    const url = input.url ?? this.server.url(DEFAULT_PATH);
    const json = { name: url, url, type: "public_repository", schedule: { kind: "manual" }, ...input };
    return await this.panel.json("/api/subscriptions", { json });
  }

  async change(id: number, json: Record<string, unknown>): Promise<Subscription> {
    return await this.panel.json(`/api/subscriptions/${id}`, { method: "PATCH", json });
  }

  async get(id: number): Promise<Subscription> {
    return await this.panel.json(`/api/subscriptions/${id}`);
  }

  /** Pulls now and waits for the end, which must be the expected one. */
  async pull(id: number, expected: RunState = "succeeded"): Promise<Run & { log: string }> {
    const { results } = await this.panel.json<{ results: { ok: boolean }[] }>("/api/subscriptions/run", {
      json: { ids: [id] },
    });
    if (!results[0]?.ok) throw new Error(JSON.stringify(results));
    const { items } = await this.panel.json<{ items: Run[] }>(`/api/subscriptions/${id}/runs?pageSize=1`);
    const run = await this.end(items[0]?.id ?? 0);
    assert.equal(run.state, expected, run.log);
    return run;
  }

  async end(runId: number): Promise<Run & { log: string }> {
    const run = await until(`the end of run ${runId}`, async () => {
      const run = await this.panel.json<Run>(`/api/runs/${runId}`);
      return run.finishedAt === null ? null : run;
    });
    const log = run.logPath === null ? "" : await (await this.panel.fetch(`/api/runs/${runId}/log`)).text();
    return { ...run, log };
  }

  async tasks(): Promise<Task[]> {
    return (await this.panel.json<{ items: Task[] }>("/api/tasks?pageSize=500&sort=name")).items;
  }

  /**
   * Lists everything below the scripts except the panel's temporary folders, which disappear shortly after a pull, and the
   * notifiers that it puts beside scripts.
   */
  async files(): Promise<string[]> {
    const found: string[] = [];
    const walk = async (path: string) => {
      for await (const { name, isDirectory } of Deno.readDir(join(this.scripts, path))) {
        if (/^\.sundial-(pull|aside)-/.test(name)) continue;
        const inside = path === "" ? name : `${path}/${name}`;
        if (isDirectory) await walk(inside);
        else if (!isNotifier(join(this.scripts, inside))) found.push(inside);
      }
    };
    await walk("");
    return found.sort();
  }

  /** Lists what pulls have left: folders of scripts, jobs and whole repositories. */
  left(): string[] {
    return ["scripts", "pulls", "ql/data/repo"].flatMap((folder) =>
      [...Deno.readDirSync(join(this.dataDir, folder))].map(({ name }) => name)
    ).filter((name) => !["deps", "notify.py", "sendNotify.js"].includes(name));
  }

  get scripts(): string {
    return join(this.dataDir, "scripts");
  }

  async read(path: string): Promise<string> {
    return await Deno.readTextFile(join(this.scripts, path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel.stop();
    await this.server[Symbol.asyncDispose]();
    await Deno.remove(this.dataDir, { recursive: true });
  }
}
