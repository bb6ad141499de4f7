// The composition root: opens everything in order and passes each part its dependencies; close() closes them in
// reverse order.
import { join } from "node:path";
import type { App } from "./app.ts";
import { buildCore } from "./services/build_core.ts";
import { buildApp } from "./services/build_app.ts";
import { buildCalendars, buildFetch } from "./services/build_calendars.ts";
import { buildBackups } from "./services/build_backups.ts";
import { applyOfSubscriptions, buildConfiguration } from "./services/build_configuration.ts";
import { buildHeartbeats } from "./services/build_heartbeats.ts";
import { buildTriggers } from "./services/build_triggers.ts";
import { buildWebhooks } from "./services/build_webhooks.ts";
import { buildImports } from "./services/build_imports.ts";
import { buildNotifications } from "./services/build_notifications.ts";
import { buildAccess, isHolderAlive } from "./services/build_access.ts";
import { openFoundation } from "./services/foundation.ts";
import { nodeNameOf } from "./services/open_store.ts";
import type { Foundation, Machine } from "./services/foundation_shape.ts";
import { buildSystem, concludeUpdate } from "./services/build_system.ts";
import { type HousekeepingJob, listHousekeepingJobs } from "./services/list_housekeeping_jobs.ts";
import { releaseMemoryLater } from "./services/release_memory_later.ts";
import { listRoutes } from "./services/list_routes.ts";
import type { SharedNode } from "./services/shared_node.ts";
import type { Engine } from "./engine/engine.ts";
import type { RunTypes } from "./engine/run_type.ts";
import { ScriptDebug } from "./features/debug/service.ts";
import { EventHistory } from "./features/events/event_history.ts";
import { LiveStreams } from "./features/events/live_streams.ts";
import { StreamLeases } from "./features/events/stream_leases.ts";
import type { FilesParts } from "./features/files/files_parts.ts";
import { sweepFiles } from "./features/files/upkeep.ts";
import type { SetupCode } from "./features/initialization/setup_code.ts";
import { writeOptions } from "./features/tasks/command/shared_options.ts";
import { runExtra } from "./services/run_extra.ts";
import type { Settings } from "./contract/settings.ts";
import { addMissingNames } from "./features/runs/add_missing_names.ts";
import { removeRunsOfTask } from "./features/runs/retention.ts";
import { OpenWindows } from "./features/windows/open_windows.ts";
import { startLimits } from "./services/start_limits.ts";
import { Windows } from "./features/windows/service.ts";
import { FollowRuns } from "./features/tasks/flow/follow_runs.ts";
import { AfterRuns } from "./features/tasks/after_runs.ts";
import { RunsInTrash } from "./features/tasks/runs_in_trash.ts";
import { FollowCalendars } from "./features/tasks/follow_calendars.ts";
import { TaskTrash } from "./features/tasks/trash.ts";
import { PageFiles } from "./http/page_files.ts";
import { AccessFolder } from "./platform/access_folder.ts";
import { standalone } from "./platform/build_info.ts";
import type { Config } from "./platform/config_shape.ts";
import { engineOf } from "./platform/database_engine.ts";
import { DatabaseReserve, noReserve } from "./platform/storage/database_reserve.ts";
import { releaseMemory } from "./platform/process/release_memory.ts";
import { RunningFile } from "./platform/running_file.ts";
import { staticRoot } from "./platform/static_root.ts";
import { concludeRestore, resumeOperations } from "./services/prepare_data.ts";
import type { Logger } from "./platform/logger.ts";
import { sleep } from "./platform/clock.ts";

export interface Services {
  app: App;
  /** Where programs on this machine find the panel. */
  accessFolder: AccessFolder;
  /** Name of this process among those that share a database. */
  nodeName: string;
  /** The code for the first setup; null once setup is done. */
  setupCode: SetupCode | null;
  /** Confirms to an update and a restore that the panel is serving. Throws when it is not. */
  confirm(): Promise<void>;
  /** Ends streams that would keep connections open forever. */
  closeStreams(): Promise<void>;
  /** Closes everything. Running tasks continue. */
  close(): Promise<void>;
}

/**
 * Opens the panel: data folder, database, settings, engine, features. Throws `DataFolderError`, `DatabaseError`,
 * `StartError` or `RestartRequired`, with everything closed again.
 */
export async function openServices(config: Config, machine: Machine): Promise<Services> {
  const foundation = await openFoundation(config, machine);
  try {
    return await configure(foundation);
  } catch (error) {
    await foundation.close();
    throw error;
  }
}

