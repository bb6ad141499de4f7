import { resolve } from "node:path";
import type { ImportQuery, ImportResource } from "../contract/imports.ts";
import type { Language } from "../contract/settings.ts";
import { ChangeScope } from "../engine/change_scope.ts";
import { sleep, systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { packFolder } from "../platform/archive/pack_folder.ts";
import { createLogger } from "../platform/logger.ts";
import { writeLine } from "../platform/write_line.ts";
import { SystemLogFiles } from "../platform/system_log/system_log_files.ts";
import { openImports } from "../services/open_imports.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, reasonIn, report, UsageError } from "./command_result.ts";
import { importMessages, reportLines } from "./import_messages.ts";
import { PanelClient } from "./panel_client.ts";

const POLL_MS = 300;

interface Request {
  /** File or folder. */
  path: string;
  source: ImportQuery["source"];
  dryRun: boolean;
  enable: boolean;
  dataDir: string;
}

/**
 * Imports a file or folder of another program, through the panel that runs on the data folder or without one. Returns the
 * exit code: 0 done, 1 nothing could be read or the import failed. Throws `UsageError`.
 */
export async function importData(call: Call): Promise<number> {
  const { language } = call;
  const messages = importMessages[language];
  try {
    const request = readRequest(call);
    if (!await exists(request.path)) return complain(messages.notFound(request.path), 1);
    const client = await PanelClient.local(request.dataDir, language);
    const result =
      await (client === null ? importDirectly(request, language) : importThrough(client, request));
    const { source, report: found, leftOut, held, state, error } = result;
    report(
      call.has("json"),
      { source, report: found, leftOut, held },
      reportLines(result, language, { isPlanned: state === "ready" }),
    );
    return error === null ? 0 : complain(messages.failed(`${error.title}: ${error.detail}`), 1);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return complain(messages.failed(reasonIn(error, language)), 1);
  }
}

function readRequest(call: Call): Request {
  return {
    path: resolve(call.operands[0] ?? ""),
    source: (call.text("source") ?? "auto") as Request["source"], // checked against `values`
    dryRun: call.has("dry-run"),
    enable: call.has("enable"),
    dataDir: resolve(readDataDir(call.text("data-dir"))),
  };
}

/** Opens the data folder itself. Throws `DataFolderError` if a panel is starting on it. */
async function importDirectly(request: Request, language: Language): Promise<ImportResource> {
  const clock = systemClock;
  const systemLog = new SystemLogFiles({ clock });
  const logger = createLogger({
    level: "error",
    format: "text",
    clock,
    write: (line) => writeLine(Deno.stderr, line),
  });
  const config = readConfig(new Map([["--data-dir", request.dataDir]]), Deno.env.toObject());
  try {
    await using imports = await openImports(config, { clock, logger, systemLog, restart: null });
    const { path, source, dryRun, enable } = request;
    const planned = await imports.receive({ path }, { source, name: nameOf(path), language });
    if (!dryRun) {
      await new ChangeScope({ kind: "operator", id: null, name: null }).run(async () => {
        await imports.apply(planned.id, { enable, language });
        await imports.ended(planned.id);
      });
    }
    const result = await imports.get(planned.id, language);
    if (result.state !== "failed") await imports.remove(planned.id);
    return result;
  } finally {
    await systemLog.close();
  }
}

/** Sends the file, or the folder as an archive, to a running panel. */
async function importThrough(client: PanelClient, request: Request): Promise<ImportResource> {
  const { path, source, dryRun, enable } = request;
  const { isDirectory } = await Deno.stat(path);
  const body = isDirectory ? await packFolder(path) : (await Deno.open(path)).readable;
  const planned = await call(client, "POST", "", {
    query: { source, name: nameOf(path) },
    headers: { "content-type": "application/octet-stream" },
    body,
  });
  const item = `/${planned.id}`;
  if (dryRun) {
    await client.request("DELETE", `/api/imports${item}`);
    return planned;
  }
  await call(client, "POST", `${item}/apply`, { body: { enable } });
  for (;;) {
    const result = await call(client, "GET", item);
    if (result.state === "running") {
      await sleep(systemClock, POLL_MS);
      continue;
    }
    if (result.state !== "failed") await client.request("DELETE", `/api/imports${item}`);
    return result;
  }
}

async function call(
  client: PanelClient,
  method: string,
  path: string,
  more: Parameters<PanelClient["request"]>[2] = {},
): Promise<ImportResource> {
  const response = await client.request(method, `/api/imports${path}`, more);
  const content = await response.json();
  if (!response.ok) throw new Error(`${content.title}: ${content.detail}`);
  return content as ImportResource; // the shape of the contract
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

function nameOf(path: string): string {
  // With its folders: /etc/cron.d says what kind of crontab a file is.
  return path.slice(-255);
}
