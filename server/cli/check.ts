// Checks the machine and the data folder before something fails, whether or not the panel runs. Changes nothing.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { lastGoodBackup, wasUsed } from "../features/backups/used_data.ts";
import { migrations } from "../migrations/list.ts";
import { version } from "../platform/build_info.ts";
import {
  type ConfigIssue,
  type ConfigRow,
  displayValue,
  examineConfig,
  formatConfigIssues,
} from "../platform/config.ts";
import type { Config } from "../platform/config_shape.ts";
import { listUnknownVariables, type UnknownVariable } from "../platform/known_variables.ts";
import { findDatabaseProblem, readSchemaAge } from "../platform/database_check.ts";
import { isLoopbackName } from "../platform/networks.ts";
import { isOpenToOthers, KEY_FILE } from "../platform/seal.ts";
import { folderOwner } from "../platform/storage/folder_owner.ts";
import { findUnwritable } from "../platform/storage/find_unwritable.ts";
import { findProgram } from "../platform/process/find_program.ts";
import { isLow, readDiskSpace } from "../platform/storage/disk_space.ts";
import { accessFolderOf, readPanelInfo } from "../platform/access_folder.ts";
import { isoTime } from "../platform/iso_time.ts";
import { messageOf } from "../platform/error_message.ts";
import type { Language } from "../contract/settings.ts";
import type { Call } from "./command.ts";
import { findSocketProblem } from "./check_sockets.ts";
import { findProblemOfKey } from "./key_of_database.ts";
import { keyMessages } from "./key_messages.ts";
import { type CheckMessages, checkMessages } from "./check_messages.ts";
import { checkZones } from "./check_zones.ts";
import { reasonIn } from "./command_result.ts";
import { openShared, sharedSchemaAge } from "./shared_database.ts";
import { PanelClient } from "./panel_client.ts";
import { formatState, formatTable, padEnd, printJson, printLines, style } from "./terminal.ts";

export type CheckState = "ok" | "warning" | "problem";

export interface CheckResult {
  name: keyof CheckMessages["names"];
  state: CheckState;
  detail: string;
  /** What to do about it; null when all is well. */
  repair: string | null;
}

type Found = Omit<CheckResult, "name">;

interface Subject {
  root: string;
  config: Config;
  settings: { issues: readonly ConfigIssue[]; unknown: readonly UnknownVariable[] };
  /** The panel that runs on the data folder. */
  panel: PanelClient | null;
  /** Why this user cannot tell whether one runs; null otherwise. */
  panelError: string | null;
  language: Language;
  text: CheckMessages;
}

const ok = (detail: string): Found => ({ state: "ok", detail, repair: null });
const warning = (detail: string, repair: string): Found => ({ state: "warning", detail, repair });
const problem = (detail: string, repair: string): Found => ({ state: "problem", detail, repair });

/** Prints every check with its result. Returns 1 when there is a problem; warnings do not count. */
export async function check(call: Call): Promise<number> {
  const dataDir = call.text("data-dir");
  const flags = new Map(dataDir === undefined ? [] : [["--data-dir", dataDir]]);
  const variables = Deno.env.toObject();
  const { config, rows, issues } = examineConfig(flags, variables, { onMachine: true });
  const settings = { issues, unknown: listUnknownVariables(variables) };
  const root = resolve(config.dataDir);
  let panelError: string | null = null;
  const panel = await PanelClient.local(root, call.language).catch((error) => {
    panelError = reasonIn(error, call.language);
    return null;
  });
  const { language } = call;
  const subject = { root, config, settings, panel, panelError, language, text: checkMessages[language] };
  const results: CheckResult[] = [];
  for (const [name, run] of checks) {
    // What fails to check one thing is reported, and the rest is still checked.
    const found = await Promise.resolve().then(() => run(subject)).catch((error) =>
      problem(reasonIn(error, call.language), subject.text.asOwner)
    );
    results.push({ name, ...found });
  }
  if (call.has("json")) {
    const settings = rows.map((row) => ({
      name: row.option.variable,
      value: displayValue(row),
      source: row.source,
    }));
    printJson({ dataDir: root, items: results, settings });
  } else {
    printResults(results, subject.text);
    printSettings(rows, subject.text);
  }
  return results.some(({ state }) => state === "problem") ? 1 : 0;
}

const checks: readonly (readonly [CheckResult["name"], (subject: Subject) => Promise<Found> | Found])[] = [
  ["settings", checkSettings],
  ["dataFolder", checkFolder],
  ["space", checkSpace],
  ["panel", checkPanel],
  ["database", checkDatabase],
  ["key", checkKey],
  ["sockets", checkSockets],
  ["port", checkPort],
  ["proxyLogin", checkProxyLogin],
  ["programs", checkPrograms],
  ["tools", checkTools],
  ["clock", checkClock],
  ["zones", checkZoneRules],
];

