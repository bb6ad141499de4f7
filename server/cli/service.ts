// Installs the panel as a systemd service, prints its unit, or removes it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";
import { PageFiles } from "../http/page_files.ts";
import { staticRoot } from "../platform/static_root.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, reasonIn } from "./command_result.ts";
import { type ServiceMessages, serviceMessages } from "./service_messages.ts";
import { formatUnit } from "./service_unit.ts";
import { print, printJson, printLines } from "./terminal.ts";

const NAME = "sundial.service";
/** Exists while systemd runs the machine; see sd_booted(3). */
const BOOTED = "/run/systemd/system";

/** Writes the unit and prints how to start it. Returns 1 when it cannot be written, or exists and may not be replaced. */
export async function installService(call: Call): Promise<number> {
  const text = serviceMessages[call.language];
  const isUser = call.has("user");
  const dataDir = resolve(readDataDir(call.text("data-dir")));
  const account = isUser ? null : call.text("run-as") ?? ownerOf(dataDir);
  const uid = account === null ? null : uidOf(account);
  const unit = formatUnit({ dataDir, account, environmentFile: environmentFile(isUser) });
  if (call.has("print")) {
    if (call.has("json")) printJson({ unit });
    else print(unit);
    await warnAbout(uid, text);
    return 0;
  }
  if (!hasSystemctl()) return complain(text.noSystemctl, 1);
  if (account !== null && uid === null) return complain(text.noAccount(account), 1);
  const path = unitPath(isUser);
  if (existsSync(path) && !call.has("force")) return complain(text.exists(path), 1);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, unit, { mode: 0o644 });
  } catch (error) {
    return complain(text.notWritten(reasonIn(error, call.language)), 1);
  }
  if (call.has("json")) {
    printJson({ path, dataDir, user: account });
    return 0;
  }
  const before = account === null || uid === null ? [] : folderCommands(dataDir, { account, uid });
  printLines([text.written(path), text.start, ...before, ...startCommands(isUser)]);
  await warnAbout(uid, text);
  if (!isUser && !existsSync(BOOTED)) complain(text.notBooted, 0);
  return 0;
}

async function warnAbout(uid: number | null, text: ServiceMessages): Promise<void> {
  if (uid === 0) complain(text.runsAsRoot, 0);
  // From the sources only: the page of an executable is part of it.
  if (await new PageFiles({ root: staticRoot() }).manifest() === null) complain(text.pageNotBuilt, 0);
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

// The owner of existing data; otherwise whoever calls sudo, because a panel should not run as root.
function ownerOf(dataDir: string): string {
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (uid !== undefined) return uid === Deno.uid() ? userInfo().username : String(uid);
  return process.env["SUDO_USER"] ?? userInfo().username;
}

// By the program, because accounts may come from a directory service. Null if there is no such account.
function uidOf(account: string): number | null {
  if (/^\d+$/.test(account)) return Number(account);
  const { status, stdout } = spawnSync("id", ["-u", "--", account], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
}

// The panel creates its folder with its first start, but another account may not be allowed to.
function folderCommands(dataDir: string, { account, uid }: { account: string; uid: number }): string[] {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const quoted = /^[\w@%+=:,./-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`;
  if (owner === undefined) return uid === 0 ? [] : [`  install -d -m 0700 -o ${account} ${quoted}`];
  return owner === uid ? [] : [`  chown -R ${account} ${quoted}`];
}

function startCommands(isUser: boolean): string[] {
  const systemctl = isUser ? "systemctl --user" : "systemctl";
  return [
    `  ${systemctl} daemon-reload`,
    `  ${systemctl} enable --now sundial`,
    // Without the name, it fails for those who changed to this account with su or sudo.
    ...(isUser ? [`  loginctl enable-linger ${userInfo().username}`] : []),
  ];
}