async function configure(foundation: Foundation): Promise<Services> {
  const { db, clock, logger, bus, zone, folder, settings, reads, deciding, findCalendar } = foundation;
  const closing = new AbortController();
  const pending = await resumeOperations(foundation);
  const core = await buildCore(foundation, (runTypes, files) => joinOthers(foundation, runTypes, files));
  const { files, variables, accessFolder, scripts, runTypes, engine, tasks } = core;
  const { pulls, subscribing, dependencies, shared, stores } = core;
  const fetchCalendar = buildFetch(foundation, closing.signal);
  const calendars = buildCalendars(foundation, fetchCalendar);
  const windows = new Windows({
    ...{ db, clock, logger, bus, zone, engine, fetch: fetchCalendar },
    loaded: foundation.windows,
  });
  const pause = () => sleep(clock, 0);
  const removeRuns = (taskId: number) => removeRunsOfTask({ db, logger, logs: folder.logs, pause, taskId });
  const trash = new TaskTrash({ db, clock, logger, bus, zone, findCalendar, engine, pause, removeRuns });
  const debug = new ScriptDebug({ db, bus, engine, logger, context: scripts, notes: folder.exitFiles });
  const history = new EventHistory(clock.now());
  const access = await buildAccess({ ...foundation, contents: stores?.contents }, () => history.last);
  const leases = new StreamLeases({
    bus,
    clock,
    isAlive: (holder) => isHolderAlive(holder, { db, ...access }),
    onError: (error) => logger.error("a live stream failed", { error }),
  });
  const page = new PageFiles({ root: staticRoot(), live: !standalone });
  const pageBuild = async () => (await page.manifest())?.entry ?? null;
  const streams = new LiveStreams({ bus, clock, leases, history, pageBuild });
  const backups = buildBackups(foundation);
  const runningFile = new RunningFile(folder.root);
  const system = buildSystem(foundation, { streams, reads, runningFile });
  const notifications = buildNotifications(foundation, {
    ...{ backups, access, system, runningFile },
    calendars: foundation.calendars,
  });
  const heartbeating = buildHeartbeats(foundation);
  const hooks = buildWebhooks(foundation, { engine, closing: closing.signal });
  const configuration = buildConfiguration(foundation, {
    ...{ engine, tasks, calendars, windows, heartbeating, notifications },
    fetch: fetchCalendar,
  });
  pulls.useConfiguration(applyOfSubscriptions(configuration, foundation.language));
  const imports = buildImports(foundation, {
    channels: notifications.channels,
    dependencies,
    files,
    subscriptions: subscribing.subscriptions,
    tasks,
    tokens: access.tokens,
    variables,
  });
  const routes = listRoutes(foundation, {
    configuration,
    imports,
    backups,
    engine,
    shared,
    runTypes,
    tasks,
    trash,
    system,
    debug,
    dependencies,
    subscribing,
    variables,
    calendars,
    windows,
    inherited: scripts.inherited,
    access,
    files,
    leases,
    streams,
    reads,
    notifications,
    heartbeating,
    webhooks: hooks.webhooks,
    fetch: (request, { ip, isLocal }) =>
      app.fetch(request, { remoteAddr: isLocal ? { transport: "unix", path: "" } : clientAt(ip) }),
  });
  const receivers = { pings: heartbeating.intake, hooks: hooks.intake };
  const app = buildApp(foundation, { access, accessFolder, page, routes, ...receivers });
  followSettings(foundation, engine);
  shareOptions(foundation, accessFolder.path);
  await notifications.open();
  await heartbeating.open();
  await debug.open();
  await dependencies.open();
  await pulls.open();
  await backups.open();
  await imports.open();
  await engine.start();
  const runsInTrash = new RunsInTrash({ db, logger, engine });
  const afterRuns = new AfterRuns({ db, clock, bus, logger, engine });
  const followRuns = new FollowRuns({
    ...{ db, clock, bus, logger, zone, engine },
    limits: startLimits(foundation),
  });
  const calendarFollower = new FollowCalendars({
    ...{ db, clock, logger, zone, engine, findCalendar },
    calendars: foundation.calendars,
  });
  const openWindows = new OpenWindows({ db, clock, bus, logger, zone, engine, loaded: foundation.windows });
  const triggering = buildTriggers(foundation, core);
  for (const duty of triggering) await deciding.take(duty);
  if (!foundation.isTrial) {
    await deciding.take(runsInTrash);
    await deciding.take(afterRuns.duty);
    await deciding.take(followRuns.duty);
    await deciding.take(openWindows);
    await deciding.take(calendarFollower);
  }
  await shared?.open();
  await pulls.watchFound();
  await notifications.started();
  const keepMemory = releaseMemoryLater({ bus, clock, release: releaseMemory });
  void sweepFiles(files, clock.now(), closing.signal).catch((error) =>
    logger.warn("failed to remove incomplete files", { error })
  );
  if (!foundation.isTrial) {
    void addMissingNames(db).catch((error) => {
      if (!closing.signal.aborted) logger.warn("failed to add missing names of runs", { error });
    });
    void runExtra({
      context: scripts,
      clock,
      pipe: join(folder.exitFiles, "extra.output"),
      signal: closing.signal,
      onLost: (error) => logger.error("the output of extra.sh can no longer be written", { error }),
      settings: () => settings.current(),
    })
      .catch((error) => logger.warn("failed to run extra.sh", { error }));
    foundation.disk.open(engineOf(db) === "sqlite" ? new DatabaseReserve(db) : noReserve);
    foundation.dataFiles.open();
    runHousekeeping(
      listHousekeepingJobs(foundation, {
        ...access,
        files,
        trash,
        system,
        backups,
        notifications,
        imports,
        calendars,
        windows,
        engine,
        shared,
        stores,
      }),
      {
        logger,
        signal: closing.signal,
      },
    );
  }
  return {
    app,
    accessFolder,
    nodeName: nodeNameOf(foundation),
    setupCode: access.setupCode,
    async confirm() {
      const updating = { ...system, line: pending.update };
      await concludeUpdate(foundation, updating, () => isHealthy(app, foundation.config));
      await concludeRestore(foundation, pending.restore);
    },
    async closeStreams() {
      closing.abort();
      streams.close();
      await leases.close();
    },
    async close() {
      closing.abort();
      keepMemory();
      await system.installation.close();
      await imports.close();
      await backups.close();
      system.log.close();
      await trash.close();
      await deciding.drop(calendarFollower);
      for (const duty of triggering) await deciding.drop(duty);
      await deciding.drop(openWindows);
      await deciding.drop(afterRuns.duty);
      await deciding.drop(runsInTrash);
      await deciding.drop(followRuns.duty);
      await engine.close();
      foundation.calendars.close();
      await shared?.close();
      await debug.close();
      await dependencies.close();
      await pulls.close();
      await heartbeating.close();
      await hooks.close();
      await notifications.close();
      await foundation.disk.close();
      await foundation.audit.close();
      // On a full or read-only disk, the next start could not create the files that closing the database removes.
      await foundation.close({ keepLog: foundation.disk.isFull || foundation.disk.isReadOnly });
    },
  };
}