function printResults(results: readonly CheckResult[], text: CheckMessages): void {
  const colors = { ok: "green", warning: "yellow", problem: "red" } as const;
  const width = { state: 12, name: 18 };
  printLines(results.flatMap(({ name, state, detail, repair }) => [
    padEnd(formatState(text.states[state], colors[state]), width.state) +
    padEnd(text.names[name], width.name) + detail,
    ...(repair === null ? [] : [" ".repeat(width.state + width.name) + style("dim", `→ ${repair}`)]),
  ]));
}

// Every setting with its value and where it comes from, for the question why a panel does not do as it was told.
function printSettings(rows: readonly ConfigRow[], text: CheckMessages): void {
  const { setting, value, source } = text.settingColumns;
  const columns = [{ title: setting }, { title: value, isFlexible: true }, { title: source }];
  const cells = rows.map((row) => [row.option.variable, displayValue(row), text.sources[row.source]]);
  printLines(["", ...formatTable(columns, cells)]);
}

// The header is only as good as the way to it: what reaches the panel directly can also reach it from a listed network.
function checkProxyLogin({ config: { authHeader, authHeaderProxies, host, port }, text }: Subject): Found {
  if (authHeader === null) return ok(text.noProxyLogin);
  if (isLoopbackName(host)) return ok(text.proxyLogin(authHeader, authHeaderProxies.join(", ")));
  return warning(text.reachablePast(`${host}:${port}`, authHeader), text.closePast);
}

function checkSettings({ settings: { issues, unknown }, language, text }: Subject): Found {
  if (issues.length > 0) {
    return problem(formatConfigIssues(issues, language).replaceAll("\n", "; "), text.correctSettings);
  }
  if (unknown.length === 0) return ok(text.settingsFine);
  const names = unknown.map(({ name, nearest }) => text.unknownVariable(name, nearest));
  return warning(names.join("; "), text.correctNames);
}

/** Magic numbers of file systems on which locks are unreliable (statfs(2)). */
const networkFileSystems: Record<number, string> = {
  0x6969: "NFS",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB",
  0x517b: "SMB",
  0x01021997: "9p",
};

async function checkFolder({ root, text }: Subject): Promise<Found> {
  const stats = statSync(root, { throwIfNoEntry: false });
  if (stats === undefined) {
    const parent = nearestFolder(root);
    return isWritable(parent)
      ? warning(text.noFolder(root), text.startFirst)
      : problem(text.noFolder(root), text.makeFolder(root));
  }
  if (!stats.isDirectory()) return problem(text.notFolder(root), text.nameAnother);
  const user = Deno.uid();
  if (user !== 0 && stats.uid !== user) {
    return problem(text.otherOwner(root, stats.uid), text.runAs(stats.uid));
  }
  const unwritable = findUnwritable(root);
  if (unwritable !== null) {
    const { path, reason } = unwritable;
    const subject = reason === "denied" ? folderOwner(path, root).command : root;
    return problem(text.unwritable[reason](path), text.writeRepairs[reason](subject));
  }
  if (user === 0 && stats.uid !== 0) return ok(text.ownedBy(root, stats.uid));
  const { type } = await statfs(root);
  const network = networkFileSystems[type >>> 0];
  if (network) return problem(text.onNetwork(root, network), text.useLocalDisk);
  if ((stats.mode & 0o077) !== 0) return warning(text.readable(root), `chmod 700 ${root}`);
  return ok(root);
}

function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const MIN_INODES = 1_000;

