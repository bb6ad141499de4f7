// The composition root: opens everything in order and hands each part what it needs; close() undoes it in reverse.
import { type App, createApp } from "./app.ts";
import { buildBackups } from "./services/build_backups.ts";
import { buildEngine } from "./services/build_engine.ts";
import { buildNotifications } from "./services/build_notifications.ts";
import { buildPackages } from "./services/build_packages.ts";
import { buildPullOrders, buildSubscriptions } from "./services/build_subscriptions.ts";
import { buildEntry, type Entry } from "./services/build_entry.ts";
import { layFoundation } from "./services/foundation.ts";
import type { Foundation, Machine } from "./services/foundation_shape.ts";
import { buildSystem, concludeUpdate } from "./services/build_system.ts";
import { holdBoard } from "./services/hold_board.ts";
import { listChores } from "./services/list_chores.ts";
import { listRoutes } from "./services/list_routes.ts";
import { nameOf } from "./services/name_of.ts";
import type { Engine } from "./engine/engine.ts";
import { authenticateToken } from "./features/applications/authenticate_token.ts";
import { auditCalls } from "./features/audit/audit_calls.ts";
import { authenticateSession } from "./features/auth/authenticate_session.ts";
import { ScriptDebug } from "./features/debug/service.ts";
import { Dependencies } from "./features/dependencies/service.ts";
import { EventHistory } from "./features/events/event_history.ts";
import { LiveStreams } from "./features/events/live_streams.ts";
import { StreamLeases } from "./features/events/stream_leases.ts";
import { openFiles } from "./features/files/files_house.ts";
import { sweepFiles } from "./features/files/upkeep.ts";
import type { SetupCode } from "./features/initialization/setup_code.ts";
import { Variables } from "./features/variables/service.ts";
import { keepHouse } from "./housekeeping.ts";
import { PageFiles } from "./http/page_files.ts";
import { standalone } from "./platform/build_info.ts";
import type { Config } from "./platform/config.ts";
import { isLoopbackName, parseNetworks } from "./platform/networks.ts";
import { DatabaseReserve } from "./platform/storage/database_reserve.ts";
import { RunningMark } from "./platform/running_mark.ts";
import { staticRoot } from "./platform/static_root.ts";
import { WorkerReads } from "./platform/worker_reads.ts";
import { concludeRestore } from "./services/ready_data.ts";

export interface Services {
  app: App;
  /** The code of the first set-up; null once that is done. */
  setupCode: SetupCode | null;
  /** Tells an update and a restore that the panel serves now. Throws when it does not. */
  confirm(): Promise<void>;
  /** Ends what would hold open connections for ever. */
  closeStreams(): Promise<void>;
  /** Closes everything. Running tasks go on. */
  close(): Promise<void>;
}

/**
 * Opens the panel: data folder, database, settings, engine, features. Throws `DataFolderRefused`, `DatabaseRefused`,
 * `StartRefused` or `StartAgain`, with everything closed again.
 */
export async function openServices(config: Config, machine: Machine): Promise<Services> {
  const foundation = await layFoundation(config, machine);
  try {
    return await furnish(foundation);
  } catch (fault) {
    await foundation.close();
    throw fault;
  }
}

