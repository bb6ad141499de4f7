// Installs the panel as a systemd service, prints its unit, or removes it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";
import { quoteWord } from "../contract/quote_word.ts";
import { serviceCommand, serviceProgram } from "../platform/script_host.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, reasonIn } from "./command_result.ts";
import {
  canRun,
  createAccount,
  DEFAULT_ACCOUNT,
  findAccount,
  giveFolder,
  maySudo,
} from "./service_account.ts";
import { type ServiceMessages, serviceMessages } from "./service_messages.ts";
import { formatUnit } from "./service_unit.ts";
import { print, printJson, printLines } from "./terminal.ts";

const NAME = "sundial.service";
/** Exists while systemd runs the machine; see sd_booted(3). */
const BOOTED = "/run/systemd/system";

/** Writes the unit and prints how to start it. Returns 1 when it cannot be written, or exists and may not be replaced. */
export function installService(call: Call): number {
  const text = serviceMessages[call.language];
  const isUser = call.has("user");
  const dataDir = resolve(readDataDir(call.text("data-dir")));
  const path = unitPath(isUser);
  const name = isUser ? null : call.text("run-as") ?? userOfUnit(path) ?? ownerOf(dataDir) ?? DEFAULT_ACCOUNT;
  const options = { name, dataDir, environmentFile: environmentFile(isUser) };
  if (call.has("print")) {
    const unit = unitOf(options);
    if (call.has("json")) printJson({ unit });
    else print(unit);
    if (isRoot(name)) complain(text.runsAsRoot, 0);
    if (!existsSync(serviceProgram())) complain(text.notBuilt, 0);
    return 0;
  }
  if (!hasSystemctl()) return complain(text.noSystemctl, 1);
  if (!existsSync(serviceProgram())) return complain(text.notBuilt, 1);
  const isReplaced = existsSync(path);
  if (isReplaced && !call.has("force")) return complain(text.exists(path), 1);
  const lines: string[] = [];
  try {
    if (name !== null) lines.push(...prepareAccount(name, dataDir, text));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, unitOf(options), { mode: 0o644 });
  } catch (error) {
    if (error instanceof AccountError) return complain(error.message, 1);
    return complain(text.notWritten(reasonIn(error, call.language)), 1);
  }
  if (call.has("json")) {
    printJson({ path, dataDir, user: name });
    return 0;
  }
  printLines([...lines, text.written(path), text.start, ...startCommands(isUser, isReplaced)]);
  if (isRoot(name)) complain(text.runsAsRoot, 0);
  if (!isUser && !existsSync(BOOTED)) complain(text.notBooted, 0);
  return 0;
}

interface UnitSettings {
  /** Null for a service of the user that installs it. */
  name: string | null;
  dataDir: string;
  environmentFile: string;
}

function unitOf({ name, ...options }: UnitSettings): string {
  const account = name === null ? null : { name, isRoot: isRoot(name), maySudo: maySudo(name) };
  return formatUnit({ account, ...options });
}

/** The account cannot run the panel; the message gives the reason in the language of the console. */
class AccountError extends Error {
  override readonly name = "AccountError";
}

// Returns what to print. Only root can do any of this; others fail when the unit is written.
function prepareAccount(name: string, dataDir: string, text: ServiceMessages): string[] {
  if (Deno.uid() !== 0) return [];
  const lines: string[] = [];
  let account = findAccount(name);
  if (account === null && name === DEFAULT_ACCOUNT) {
    const reason = createAccount();
    if (reason !== null) throw new AccountError(text.notCreated(name, reason));
    lines.push(text.created(name));
    account = findAccount(name);
  }
  if (account === null) throw new AccountError(text.noAccount(name));
  if (!canRun(serviceCommand("--version"), account)) {
    throw new AccountError(text.cannotRun(name, serviceProgram(), Deno.execPath()));
  }
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (!canRun(["test", "-x", existingParent(dataDir)], account)) {
    throw new AccountError(text.cannotReach(name, dataDir));
  }
  if (owner === undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // What belongs to somebody else is left to the administrator: it may be the wrong folder.
  if (owner !== undefined && owner !== 0 && owner !== account.uid) {
    lines.push(text.otherOwner, `  chown -R ${name} ${quoteWord(dataDir)}`);
    return lines;
  }
  if (owner !== account.uid) {
    const reason = giveFolder(dataDir, account);
    if (reason !== null) throw new AccountError(text.notGiven(name, reason));
    lines.push(text.given(name, dataDir));
  }
  return lines;
}

function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : existingParent(parent);
}

/** Stops the service and removes its unit; the data stays. Returns 1 when there is none, or when it cannot be removed. */
export function uninstallService(call: Call): number {
  const text = serviceMessages[call.language];
  const isUser = call.has("user");
  const path = unitPath(isUser);
  if (!existsSync(path)) return complain(text.notInstalled(path), 1);
  const control = (...args: string[]) =>
    spawnSync("systemctl", [...(isUser ? ["--user"] : []), ...args], { encoding: "utf8" });
  // Also removes the link that starts it with the machine. Without systemd, nothing runs that could be stopped.
  const isRunning = hasSystemctl() && existsSync(BOOTED);
  const { status, stderr } = control("disable", ...(isRunning ? ["--now"] : []), NAME);
  if (isRunning && status !== 0) return complain(text.notStopped(stderr.trim()), 1);
  try {
    rmSync(path);
  } catch (error) {
    return complain(text.notRemoved(reasonIn(error, call.language)), 1);
  }
  if (isRunning) control("daemon-reload");
  if (call.has("json")) printJson({ path });
  else printLines([text.removed(path)]);
  return 0;
}

function unitPath(isUser: boolean): string {
  const config = process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
  return join(isUser ? join(config, "systemd", "user") : "/etc/systemd/system", NAME);
}

function environmentFile(isUser: boolean): string {
  return isUser ? "%h/.config/sundial.env" : "/etc/sundial.env";
}

function hasSystemctl(): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => existsSync(join(folder, "systemctl")));
}

// The owner of existing data, unless it is root: a panel that was tried as root need not stay with it.
function ownerOf(dataDir: string): string | null {
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || uid === 0) return null;
  return uid === Deno.uid() ? userInfo().username : String(uid);
}

// A service that is replaced keeps its account: its tasks may need it. A unit without one is that of root.
function userOfUnit(path: string): string | null {
  if (!existsSync(path)) return null;
  return /^User=(.+)$/m.exec(readFileSync(path, "utf8"))?.[1]?.trim() ?? "root";
}

function isRoot(name: string | null): boolean {
  return name !== null && findAccount(name)?.uid === 0;
}

function startCommands(isUser: boolean, isReplaced: boolean): string[] {
  const systemctl = isUser ? "systemctl --user" : "systemctl";
  return [
    `  ${systemctl} daemon-reload`,
    `  ${systemctl} enable ${isReplaced ? "" : "--now "}sundial`,
    // It may run with the unit that was replaced.
    ...(isReplaced ? [`  ${systemctl} restart sundial`] : []),
    // Without the name, it fails for those who changed to this account with su or sudo.
    ...(isUser ? [`  loginctl enable-linger ${userInfo().username}`] : []),
  ];
}
