import { complain, orUsageError, reasonIn, UsageError } from "./command_result.ts";
import type { NodeRole } from "../contract/limits/nodes.ts";
import type { Language } from "../contract/settings.ts";
import { ConfigError, readConfig } from "../platform/config.ts";
import type { Config } from "../platform/config_shape.ts";
import { listUnknownVariables } from "../platform/known_variables.ts";
import { DataFolderError } from "../platform/data_folder.ts";
import { describeFolderProblem } from "./data_folder_messages.ts";
import { DatabaseDamagedError, DatabaseError } from "../platform/database.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger, type Logger } from "../platform/logger.ts";
import { writeLine } from "../platform/write_line.ts";
import { commandLineOfPanel, replaceProcess } from "../platform/process/replace_process.ts";
import { ServiceNotifier } from "../platform/process/service_notifier.ts";
import { openServices, type Services } from "../services.ts";
import { HttpServer } from "../http/http_server.ts";
import { listenLocally } from "../http/local_server.ts";
import { parseNetworks } from "../platform/networks.ts";
import { RestartRequired, StartError } from "../services/foundation.ts";
import { updatePathsIn } from "../features/system/update/update_journal.ts";
import { undoUpdate } from "../features/system/update/settle_update.ts";
import { programFile } from "../platform/build_info.ts";
import { SystemLogFiles } from "../platform/system_log/system_log_files.ts";
import { WrongKeyError } from "../features/secret_key/check_key.ts";
import { describeKeyProblem } from "./key_messages.ts";
import { reportDamage } from "./backup_messages.ts";
import { resolve } from "node:path";
import process from "node:process";
import { confirmRestore, undoRestore } from "../features/backups/apply_restore.ts";
import { NewestZoneRules } from "../platform/zones/zone_rules.ts";
import { realDisk } from "../platform/disk.ts";
import { isoTime } from "../platform/iso_time.ts";
import { messageOf } from "../platform/error_message.ts";

/** How long requests in progress may take to finish before the panel exits (ms). */
const STOP_DEADLINE_MS = 4_000;
/** How long closing may take when a server in the network has to answer for it. */
const SHARED_DEADLINE_MS = 4_000;

/**
 * Runs a panel or a worker until it is asked to stop. Returns the exit code: 0 stopped as requested, 1 cannot start, 2 wrong
 * settings, after which a service manager need not try again. Throws `UsageError`.
 */
export async function serve(
  flags: ReadonlyMap<string, string>,
  language: Language,
  role: NodeRole = "panel",
): Promise<number> {
  const config = readSettings(flags);
  if (config instanceof ConfigError) return complain(reasonIn(config, language), 2);
  if (role === "worker" && config.databaseUrl === null) {
    throw new UsageError(serveMessages[language].workerNeedsDatabase);
  }
  const systemLog = new SystemLogFiles({ clock: systemClock });
  const logger = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    clock: systemClock,
    write: (line) => writeLine(Deno.stderr, line),
    keep: (entry) => systemLog.add(entry),
  });
  logUnhandled(logger, systemLog);
  survive(logger);
  for (const { name, nearest } of listUnknownVariables(Deno.env.toObject())) {
    logger.warn("an environment variable is unknown and has no effect", {
      name,
      ...(nearest !== null && { nearest }),
    });
  }
  try {
    const commandLine = await commandLineOfProgram();
    const tools = {
      logger,
      systemLog,
      role,
      zoneRules: openZoneRules(logger),
      canRestart: commandLine !== null,
    };
    const request = await run(config, tools, language);
    await systemLog.close();
    if (request === "restart" && commandLine) startAgain(commandLine, config);
    return 0;
  } catch (error) {
    const reason = reasonOf(error, config, language);
    if (!(error instanceof DataFolderError)) keepReason(systemLog, reason);
    await systemLog.close();
    return complain(reason, 1);
  }
}

