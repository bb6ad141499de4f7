import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { Engine } from "../engine/engine.ts";
import type { RunTypes } from "../engine/run_type.ts";
import { accountListRoutes } from "../features/auth/account_list/routes.ts";
import { applicationRoutes } from "../features/applications/routes.ts";
import { type ApplicationOwner, Applications } from "../features/applications/service.ts";
import { approvalRoutes } from "../features/tasks/approvals/routes.ts";
import { Approvals } from "../features/tasks/approvals/service.ts";
import { auditRoutes } from "../features/audit/routes.ts";
import { AuditLog } from "../features/audit/service.ts";
import { backupRoutes } from "../features/backups/routes.ts";
import { calendarRoutes } from "../features/calendars/routes.ts";
import type { Calendars } from "../features/calendars/service.ts";
import { authRoutes } from "../features/auth/routes.ts";
import { compatibleRoutes } from "../features/compatible_api/routes.ts";
import { cronRoutes } from "../features/cron/routes.ts";
import { zoneClockRoutes } from "../features/cron/zone_clocks.ts";
import { debugRoutes } from "../features/debug/routes.ts";
import type { ScriptDebug } from "../features/debug/service.ts";
import { dependencyRoutes } from "../features/dependencies/routes.ts";
import type { Dependencies } from "../features/dependencies/service.ts";
import type { LiveStreams } from "../features/events/live_streams.ts";
import { holderOf, type StreamLeases } from "../features/events/stream_leases.ts";
import { eventsRoutes } from "../features/events/routes.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import { fileRoutes } from "../features/files/routes.ts";
import { flowRoutes } from "../features/tasks/flow/routes.ts";
import { Flows } from "../features/tasks/flow/flows.ts";
import { FlowRuns } from "../features/tasks/flow/flow_runs.ts";
import { healthRoutes } from "../features/health/routes.ts";
import type { HeartbeatParts } from "./build_heartbeats.ts";
import { heartbeatRoutes } from "../features/heartbeats/routes.ts";
import { importRoutes } from "../features/imports/routes.ts";
import type { Imports } from "../features/imports/service.ts";
import { initializationRoutes } from "../features/initialization/routes.ts";
import { referenceRoutes } from "../features/references/routes.ts";
import { References } from "../features/references/service.ts";
import { statisticsRoutes } from "../features/statistics/routes.ts";
import { Statistics } from "../features/statistics/service.ts";
import { loginLogRoutes } from "../features/login_log/routes.ts";
import { logsRoutes } from "../features/logs/routes.ts";
import { Logs } from "../features/logs/service.ts";
import { type McpRouteParts, mcpRoutes } from "../features/mcp/routes.ts";
import { nodeRoutes } from "../features/nodes/routes.ts";
import { notificationRoutes } from "../features/notifications/routes.ts";
import { openApiRoutes } from "../features/openapi/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { queueRoutes } from "../features/queue/routes.ts";
import { countLive, QueueView } from "../features/queue/service.ts";
import { runRoutes } from "../features/runs/routes.ts";
import { LogScans } from "../features/runs/search/log_scans.ts";
import { Runs } from "../features/runs/service.ts";
import { settingsRoutes } from "../features/settings/routes.ts";
import { type SubscriptionParts, subscriptionRoutes } from "../features/subscriptions/routes.ts";
import { systemRoutes } from "../features/system/routes.ts";
import { systemLogRoutes } from "../features/system_log/routes.ts";
import { CrontabImport } from "../features/tasks/import/crontab_import.ts";
import { crontabImportRoutes } from "../features/tasks/import/routes.ts";
import { triggerRoutes } from "../features/tasks/triggers/routes.ts";
import { StartedTasks } from "../features/tasks/triggers/started_tasks.ts";
import { taskHistoryRoutes } from "../features/tasks/history/routes.ts";
import { TaskHistory } from "../features/tasks/history/service.ts";
import { findHeartbeat } from "../features/heartbeats/store.ts";
import { findTask } from "../features/tasks/store.ts";
import { taskRoutes } from "../features/tasks/routes.ts";
import type { TaskTrash } from "../features/tasks/trash.ts";
import { taskTrashRoutes } from "../features/tasks/trash_routes.ts";
import type { Tasks } from "../features/tasks/service.ts";
import { variableRoutes } from "../features/variables/routes.ts";
import type { Variables } from "../features/variables/service.ts";
import { VariableTransfer } from "../features/variables/transfer/transfer.ts";
import { statusPageRoutes } from "../features/status_pages/routes.ts";
import { StatusPages } from "../features/status_pages/service.ts";
import { ComingRuns } from "../features/occurrences/coming_counts.ts";
import { occurrenceRoutes } from "../features/occurrences/routes.ts";
import { OccurrenceReports, type OccurrencesOptions } from "../features/occurrences/service.ts";
import { Timeline } from "../features/occurrences/timeline.ts";
import { readTimetable } from "../features/tasks/task_timetable.ts";
import { webhookRoutes } from "../features/tasks/webhook/routes.ts";
import type { Webhooks } from "../features/tasks/webhook/service.ts";
import { configurationRoutes } from "../features/configuration/routes.ts";
import type { Configuration } from "../features/configuration/service.ts";
import { viewRoutes } from "../features/views/routes.ts";
import { windowRoutes } from "../features/windows/routes.ts";
import type { Windows } from "../features/windows/service.ts";
import { Views } from "../features/views/service.ts";
import { viewsUserOf } from "../features/views/views_user.ts";
import { scopes } from "../contract/scopes.ts";
import type { Database } from "../engine/store.ts";
import { type Caller, isAdministrator, type Route } from "../http/route.ts";
import { engineOf } from "../platform/database_engine.ts";
import { version } from "../platform/build_info.ts";
import { FolderSearches } from "../platform/files/folder_searches.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import { commandShell } from "../platform/process/spawn_session.ts";
import { readSystemCrontab } from "../platform/system_crontab.ts";
import type { BackupParts } from "./build_backups.ts";
import { type Access, nameOf } from "./build_access.ts";
import type { Notifications } from "./build_notifications.ts";
import type { SystemParts } from "./build_system.ts";
import { countPlanned } from "../features/tasks/plan_source.ts";
import { buildNodes } from "./build_nodes.ts";
import { buildOverview } from "./build_overview.ts";
import { perCaller } from "./per_caller.ts";
import { invitationSending } from "./send_invitation.ts";
import type { Foundation } from "./foundation_shape.ts";
import type { SharedNode } from "./shared_node.ts";
import { startLimits } from "./start_limits.ts";

