// The engine with real processes over a temporary data folder. Ends everything it started, and fails when
// something is left.
import { testCalendar } from "./test_calendar.ts";
import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import type { LiveEvent } from "../../server/contract/events.ts";
import type { Run, RunState } from "../../server/contract/runs.ts";
import type { JavascriptRuntime, Language } from "../../server/contract/settings.ts";
import { type TaskInput, taskInput } from "../../server/contract/tasks.ts";
import { Bus } from "../../server/engine/bus.ts";
import { ConfigFile } from "../../server/features/tasks/command/config_switches.ts";
import { Interpreters } from "../../server/features/tasks/command/interpreters.ts";
import { installLibrary } from "../../server/features/script_library/install_library.ts";
import { writeNotifiers } from "../../server/features/script_library/notifiers.ts";
import { Engine } from "../../server/engine/engine.ts";
import { localLogSink } from "../../server/engine/logs/log_sink.ts";
import { inheritedEnvironment } from "../../server/features/tasks/command/inherited_environment.ts";
import { noPackages, type ScriptContext } from "../../server/features/tasks/command/script_spec.ts";
import { notePlannedBy } from "../../server/engine/planned_zones.ts";
import type { WindowSpan } from "../../server/engine/decision.ts";
import type { RunTypes } from "../../server/engine/run_type.ts";
import type { ScriptVersions } from "../../server/engine/runner.ts";
import { activeStates } from "../../server/engine/states.ts";
import type { Database, RunRow } from "../../server/engine/store.ts";
import { ScriptDebug } from "../../server/features/debug/service.ts";
import type { InstalledPackages } from "../../server/features/dependencies/installed_packages.ts";
import { Dependencies } from "../../server/features/dependencies/service.ts";
import { readTail } from "../../server/features/dependencies/log_reason.ts";
import { findLogTail } from "../../server/features/notifications/sources/log_tail.ts";
import { Runs } from "../../server/features/runs/service.ts";
import { removeRunsOfTask } from "../../server/features/runs/retention.ts";
import { OutputFolders } from "../../server/features/tasks/outputs/output_folders.ts";
import { Tasks } from "../../server/features/tasks/service.ts";
import { TriggerFiles } from "../../server/features/tasks/triggers/trigger_files.ts";
import { TaskTrash } from "../../server/features/tasks/trash.ts";
import type { ViewCountBody } from "../../server/contract/views.ts";
import { directReads } from "../../server/platform/heavy_reads.ts";
import { Variables } from "../../server/features/variables/service.ts";
import { Views } from "../../server/features/views/service.ts";
import { viewsUserOf } from "../../server/features/views/views_user.ts";
import type { PerCaller } from "../../server/http/route.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { type DataFolder, openDataFolder } from "../../server/platform/data_folder.ts";
import { ACCESS_VARIABLE, SOCKET_VARIABLE } from "../../server/platform/access_folder.ts";
import { foldersIn, makeOldPanelFolder, oldPanelVariables } from "../../server/platform/old_panel_folder.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { maskerHost, scriptHost } from "../../server/platform/script_host.ts";
import { listProcesses, readBootId, readEnvironment } from "../../server/platform/process/process_table.ts";
import { endAll } from "./end_all.ts";
import { freshDatabase } from "./fresh_database.ts";
import { until } from "./until.ts";
import { createPlanSources, createRunTypes } from "../../server/services/build_engine.ts";

const POLL_INTERVAL_MS = 20;
const interpreters = new Interpreters(Deno.env.get("PATH") ?? "", {
  argv: scriptHost(),
});

export interface TestEngineOptions {
  concurrency?: number;
  graceMs?: number;
  logMaxBytes?: number;
  language?: Language;
  runtime?: JavascriptRuntime;
  zone?: string;
  /** Time limit of tasks without one, in ms. */
  timeLimitMs?: number;
  /** Command that starts the masker of secrets; the panel's own by default. */
  maskerHost?: string[];
  /** Added to the environment that tasks inherit. */
  environment?: Record<string, string>;
  bootId?: string;
  /** Stores the texts of scripts; none by default. */
  scriptVersions?: ScriptVersions;
  /** Packages of tasks; none by default. */
  packages?: (folder: DataFolder) => InstalledPackages;
  /** Maximum delay of a timer, milliseconds. */
  maxTimerMs?: number;
  /** Maintenance windows, which concern every task. */
  windows?: readonly WindowSpan[];
}

type NewTask = Partial<TaskInput> & { command: string };

export class TestEngine implements AsyncDisposable {
  readonly clock: CountingClock;
  readonly events: LiveEvent[] = [];
  /** The engine's log messages at error. */
  readonly errors: { message: string; fields: unknown }[] = [];
  readonly #interpreters: Interpreters;
  readonly bus: Bus;
  readonly viewsOf: PerCaller<Views>;
  readonly sealer: Sealer;
  readonly variables: Variables;
  runTypes: RunTypes;
  engine: Engine;
  tasks: Tasks;
  trash: TaskTrash;
  runs: Runs;
  debug: ScriptDebug;
  dependencies: Dependencies | null;