function readSettings(flags: ReadonlyMap<string, string>): Config | ConfigError {
  try {
    return orUsageError(() => readConfig(flags, Deno.env.toObject(), { onMachine: true }));
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function openZoneRules(logger: Logger): NewestZoneRules {
  const rules = NewestZoneRules.open({
    tzdir: process.env["TZDIR"],
    onUnreadable: (zone, error) =>
      logger.warn("a zone file cannot be read; the rules of the runtime are used", { zone, error }),
  });
  const { source, release, folder, warning } = rules.details(systemClock.now());
  if (warning !== null) {
    logger.warn("the rules of time zones are not current", { source, release, folder, warning });
  }
  return rules;
}

// To the log files only: the console prints the message itself, once.
function keepReason(systemLog: SystemLogFiles, reason: string): void {
  const time = isoTime(systemClock.now());
  systemLog.add({ time, level: "error", message: "the panel cannot run", fields: { reason } });
}

// Starts the program by its path, because the file may have been replaced by then.
async function commandLineOfProgram(): Promise<string[] | null> {
  if (programFile !== null) return [programFile, ...Deno.args];
  return await commandLineOfPanel().catch(() => null);
}

function startAgain(commandLine: string[], { dataDir }: Config): never {
  try {
    replaceProcess(commandLine);
  } catch (error) {
    // The new version does not start at all.
    const updatePaths = updatePathsIn(dataDir);
    if (updatePaths === null || !undoUpdate(updatePaths)) throw error;
    replaceProcess(commandLine);
  }
}

interface Tools {
  logger: Logger;
  systemLog: SystemLogFiles;
  role: NodeRole;
  zoneRules: NewestZoneRules;
  canRestart: boolean;
}

async function run(config: Config, tools: Tools, language: Language): Promise<"stop" | "restart"> {
  try {
    const lastAction = await runPanel(config, tools, language);
    if (lastAction === null) return "stop";
    tryTo(lastAction, tools.logger);
    return "restart";
  } catch (error) {
    if (error instanceof RestartRequired) return "restart";
    // The data folder belongs to another panel, and so does its update.
    if (error instanceof DataFolderError) throw error;
    if (tools.canRestart && await isRestoreUndone(config, error)) {
      tools.logger.error("the panel did not start with the restored data; reverting to the previous data", {
        error,
      });
      return "restart";
    }
    const updatePaths = updatePathsIn(config.dataDir);
    if (updatePaths === null || !tools.canRestart || !undoUpdate(updatePaths)) throw error;
    tools.logger.error("the new version did not start; reverting to the previous version", { error });
    return "restart";
  }
}

// Errors unrelated to the data do not undo a restore: the data was opened, or was never reached.
async function isRestoreUndone({ dataDir }: Config, error: unknown): Promise<boolean> {
  const root = resolve(dataDir);
  if (error instanceof Deno.errors.AddrInUse || error instanceof StartError) {
    await confirmRestore(root, realDisk);
    return false;
  }
  return await undoRestore(root, realDisk, messageOf(error));
}

// Returns the action to run before a restart, or null when the panel is to exit.
async function runPanel(
  config: Config,
  { logger, systemLog, role, zoneRules, canRestart }: Tools,
  language: Language,
): Promise<(() => void) | null> {
  const restart = Promise.withResolvers<() => void>();
  const end = Promise.race([stopSignal(), restart.promise]);
  const notifier = new ServiceNotifier({
    environment: process.env,
    pid: process.pid,
    clock: systemClock,
    onError: (error) => logger.warn("cannot notify the service manager", { error }),
  });
  const services = await openServices(config, {
    clock: systemClock,
    logger,
    systemLog,
    role,
    zoneRules,
    restart: canRestart ? (lastAction = () => {}) => restart.resolve(lastAction) : null,
  });
  try {
    await using local = await listenLocally(services.accessFolder, {
      ...{ config, logger, clock: systemClock, fetch: services.app.fetch },
    });
    if (role === "worker") {
      writeLine(Deno.stdout, `Sundial worker ${services.nodeName} is ready`);
      notifier.ready();
      const lastAction = await end;
      notifyOfEnd(notifier, lastAction);
      await shutDown([local], services, config);
      return lastAction;
    }
    const server = await listen(config, services, logger);
    await services.confirm();
    announce(server.address, config, services, language);
    notifier.ready();
    const lastAction = await Promise.race([end, server.failed]);
    if (lastAction === null) logger.info("stopping");
    else logger.info("restarting");
    notifyOfEnd(notifier, lastAction);
    await shutDown([server, local], services, config);
    return lastAction;
  } catch (error) {
    await services.close();
    throw error;
  }
}

function notifyOfEnd(notifier: ServiceNotifier, lastAction: (() => void) | null): void {
  if (lastAction === null) notifier.stopping();
  else notifier.restarting();
}

// On failure, the action has reverted its own changes.
function tryTo(lastAction: () => void, logger: Logger): void {
  try {
    lastAction();
  } catch (error) {
    logger.error("the last action before the restart failed", { error });
  }
}

async function listen(config: Config, { app }: Services, logger: Logger): Promise<HttpServer> {
  const { host, port, trustedProxies } = config;
  const proxies = parseNetworks(trustedProxies);
  const address = { host, port };
  try {
    return await HttpServer.listen({ address, proxies, clock: systemClock, logger, fetch: app.fetch });
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse || !(error instanceof Error)) throw error;
    throw new ListenError(error.message, { cause: error });
  }
}

/** The address cannot be listened on, for another reason than that it is in use. */
class ListenError extends StartError {}

function announce(
  { hostname, port }: HttpServer["address"],
  config: Config,
  { setupCode }: Services,
  language: Language,
): void {
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const address = `http://${host}:${port}${config.basePath}`;
  writeLine(Deno.stdout, `Sundial is ready on ${config.basePath === "" ? `${address}/` : address}`);
  if (setupCode === null) return;
  const local = ["0.0.0.0", "::"].includes(hostname) ? `http://localhost:${port}${config.basePath}` : address;
  const base = config.publicUrl === null ? local : `${config.publicUrl.origin}${config.basePath}`;
  // In the fragment, so that no server or log on the way can read it.
  const link = `${base}/initialization#code=${setupCode.text}`;
  void setupCode.asked.then(() =>
    writeLine(Deno.stdout, serveMessages[language].setupCode(setupCode.text, link))
  );
}

// Log rotation, a closed terminal and habit send these, and their default is to end the process. There is no file to open again:
// the log goes to standard error, and the system log rotates itself.
function survive(logger: Logger): void {
  for (const signal of ["SIGHUP", "SIGUSR1", "SIGUSR2"] as const) {
    Deno.addSignalListener(signal, () => logger.info("a signal was ignored", { signal }));
  }
}

// An open stream would keep the server open forever, so streams are closed first and a deadline applies.
async function shutDown(
  servers: Pick<HttpServer, "close">[],
  services: Services,
  { databaseUrl }: Config,
): Promise<void> {
  await services.closeStreams();
  await Promise.all(servers.map((server) => server.close(STOP_DEADLINE_MS)));
  const closing = services.close();
  if (databaseUrl === null) return await closing;
  // A database that does not answer must not keep this process: tasks are adopted after a kill as well.
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = systemClock.after(SHARED_DEADLINE_MS, resolve);
  await Promise.race([closing, late]);
  timer.cancel();
}

function stopSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(signal, () => resolve(null));
    }
  });
}