export interface FeatureServices {
  configuration: Configuration;
  backups: BackupParts;
  imports: Imports;
  engine: Engine;
  /** Undefined where this machine is alone. */
  shared: SharedNode | undefined;
  runTypes: RunTypes;
  tasks: Tasks;
  trash: TaskTrash;
  debug: ScriptDebug;
  dependencies: Dependencies;
  subscribing: Omit<SubscriptionParts, "runs">;
  variables: Variables;
  calendars: Calendars;
  windows: Windows;
  /** What every run inherits of the environment. */
  inherited: Readonly<Record<string, string>>;
  access: Access;
  files: FilesParts;
  leases: StreamLeases;
  streams: LiveStreams;
  reads: HeavyReads;
  system: SystemParts;
  notifications: Notifications;
  heartbeating: Pick<HeartbeatParts, "heartbeats" | "readPulse">;
  webhooks: Webhooks;
  /** Handles a request to the panel itself, from a client at this address. */
  fetch: McpRouteParts["fetch"];
}

/**
 * Returns every route of the API, one line per feature; the route of the API document comes last and describes
 * them all.
 */
export function listRoutes(foundation: Foundation, services: FeatureServices): Route[] {
  const { engine, runTypes, tasks, trash, debug, dependencies, subscribing, variables } = services;
  const { files, leases, reads, shared } = services;
  const { heartbeats, readPulse } = services.heartbeating;
  const { config, db, clock, bus, zone, language, folder, sealer, settings, findCalendar } = foundation;
  const { basePath, publicUrl } = config;
  const retentionDays = () => settings.current().logRetentionDays;
  const uploadMaxBytes = () => settings.current().uploadMaxBytes;
  const lease = (caller: Caller) => leases.take(holderOf(caller));
  const remote = shared?.remoteLogs && { remoteLogs: shared.remoteLogs };
  const nodes = buildNodes(foundation, engine);
  const { logTail } = services.notifications;
  const runsOver = (db: Database) =>
    new Runs({ db, reads, clock, engine, logs: folder.logs, logTail, language, ...remote });
  const runs = runsOver(db);
  const tasksOf = perCaller(db, (reach, isWhole) => isWhole ? tasks : tasks.over(reach));
  const views = (caller: Caller) =>
    new Views({ db, clock, bus, tasks: tasksOf(caller), user: viewsUserOf(caller) });
  const searches = new FolderSearches(clock);
  const logs = new Logs({ db, clock, bus, root: folder.logs, searches, language, ...remote });
  const crontab = crontabImport(foundation, tasks);
  const features = [
    ...healthRoutes({ version, ...healthSources(foundation, services) }),
    ...listAccessRoutes(foundation, services),
    ...taskTrashRoutes(perCaller(db, (reach, isWhole) => isWhole ? trash : trash.over(reach))),
    ...referenceRoutes(
      new References({
        ...{ db, searches, inherited: services.inherited },
        ...{ scripts: folder.scripts, config: folder.config },
      }),
    ),
    ...triggerRoutes(perCaller(db, (reach) => new StartedTasks(reach))),
    ...taskRoutes({ tasks: tasksOf, views, nameOf: (caller) => nameOf(foundation, caller) }),
    ...taskHistoryRoutes(perCaller(db, (reach) => new TaskHistory({ db: reach, tasks: tasks.over(reach) }))),
    ...webhookRoutes(
      perCaller(db, (reach, isWhole) => isWhole ? services.webhooks : services.webhooks.over(reach)),
      { publicUrl, listensAt: `http://${hostOf(config.host)}:${config.port}` },
    ),
    ...viewRoutes(views),
    ...windowRoutes({
      windows: perCaller(db, (reach, isWhole) => isWhole ? services.windows : services.windows.over(reach)),
      nameOf: (caller) => nameOf(foundation, caller),
    }),
    ...statusPageRoutes(new StatusPages({ db, reads, clock }), {
      basePath,
      zone,
      title: () => settings.current().title,
    }),
    ...heartbeatRoutes({
      heartbeats: perCaller(db, (reach, isWhole) => isWhole ? heartbeats : heartbeats.over(reach)),
      readPulse,
    }),
    ...overviewRoutes(buildOverview(foundation, services)),
    ...buildOccurrences(foundation, reads),
    ...nodeRoutes(nodes),
    ...flowRoutes(
      perCaller(db, (reach) => new Flows(reach)),
      perCaller(db, (reach) =>
        new FlowRuns({
          ...{ db: reach, whole: db, clock, zone, engine },
          limits: startLimits(foundation),
        })),
    ),
    ...approvalRoutes(
      perCaller(db, (reach) =>
        new Approvals({
          ...{ db: reach, clock, zone, engine },
          limits: startLimits(foundation),
        })),
    ),
    ...queueRoutes(
      perCaller(
        db,
        (reach) =>
          new QueueView({ db: reach, clock, runTypes, nodes, limit: () => settings.current().concurrency }),
      ),
    ),
    ...statisticsRoutes(
      perCaller(db, (reach) =>
        new Statistics({
          ...{ db: reach, clock, reads, zone, retentionDays },
          ...{ scripts: folder.scripts, findCalendar },
        })),
    ),
    ...crontabImportRoutes(crontab),
    ...runRoutes(perCaller(db, runsOver), { clock, lease }),
    ...dependencyRoutes({ dependencies, runs, logs: folder.logs }),
    ...fileRoutes(files, { uploadMaxBytes, nameOf: (caller) => nameOf(foundation, caller) }),
    ...logsRoutes(logs, new LogScans(clock)),
    ...debugRoutes(debug),
    ...subscriptionRoutes({ ...subscribing, runs }),
    ...variableRoutes(variables, new VariableTransfer({ db, clock, bus, sealer })),
    ...calendarRoutes(services.calendars),
    ...cronRoutes({ clock, panelZone: zone, findCalendar }),
    ...zoneClockRoutes({ clock }),
    ...backupRoutes(services.backups),
    ...configurationRoutes({
      configuration: services.configuration,
      nameOf: (caller) => nameOf(foundation, caller),
    }),
    ...importRoutes({ imports: services.imports, uploadMaxBytes }),
    ...notificationRoutes(services.notifications),
    ...systemLogRoutes(services.system.log),
    ...systemRoutes(services.system.system, () => services.system.metrics.list()),
    ...compatibleRoutes({
      ...{ db, clock, zone, language, reads, settings },
      ...{ tasks, runs, views, variables, logs, debug, dependencies },
      config: files.areas.config,
      scripts: files.areas.scripts,
      subscriptions: subscribing.subscriptions,
      system: services.system.system,
      log: services.system.log,
      deliveries: services.notifications.deliveries,
      crontab,
      loginFlow: services.access.loginFlow,
      tokens: services.access.tokens,
      logsFolder: folder.logs,
      lease,
      uploadMaxBytes,
      nameOf: (caller) => nameOf(foundation, caller),
    }),
    ...mcpRoutes({ basePath, version, fetch: services.fetch }),
  ];
  return [...features, ...openApiRoutes(features, { basePath, publicUrl, version })];
}