  private constructor(
    readonly folder: DataFolder,
    readonly db: Database,
    interpreters: Interpreters,
    readonly options: TestEngineOptions,
  ) {
    this.clock = new CountingClock(options.maxTimerMs ?? Infinity);
    this.#interpreters = interpreters;
    this.bus = new Bus((error) => {
      throw error;
    });
    this.bus.listen((event) => this.events.push(event));
    this.sealer = new Sealer(folder.root);
    this.variables = new Variables({ db, clock: this.clock, bus: this.bus, sealer: this.sealer });
    // A restart creates the tasks again.
    const tasks = { countMatches: (wanted: ViewCountBody) => this.tasks.countMatches(wanted) };
    this.viewsOf = (caller) =>
      new Views({ db, clock: this.clock, bus: this.bus, tasks, user: viewsUserOf(caller) });
    [this.runTypes, this.engine, this.tasks, this.trash, this.runs, this.debug, this.dependencies] = this
      .#build();
  }

  static async open(options: TestEngineOptions = {}): Promise<TestEngine> {
    const root = await Deno.makeTempDir({ prefix: "sundial-engine-" });
    const folder = await openDataFolder(root);
    const db = await freshDatabase();
    // As after an earlier start: due times that a test stores are not computed anew.
    await notePlannedBy(db, "plannedZoneRules", "runtime");
    return new TestEngine(folder, db, interpreters, options);
  }

  static async start(options: TestEngineOptions = {}): Promise<TestEngine> {
    const opened = await TestEngine.open(options);
    await opened.debug.open();
    await opened.dependencies?.open();
    await opened.engine.start();
    return opened;
  }