// One unhandled rejection must not end the process that keeps all tasks running. It is a bug and is logged as
// one.
function logUnhandled(logger: Logger, systemLog: SystemLogFiles): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    logger.error("unhandled promise rejection", { fault: event.reason });
  });
  // An uncaught error ends the panel, so the log has to be written now.
  globalThis.addEventListener("error", (event) => {
    logger.error("uncaught error", { fault: event.error });
    systemLog.flushNow();
  });
}

function reasonOf(error: unknown, { host, port }: Config, language: Language): string {
  if (error instanceof Deno.errors.AddrInUse) return serveMessages[language].portTaken(host, port);
  if (error instanceof ListenError) return serveMessages[language].noAddress(host, port, error.message);
  if (error instanceof DatabaseDamagedError) return reportDamage(error, language);
  if (error instanceof WrongKeyError) return describeKeyProblem(error, language);
  if (error instanceof DataFolderError) return describeFolderProblem(error, language);
  const expected = [DatabaseError, StartError].some((kind) => error instanceof kind);
  if (error instanceof Error && expected) return error.message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

const serveMessages = {
  en: {
    setupCode: (code: string, link: string) =>
      `Setup code for the first visit: ${code}\nOpen ${link} to set up the panel`,
    workerNeedsDatabase:
      "a worker joins the panels of a database: set SUNDIAL_DATABASE_URL or --database-url",
    portTaken: (host: string, port: number) =>
      `cannot listen on ${host}:${port}: the port is already in use. Stop the other program, or set SUNDIAL_PORT to another port`,
    noAddress: (host: string, port: number, reason: string) =>
      `cannot listen on ${host}:${port}: ${reason}. Set SUNDIAL_HOST to an address of this machine, and SUNDIAL_PORT to a port this user may use`,
  },
  zh: {
    setupCode: (code: string, link: string) => `首次访问所需的初始化码：${code}\n打开 ${link} 进行初始化`,
    workerNeedsDatabase: "工作节点通过数据库加入：请设置 SUNDIAL_DATABASE_URL 或 --database-url",
    portTaken: (host: string, port: number) =>
      `无法监听 ${host}:${port}：端口已被占用。请停止占用端口的程序，或用 SUNDIAL_PORT 设置其他端口`,
    noAddress: (host: string, port: number, reason: string) =>
      `无法监听 ${host}:${port}：${reason}。请将 SUNDIAL_HOST 设为本机地址，将 SUNDIAL_PORT 设为当前用户可用的端口`,
  },
};