export function listAccessRoutes(
  { config, db, bus, clock, settings, zone }: Pick<
    Foundation,
    "config" | "db" | "bus" | "clock" | "settings" | "zone"
  >,
  { access, streams, notifications }: Pick<FeatureServices, "access" | "streams"> & {
    notifications: { channels: Parameters<typeof invitationSending>[0] };
  },
): Route[] {
  const { initialization, loginFlow, tokens } = access;
  const { basePath, publicUrl } = config;
  return [
    ...initializationRoutes(
      initialization,
      (id, loginMethod, language) => loginFlow.openSession(id, loginMethod, { language }),
    ),
    ...authRoutes(access),
    ...accountListRoutes({
      ...{ accounts: access.accountList, invitations: access.invitations, loginFlow },
      ...{ basePath, publicUrl, nameOf: (caller) => nameOf({ db }, caller) },
      ...invitationSending(notifications.channels, zone),
    }),
    ...loginLogRoutes(access.log),
    ...applicationRoutes({
      applications: (caller) => new Applications({ db, bus, clock, tokens, owner: ownerOf(caller) }),
      tokens,
    }),
    ...auditRoutes(new AuditLog({ db, clock })),
    ...settingsRoutes(settings),
    ...eventsRoutes({
      streams,
      visible: perCaller(db, (reach) => ({
        async has(kind, id) {
          const row = kind === "task" ? await findTask(reach, id) : await findHeartbeat(reach, id);
          return row !== undefined;
        },
        async list(kind) {
          return (await reach.selectFrom(kind).select("id").orderBy("id").execute()).map(({ id }) => id);
        },
      })),
    }),
  ];
}