  #build(): [RunTypes, Engine, Tasks, TaskTrash, Runs, ScriptDebug, Dependencies | null] {
    const { db, clock, folder, options } = this;
    const zone = () => options.zone ?? "UTC";
    const error = (message: string, fields: unknown) => void this.errors.push({ message, fields });
    const logger = { debug: () => {}, info: () => {}, warn: () => {}, error };
    const packages = options.packages?.(folder) ?? null;
    const language = () => options.language ?? "en";
    const access = join(folder.root, "access");
    const folders = foldersIn(folder.root);
    makeOldPanelFolder(folders, join(access, "bin"));
    writeNotifiers(folder.scripts);
    const scripts: ScriptContext = {
      ...folders,
      sealer: this.sealer,
      configFile: new ConfigFile(folder.config),
      interpreters: this.#interpreters,
      packages: packages ?? noPackages,
      runtime: () => options.runtime ?? "auto",
      language,
      zone,
      inherited: {
        ...inheritedEnvironment(Deno.env.toObject(), []),
        ...oldPanelVariables(folders),
        ...options.environment,
      },
      library: installLibrary(access),
      access: () => ({ [ACCESS_VARIABLE]: access, [SOCKET_VARIABLE]: join(access, "panel.sock") }),
    };
    // One calendar without days off.
    const findCalendar = (id: number) => id === 1 ? testCalendar({ weekend: [] }) : null;
    const runTypes = createRunTypes({
      tasks: {
        scripts,
        variables: this.variables,
        outputs: {
          folders: new OutputFolders(folder.outputs),
          maxBytes: () => options.logMaxBytes ?? 50_000_000,
        },
        timeLimitMs: () => options.timeLimitMs ?? null,
        limits: { heldAt: () => null, droppedAt: () => null },
        zone: () => "UTC",
      },
      pulls: { order: none, ready: () => Promise.resolve() },
      installers: packages ?? { order: none },
    });
    const engine = new Engine({
      runTypes,
      planSources: createPlanSources(scripts, { findCalendar, windowsOf: () => [...options.windows ?? []] }),
      db,
      clock,
      bus: this.bus,
      logger,
      installation: folder.installation,
      bootId: options.bootId ?? readBootId(),
      logs: folder.logs,
      exitFiles: folder.exitFiles,
      concurrency: options.concurrency ?? 10,
      startsRuns: true,
      hasRoom: () => true,
      beforeRun() {},
      graceMs: options.graceMs ?? 400,
      logMaxBytes: () => options.logMaxBytes ?? 50_000_000,
      language,
      zone,
      zoneRules: () => "runtime",
      secrets: [],
      logSink: localLogSink,
      maskerHost: options.maskerHost ?? maskerHost(),
      environment: scripts.inherited,
      scriptVersions: options.scriptVersions ?? { note: () => Promise.resolve(null) },
    });
    const tasks = new Tasks({
      db,
      clock,
      bus: this.bus,
      engine,
      sealer: this.sealer,
      scripts: folder.scripts,
      triggerFiles: new TriggerFiles({
        ...{ clock, scripts: folder.scripts, root: folder.root },
        isDeciding: () => true,
      }),
      zone,
      findCalendar,
    });
    const trash = new TaskTrash({
      ...{ db, clock, bus: this.bus, engine, zone, findCalendar },
      logger: { ...logger, warn: error },
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      removeRuns: (taskId) => removeRunsOfTask({ db, logger, logs: folder.logs, taskId }),
    });
    return [
      runTypes,
      engine,
      tasks,
      trash,
      new Runs({
        db,
        clock: this.clock,
        reads: directReads(db),
        engine,
        logs: folder.logs,
        logTail: (path) => findLogTail({ logs: folder.logs, path }, readTail),
        language,
      }),
      new ScriptDebug({
        ...{ db, bus: this.bus, engine, context: scripts, notes: folder.exitFiles },
        // A failed cleanup is an error here.
        logger: { ...logger, warn: error },
      }),
      packages && new Dependencies({
        ...{ db, clock, bus: this.bus, engine, packages, logs: folder.logs },
        logger: { ...logger, warn: error },
      }),
    ];
  }

  /** Closes the engine and starts another one over the same data; processes keep running. */
  async restart(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.trash.close();
    await this.engine.close();
    await this.debug.close();
    await this.dependencies?.close();
    await between();
    [this.runTypes, this.engine, this.tasks, this.trash, this.runs, this.debug, this.dependencies] = this
      .#build();
    await this.debug.open();
    await this.dependencies?.open();
    await this.engine.start();
  }

  /** Lists the files that ended runs have left, besides pipes for the next ones. */
  leftFiles(): string[] {
    const names = [...Deno.readDirSync(this.folder.exitFiles)].map(({ name }) => name);
    return names.filter((name) => !name.startsWith("spare."));
  }

  /** Creates a task, manual unless it has schedules. */
  async add(task: NewTask): Promise<number> {
    return (await this.tasks.create(parse(taskInput, { name: "task", schedules: "manual", ...task }))).id;
  }

  /** Creates a task and runs it. Returns the run's id. */
  async run(task: NewTask): Promise<number> {
    return await this.tasks.run(await this.add(task), "person");
  }

  async runToEnd(task: NewTask): Promise<Run & { log: string }> {
    return await this.end(await this.run(task));
  }

  async end(runId: number): Promise<Run & { log: string }> {
    await this.until(`the end of run ${runId}`, async () => !isActive((await this.runs.get(runId)).state));
    return { ...await this.runs.get(runId), log: await this.log(runId) };
  }

  async reaches(runId: number, state: RunState): Promise<Run> {
    await this.until(`run ${runId} to be ${state}`, async () => (await this.runs.get(runId)).state === state);
    return await this.runs.get(runId);
  }

  /** Waits until no run is queued or active. */
  async quiet(): Promise<void> {
    await this.until("quiet", async () => (await this.rows()).every(({ state }) => !isActive(state)));
  }

  async log(runId: number): Promise<string> {
    const log = await this.runs.log(runId);
    return new TextDecoder().decode(await log.read(0, await log.size()));
  }

  async rows(taskId?: number): Promise<RunRow[]> {
    let query = this.db.selectFrom("run").selectAll();
    if (taskId !== undefined) query = query.where("task_id", "=", taskId);
    return await query.orderBy("id").execute();
  }

  /** Returns a path inside the data folder, for files that tasks write themselves. */
  path(name: string): string {
    return join(this.folder.root, name);
  }

  /** Returns the lines of a file that tasks write. */
  async lines(name: string): Promise<string[]> {
    const text = await Deno.readTextFile(this.path(name)).catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  }

  /** Lists the live processes of a run, or of all runs, independently of the engine. */
  processes(runId?: number): number[] {
    return processesOf(this.folder.installation, runId);
  }

  /** Waits for a condition; fails after a generous timeout. */
  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, condition, POLL_INTERVAL_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const unfinished = (await this.rows()).some(({ state }) => isActive(state));
    await this.trash.close();
    await this.engine.close();
    await this.debug.close();
    await this.dependencies?.close();
    const left = this.processes();
    await endAll(left);
    await this.db.destroy();
    this.folder.unlock();
    await Deno.remove(this.folder.root, { recursive: true });
    // A failed test reports its own error, not what it left behind.
    if (unfinished) return;
    assert.equal(this.clock.timers, 0, "timers are left");
    assert.deepEqual(left, [], "processes are left");
  }
}

function none(): never {
  throw new Error("this engine has no such runs");
}

/** Finds the live processes of an installation's runs by the marker in their environment. */
export function processesOf(installation: string, runId?: number): number[] {
  const mark = `SUNDIAL_RUN_MARK=${installation}:`;
  const fits = (entry: string) => runId === undefined ? entry.startsWith(mark) : entry === `${mark}${runId}`;
  return listProcesses().map(({ pid }) => pid).filter((pid) => readEnvironment(pid).some(fits));
}

export function isActive(state: RunState): boolean {
  return activeStates.some((active) => active === state);
}

class CountingClock implements Clock {
  timers = 0;
  readonly #maxMs: number;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  now = systemClock.now;
  monotonic = systemClock.monotonic;

  after(delayMs: number, action: () => void) {
    this.timers++;
    let pending = true;
    const over = () => {
      if (pending) this.timers--;
      pending = false;
    };
    const timer = systemClock.after(Math.min(delayMs, this.#maxMs), () => {
      over();
      action();
    });
    return {
      cancel() {
        over();
        timer.cancel();
      },
    };
  }
}