// On a single machine, nothing of what several need is loaded.
async function joinOthers(
  foundation: Foundation,
  runTypes: RunTypes,
  files: FilesParts,
): Promise<SharedNode | undefined> {
  const { databaseUrl } = foundation.config;
  if (databaseUrl === null) return undefined;
  const { joinCluster } = await import("./services/join_cluster.ts");
  return await joinCluster(foundation, { url: databaseUrl, runTypes, files });
}

// As a client on this machine would request it.
async function isHealthy({ fetch }: App, { basePath, port }: Config): Promise<boolean> {
  const request = new Request(`http://127.0.0.1:${port}${basePath}/api/health`);
  const response = await fetch(request, { remoteAddr: clientAt("127.0.0.1") });
  await response.body?.cancel();
  return response.status === 200;
}

function clientAt(hostname: string): Deno.NetAddr {
  return { transport: "tcp", hostname, port: 1 };
}

function followSettings({ settings, logger }: Foundation, engine: Engine): void {
  let zone = settings.current().effectiveTimeZone;
  settings.onChange(({ concurrency, effectiveTimeZone }) => {
    engine.resize(concurrency);
    if (effectiveTimeZone === zone) return;
    zone = effectiveTimeZone;
    engine.zoneChanged().catch((error) =>
      logger.error("failed to plan schedules in the new time zone", { error })
    );
  });
}

// For the `task` command.
function shareOptions({ settings, logger }: Foundation, accessFolder: string): void {
  const share = (now: Settings) => {
    try {
      writeOptions(accessFolder, {
        language: now.language,
        javascriptRuntime: now.javascriptRuntime,
        zone: now.effectiveTimeZone,
        timeLimitMs: now.taskTimeLimitMs,
        logMaxBytes: now.logMaxBytes,
        logRetentionDays: now.logRetentionDays,
        denoMirror: now.dependencies.denoMirror,
        jsrMirror: now.dependencies.jsrMirror,
      });
    } catch (error) {
      logger.warn("failed to write the options of the task command", { error });
    }
  };
  share(settings.current());
  settings.onChange(share);
}

// The panel's own fixed housekeeping jobs, on the runtime's cron: it has a resolution of one minute and room for a hundred
// entries, which is too little for tasks but enough for these.

/**
 * Registers housekeeping jobs until the signal aborts. A failing job is logged and runs again at its next
 * scheduled time.
 */
function runHousekeeping(
  jobs: readonly HousekeepingJob[],
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): void {
  for (const { name, schedule, run } of jobs) {
    // Resolves when the job is unregistered.
    void Deno.cron(name, schedule, { signal }, async () => {
      try {
        await run();
        logger.debug("a housekeeping job finished", { name });
      } catch (error) {
        logger.error("a housekeeping job failed", { name, error });
      }
    });
  }
}