function checkSpace({ root, text }: Subject): Found {
  const space = readDiskSpace(existsSync(root) ? root : nearestFolder(root));
  if (space === null) return warning(text.unknownSpace, text.lookAtDisk);
  const { freeBytes, totalBytes, freeInodes } = space;
  const free = text.free(gigabytes(freeBytes), gigabytes(totalBytes));
  if (freeInodes !== null && freeInodes < MIN_INODES) {
    return problem(text.noInodes(freeInodes), text.deleteFiles);
  }
  if (freeBytes < 50_000_000) return problem(free, text.freeSpace);
  return isLow(space, false) ? warning(free, text.freeSpace) : ok(free);
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

async function checkPanel({ root, panel, panelError, text }: Subject): Promise<Found> {
  if (panelError !== null) return problem(panelError, text.asOwner);
  if (panel === null) return ok(text.notRunning);
  const response = await panel.request("GET", "/api/health");
  const health = await response.json();
  const pid = readPanelInfo(accessFolderOf(root))?.pid ?? 0;
  const detail = text.running(health.version, pid);
  if (health.readOnly) return problem(`${detail}; ${text.readOnly(health.readOnly.reason)}`, text.seeHealth);
  const broken = Object.entries(health.parts ?? {}).filter(([, part]) => part !== "ok").map(([name]) => name);
  if (broken.length > 0) return problem(`${detail}; ${text.degraded(broken.join(", "))}`, text.seeHealth);
  return health.version === version ? ok(detail) : warning(detail, text.restartPanel(version));
}

async function checkDatabase(subject: Subject): Promise<Found> {
  const { root, panel, text, config } = subject;
  if (config.databaseUrl !== null) return await checkShared(config.databaseUrl, subject);
  const path = join(root, DATABASE_FILE);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return ok(text.noDatabaseYet);
  if (!isWritable(root)) return problem(text.databaseProblems.unreadable, text.asOwner);
  if (!existsSync(path) && !wasUsed(root)) return warning(text.noDatabase, text.startFirst);
  // Checking every page of one in use would find changes that are only half written.
  if (panel !== null) return ok(text.inUse(path));
  const found = findDatabaseProblem(path, { thorough: true });
  if (found) {
    const detail = found.detail === undefined ? "" : ` (${found.detail.replace(/\s+/g, " ")})`;
    return problem(
      `${text.databaseProblems[found.kind]}${detail}`,
      text.restoreBackup(await lastGoodBackup(root)),
    );
  }
  const age = readSchemaAge(path, Object.keys(migrations));
  if (age === "newer") return problem(text.newerDatabase, text.installNewer);
  return ok(age === "older" ? text.olderDatabase : text.intact);
}

async function checkShared(url: string, { root, text, config }: Subject): Promise<Found> {
  const { addressWithoutPassword } = await import("../platform/postgres/postgres_address.ts");
  const address = addressWithoutPassword(url);
  const keyFile = config.keyFile === null ? null : resolve(config.keyFile);
  try {
    const db = await openShared({ url, keyFile });
    const age = await sharedSchemaAge(db).finally(() => db.destroy());
    if (age === "newer") return problem(text.newerDatabase, text.installNewer);
    if (age === "none" && wasUsed(root)) return problem(text.emptyShared(address), text.moveOrNew);
    return ok(text.connected(address));
  } catch (error) {
    return problem(messageOf(error), text.seeDatabaseUrl);
  }
}

async function checkKey({ root, config, language, text }: Subject): Promise<Found> {
  const file = config.keyFile === null ? join(root, KEY_FILE) : resolve(config.keyFile);
  const issue = await findProblemOfKey({ root, file, databaseUrl: config.databaseUrl });
  const { problems, repairs } = keyMessages[language];
  if (issue !== null) return problem(problems[issue](file), repairs[issue](file));
  if (!existsSync(file)) return ok(text.noKeyYet);
  return isOpenToOthers(file) ? warning(text.readable(file), `chmod 600 ${file}`) : ok(file);
}

function checkSockets({ root, text }: Subject): Found {
  const found = findSocketProblem(root);
  return found === null
    ? ok(text.socketsFine)
    : problem(text.noSocket(found.folder, found.reason), text.setTemporary);
}

function checkPort({ config, panel, text }: Subject): Found {
  const { host, port } = config;
  if (panel !== null) return ok(text.portOfPanel);
  if (port === 0) return ok(text.anyPort);
  try {
    Deno.listen({ hostname: host, port }).close();
    return ok(text.portFree(host, port));
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return problem(text.portTaken(host, port), text.otherPort);
    if (error instanceof Deno.errors.PermissionDenied) {
      return problem(text.portForbidden(host, port), text.otherPort);
    }
    return problem(text.noAddress(host, error instanceof Error ? error.message : ""), text.otherHost);
  }
}

const searchPath = () => process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";

function checkPrograms({ text }: Subject): Found {
  const missing = ["sh", "bash", "setsid"].filter((name) => findProgram(name, searchPath()) === undefined);
  if (missing.length === 0) return ok("sh, bash, setsid");
  return problem(text.missing(missing.join(", ")), text.installRequired(missing));
}

function checkTools({ text }: Subject): Found {
  const tools = ["git", "ssh", "node", "npm", "python3", "timeout"] as const;
  const missing = tools.filter((name) => findProgram(name, searchPath()) === undefined);
  const found = tools.filter((name) => !missing.includes(name)).join(", ");
  if (missing.length === 0) return ok(found);
  return warning(text.missing(missing.join(", ")), missing.map((name) => text.toolUses[name]).join(" "));
}

async function checkClock({ root, text }: Subject): Promise<Found> {
  const now = Date.now();
  const newest = changedAt(join(root, DATABASE_FILE));
  const time = isoTime(now);
  if (newest > now + 60_000) {
    return problem(text.clockBehind(time, isoTime(newest)), text.setClock);
  }
  const detail = `${time}, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  return await isSynchronized() === false
    ? warning(text.notSynchronized(detail), text.synchronize)
    : ok(detail);
}

function checkZoneRules({ language }: Subject): Found {
  const { detail, repair } = checkZones(Date.now(), language);
  return repair === null ? ok(detail) : warning(detail, repair);
}

// 0 when it is not there, or not for this user.
function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Returns whether systemd keeps the clock right; null when there is no systemd to ask. */
async function isSynchronized(): Promise<boolean | null> {
  try {
    const { code, stdout } = await new Deno.Command("timedatectl", {
      args: ["show", "--property=NTPSynchronized", "--value"],
      ...{ stdin: "null", stderr: "null", signal: AbortSignal.timeout(2_000) },
    }).output();
    return code === 0 ? new TextDecoder().decode(stdout).trim() === "yes" : null;
  } catch {
    return null;
  }
}