async function furnish(foundation: Foundation): Promise<Services> {
  const { clock, logger, bus, folder } = foundation;
  const closing = new AbortController();
  const held = await holdBoard(foundation);
  const files = openFiles(foundation);
  const variables = new Variables(foundation);
  const packages = buildPackages(foundation);
  const engine = await buildEngine(
    foundation,
    files.versions,
    variables,
    packages,
    buildPullOrders(foundation),
  );
  const { pulls, ...subscribing } = buildSubscriptions(foundation, engine, files);
  const dependencies = new Dependencies({ ...foundation, engine, packages, logs: folder.logs });
  const debug = new ScriptDebug({ ...foundation, engine, scripts: folder.scripts, marks: folder.marks });
  const history = new EventHistory(clock.now());
  const entry = await buildEntry(foundation, () => history.last);
  const leases = new StreamLeases({
    bus,
    clock,
    isAlive: ({ kind, id }) => (kind === "session" ? entry.sessions : entry.tokens).isAlive(id),
    onFault: (fault) => logger.error("a live stream failed", { fault }),
  });
  const page = new PageFiles({ root: staticRoot(), live: !standalone });
  const pageBuild = async () => (await page.manifest())?.entry ?? null;
  const streams = new LiveStreams({ bus, clock, leases, history, pageBuild });
  const reads = new WorkerReads({ path: folder.database, clock });
  const backups = buildBackups(foundation);
  const mark = new RunningMark(folder.root);
  const system = buildSystem(foundation, { engine, streams, reads, mark });
  const notifications = buildNotifications(foundation, { backups, entry, system, mark });
  const routes = listRoutes(foundation, {
    backups,
    engine,
    system,
    debug,
    dependencies,
    subscribing,
    variables,
    entry,
    files,
    leases,
    streams,
    reads,
    notifications,
  });
  const app = buildApp(foundation, { entry, page, routes });
  followSettings(foundation, engine);
  await notifications.open();
  await debug.open();
  await dependencies.open();
  await pulls.open();
  await backups.open();
  await engine.start();
  await pulls.watchFound();
  await notifications.started();
  void sweepFiles(files, clock.now(), closing.signal).catch((fault) =>
    logger.warn("files left half written could not be removed", { fault })
  );
  if (!foundation.isTrial) {
    foundation.disk.open(new DatabaseReserve(foundation.db));
    await foundation.dataFiles.open();
    keepHouse(listChores(foundation, { ...entry, files, system, backups, notifications }), {
      logger,
      signal: closing.signal,
    });
  }
  return {
    app,
    setupCode: entry.setupCode,
    async confirm() {
      const updating = { ...system, line: held.update };
      await concludeUpdate(foundation, updating, () => isHealthy(app, foundation.config));
      await concludeRestore(foundation, held.restore);
    },
    async closeStreams() {
      closing.abort();
      streams.close();
      await leases.close();
    },
    async close() {
      closing.abort();
      await system.installation.close();
      await backups.close();
      system.log.close();
      await engine.close();
      await debug.close();
      await dependencies.close();
      await pulls.close();
      await notifications.close();
      reads.close();
      await foundation.disk.close();
      await foundation.audit.close();
      // On a full disk the next start could not make the files again that closing the database removes.
      await foundation.close({ keepLog: foundation.disk.isFull });
    },
  };
}

function buildApp(
  foundation: Foundation,
  { entry, page, routes }: { entry: Entry; page: PageFiles; routes: ReturnType<typeof listRoutes> },
): App {
  const { config, logger, clock, writes, disk } = foundation;
  return createApp({
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    trustedProxies: parseNetworks(config.trustedProxies),
    loopbackOnly: isLoopbackName(config.host),
    logger,
    clock,
    writes,
    onStorageFull: () => disk.reportFull(),
    page,
    authenticators: [authenticateToken(entry.tokens), authenticateSession(entry.sessions, entry.cookie)],
    audit: auditCalls(foundation.audit, (caller) => nameOf(foundation, caller)),
    routes,
    isInitialized: async () => (await entry.initialization.state()).initialized,
  });
}

// As a visitor of this machine would ask.
async function isHealthy({ fetch }: App, { basePath, port }: Config): Promise<boolean> {
  const request = new Request(`http://127.0.0.1:${port}${basePath}/api/health`);
  const remoteAddr = { transport: "tcp" as const, hostname: "127.0.0.1", port: 1 };
  const answer = await fetch(request, { remoteAddr });
  await answer.body?.cancel();
  return answer.status === 200;
}

function followSettings({ settings, logger }: Foundation, engine: Engine): void {
  let zone = settings.current().effectiveTimeZone;
  settings.onChange(({ concurrency, effectiveTimeZone }) => {
    engine.resize(concurrency);
    if (effectiveTimeZone === zone) return;
    zone = effectiveTimeZone;
    engine.zoneChanged().catch((fault) =>
      logger.error("tasks could not be planned in the new zone", { fault })
    );
  });
}
