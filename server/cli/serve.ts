import { parseArgs } from "node:util";
import type { Language } from "../contract/settings.ts";
import { type Config, ConfigFault, configOptions, readConfig } from "../platform/config.ts";
import { DataFolderRefused } from "../platform/data_folder.ts";
import { DatabaseRefused } from "../platform/database.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger, type Logger } from "../platform/logger.ts";
import { ownCommandLine, replaceProcess } from "../platform/process/replace_process.ts";
import { openServices, type Services } from "../services.ts";
import { StartRefused } from "../services/foundation.ts";
import { serveWords } from "./serve_words.ts";

/** Requests under way get this long to end, then the panel leaves (milliseconds). */
const STOP_DEADLINE_MS = 4_000;

/** Runs the panel until it is told to stop. Answers the exit code: 0 stopped as asked, 1 cannot start, 2 wrong usage. */
export async function serve(args: string[], language: Language): Promise<number> {
  const config = readUsage(args);
  if (typeof config === "string") return complain(config, 2);
  const write = (line: string) => Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
  const logger = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    clock: systemClock,
    write,
  });
  try {
    await run(config, logger, language);
    return 0;
  } catch (fault) {
    return complain(reasonOf(fault, config, language), 1);
  }
}

function readUsage(args: string[]): Config | string {
  try {
    return readConfig(readFlags(args), Deno.env.toObject());
  } catch (fault) {
    if (fault instanceof ConfigFault || fault instanceof TypeError) return fault.message;
    throw fault;
  }
}

function readFlags(args: string[]): Map<string, string> {
  const names = configOptions.flatMap(({ flag }) => flag === null ? [] : [flag.slice(2)]);
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
  return new Map(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" ? [[`--${name}`, value]] : []
    ),
  );
}

async function run(config: Config, logger: Logger, language: Language): Promise<void> {
  logUnhandled(logger);
  const restart = Promise.withResolvers<"restart">();
  const end = Promise.race([stopSignal(), restart.promise]);
  const commandLine = await ownCommandLine().catch(() => null);
  const services = await openServices(config, {
    clock: systemClock,
    logger,
    restart: commandLine && (() => restart.resolve("restart")),
  });
  try {
    const server = listen(config, services);
    announce(server.addr, config, services, language);
    const why = await end;
    logger.info(why === "restart" ? "restarting" : "stopping");
    await shutDown(server, services);
    if (why === "restart" && commandLine) replaceProcess(commandLine);
  } catch (fault) {
    await services.close();
    throw fault;
  }
}

function listen({ host, port }: Config, { app }: Services): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve(
    { hostname: host, port, onListen: () => {} },
    (request, info) => app.fetch(request, info),
  );
}

function announce(
  { hostname, port }: Deno.NetAddr,
  config: Config,
  services: Services,
  language: Language,
): void {
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const lines = [`Sundial is ready on http://${host}:${port}${config.basePath || "/"}`];
  if (services.setupCode !== null) lines.push(serveWords[language].setupCode(services.setupCode));
  Deno.stdout.writeSync(new TextEncoder().encode(`${lines.join("\n")}\n`));
}

// A stream that is still open would hold the server for ever, so streams are closed first, and there is a deadline.
async function shutDown(server: Deno.HttpServer, services: Services): Promise<void> {
  await services.closeStreams();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STOP_DEADLINE_MS);
  await Promise.race([server.shutdown(), late]);
  clearTimeout(timer);
  await services.close();
}

function stopSignal(): Promise<"stop"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(signal, () => resolve("stop"));
    }
  });
}

// One forgotten rejection must not end all tasks' keeper. It is a bug and is logged as one.
function logUnhandled(logger: Logger): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    logger.error("a fault was not handled", { fault: event.reason });
  });
}

function reasonOf(fault: unknown, { host, port }: Config, language: Language): string {
  if (fault instanceof Deno.errors.AddrInUse) return serveWords[language].portTaken(host, port);
  const expected = [DataFolderRefused, DatabaseRefused, StartRefused].some((kind) => fault instanceof kind);
  if (fault instanceof Error && expected) return fault.message;
  return fault instanceof Error ? fault.stack ?? fault.message : String(fault);
}

function complain(reason: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${reason}\n`));
  return code;
}