// A panel that listens on all addresses is reached by that of this machine as well.
function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function ownerOf(caller: Caller): ApplicationOwner {
  return {
    accountId: caller.kind === "person" ? caller.accountId : null,
    permissions: caller.kind === "person" ? caller.scopes : scopes,
    isLimited: !isAdministrator(caller),
  };
}

function buildOccurrences({ db, clock, zone, findCalendar }: Foundation, reads: HeavyReads): Route[] {
  const services = perCaller(db, (reach) => {
    const options: OccurrencesOptions = {
      ...{ db: reach, clock, zone, reads },
      timetable: (task) => readTimetable(task, { zone: zone(), findCalendar }),
    };
    const coming = new ComingRuns(options);
    return { reports: new OccurrenceReports(options, coming), timeline: new Timeline(options, coming) };
  });
  return occurrenceRoutes((caller) => services(caller).reports, (caller) => services(caller).timeline);
}

function crontabImport({ db, clock, zone, findCalendar, logger }: Foundation, tasks: Tasks): CrontabImport {
  const home = homedir();
  return new CrontabImport({
    db,
    tasks,
    present: () => ({ now: clock.now(), zone: zone(), findCalendar }),
    readSystem: () => readSystemCrontab(),
    shell: commandShell(),
    home: existsSync(home) ? home : null,
    warn: (reason) => logger.warn("crontab -l failed", { reason }),
  });
}

function healthSources({ db, writes, disk }: Foundation, { backups, access }: FeatureServices) {
  return {
    proxyHeader: () => access.proxyLogin.describe(),
    database: engineOf(db),
    readOnly: () => writes.readOnly,
    disk: () => disk.room,
    check: async () => {
      const responded = await db.selectFrom("setting").select("name").limit(1).execute().then(
        () => true,
        () => false,
      );
      const state = (isFine: boolean) => isFine ? "ok" as const : "degraded" as const;
      const isLost = writes.isDatabaseLost;
      const database = state(responded && !isLost && !backups.watch.isDamaged);
      return { serves: responded, parts: { database, disk: state(!isLost && disk.room?.room !== "full") } };
    },
    counts: async () => {
      const [plannedTasks, liveRuns] = await Promise.all([countPlanned(db), countLive(db)]);
      return { plannedTasks, liveRuns };
    },
  };
}
