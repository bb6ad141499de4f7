// The API of tasks and runs over an engine with real processes, and a logged-in administrator.
import { debugRoutes } from "../../server/features/debug/routes.ts";
import { statisticsRoutes } from "../../server/features/statistics/routes.ts";
import { noCalendars } from "../../server/features/tasks/task_timetable.ts";
import { Statistics } from "../../server/features/statistics/service.ts";
import { logsRoutes } from "../../server/features/logs/routes.ts";
import { Logs } from "../../server/features/logs/service.ts";
import { nodeRoutes } from "../../server/features/nodes/routes.ts";
import { Nodes } from "../../server/features/nodes/service.ts";
import { queueRoutes } from "../../server/features/queue/routes.ts";
import { QueueView } from "../../server/features/queue/service.ts";
import { referenceRoutes } from "../../server/features/references/routes.ts";
import { References } from "../../server/features/references/service.ts";
import { runRoutes } from "../../server/features/runs/routes.ts";
import { LogScans } from "../../server/features/runs/search/log_scans.ts";
import { approvalRoutes } from "../../server/features/tasks/approvals/routes.ts";
import { Approvals } from "../../server/features/tasks/approvals/service.ts";
import { taskHistoryRoutes } from "../../server/features/tasks/history/routes.ts";
import { TaskHistory } from "../../server/features/tasks/history/service.ts";
import { triggerRoutes } from "../../server/features/tasks/triggers/routes.ts";
import { StartedTasks } from "../../server/features/tasks/triggers/started_tasks.ts";
import { taskRoutes } from "../../server/features/tasks/routes.ts";
import { taskTrashRoutes } from "../../server/features/tasks/trash_routes.ts";
import { variableRoutes } from "../../server/features/variables/routes.ts";
import { VariableTransfer } from "../../server/features/variables/transfer/transfer.ts";
import { viewRoutes } from "../../server/features/views/routes.ts";
import { FolderSearches } from "../../server/platform/files/folder_searches.ts";
import { directReads } from "../../server/platform/heavy_reads.ts";
import { type AppResponse, type Call, TestApp } from "./test_app.ts";
import { TestEngine, type TestEngineOptions } from "./test_engine.ts";

export class TaskScene implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #cookie: string;
  readonly #closing: AbortController;

  private constructor(readonly engine: TestEngine, app: TestApp, cookie: string, closing: AbortController) {
    this.#app = app;
    this.#cookie = cookie;
    this.#closing = closing;
  }

  static async open(options: TestEngineOptions = {}): Promise<TaskScene> {
    const engine = await TestEngine.start(options);
    const { db, clock } = engine;
    const closing = new AbortController();
    const nodes = new Nodes({
      ...{ db, clock, bus: engine.bus, engine: engine.engine },
      self: () => ({
        ...{ id: 1, name: "here", version: "1.2.3", startedAt: clock.now() - 60_000 },
        ...{ capacity: 4, load: { average: 0.5, memoryFreeBytes: 1, memoryTotalBytes: 2 } },
      }),
      now: () => Promise.resolve(clock.now()),
    });
    const routes = [
      ...taskTrashRoutes(() => engine.trash),
      ...referenceRoutes(
        new References({
          ...{ db, searches: new FolderSearches(clock), inherited: { INHERITED: "1" } },
          ...{ scripts: engine.folder.scripts, config: engine.folder.config },
        }),
      ),
      ...triggerRoutes(() => new StartedTasks(db)),
      ...taskRoutes({
        ...engine,
        tasks: () => engine.tasks,
        views: engine.viewsOf,
        nameOf: () => Promise.resolve("admin"),
      }),
      ...taskHistoryRoutes(() => new TaskHistory(engine)),
      ...viewRoutes(engine.viewsOf),
      ...variableRoutes(engine.variables, new VariableTransfer(engine)),
      ...debugRoutes(engine.debug),
      ...nodeRoutes(nodes),
      ...queueRoutes(
        () =>
          new QueueView({
            db,
            clock,
            runTypes: engine.runTypes,
            nodes,
            limit: () => options.concurrency ?? 10,
          }),
      ),
      ...statisticsRoutes(
        () =>
          new Statistics({
            db,
            reads: directReads(db),
            clock,
            scripts: engine.folder.scripts,
            zone: () => options.zone ?? "UTC",
            retentionDays: () => 30,
            findCalendar: noCalendars,
          }),
      ),
      ...runRoutes(() => engine.runs, {
        clock: engine.clock,
        lease: () => Promise.resolve({ signal: closing.signal, release: () => {} }),
      }),
      ...approvalRoutes(() =>
        new Approvals({ db, clock, engine: engine.engine, limits: { heldAt: () => null } })
      ),
      ...logsRoutes(
        new Logs({
          ...{ db, clock, bus: engine.bus, root: engine.folder.logs },
          searches: new FolderSearches(clock),
          language: () => "en",
        }),
        new LogScans(clock),
      ),
    ];
    const app = await TestApp.open({ routes });
    return new TaskScene(engine, app, await app.setUp(), closing);
  }

  async call(method: string, path: string, call: Call = {}): Promise<AppResponse> {
    return await this.#app.call(method, `/api${path}`, { cookie: this.#cookie, ...call });
  }

  /** Sends a request and returns the response unread. */
  async send(method: string, path: string, call: Call = {}): Promise<Response> {
    return await this.#app.send(method, `/api${path}`, { cookie: this.#cookie, ...call });
  }

  /** Closes open streams, as the panel does when it stops. */
  closeStreams(): void {
    this.#closing.abort();
  }

  async add(task: Record<string, unknown> = {}): Promise<number> {
    const body = { name: "task", command: "true", schedules: "manual", ...task };
    const { json, status, text } = await this.call("POST", "/tasks", { body });
    if (status !== 201) throw new Error(text);
    return Number(json.id);
  }

  /** Types of the events that the engine and the tasks published, with the id of their entity. */
  get published(): string[] {
    return this.engine.events.map(({ type, id }) => `${type} ${id}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#app[Symbol.asyncDispose]();
    await this.engine[Symbol.asyncDispose]();
  }
}
