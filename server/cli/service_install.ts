// Installs the panel as a systemd service, or prints the unit.
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { programHost } from "../platform/script_host.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, UsageError } from "./command_result.ts";
import { print, printJson, printLines } from "./terminal.ts";

const NAME = "sundial.service";

/** Writes the unit and prints how to start it. Returns 1 when it exists and may not be replaced. */
export function installService(call: Call): number {
  const text = messages[call.language];
  const isUser = call.has("user");
  const dataDir = resolve(readDataDir(call.text("data-dir")));
  const account = isUser ? null : call.text("run-as") ?? ownerOf(dataDir);
  const unit = formatUnit({ dataDir, account, environmentFile: environmentFile(isUser) });
  if (call.has("print")) {
    if (call.has("json")) printJson({ unit });
    else print(unit);
    return 0;
  }
  const path = join(
    isUser
      ? join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "systemd", "user")
      : "/etc/systemd/system",
    NAME,
  );
  if (existsSync(path) && !call.has("force")) return complain(text.exists(path), 1);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, unit, { mode: 0o644 });
  } catch (error) {
    return complain(text.failed(path, error instanceof Error ? error.message : String(error)), 1);
  }
  if (call.has("json")) printJson({ path, dataDir, user: account });
  else printLines([text.written(path), text.next, ...startCommands(isUser)]);
  return 0;
}

interface UnitOptions {
  dataDir: string;
  /** Null for a service of the user that installs it. */
  account: string | null;
  environmentFile: string;
}

/** Returns the text of the unit. */
export function formatUnit({ dataDir, account, environmentFile }: UnitOptions): string {
  const identity = account === null ? [] : [`User=${account}`];
  return [
    "[Unit]",
    "Description=Sundial scheduled tasks",
    ...(account === null ? [] : ["Wants=network-online.target", "After=network-online.target"]),
    "",
    "[Service]",
    ...identity,
    `WorkingDirectory=${escapePath(account === null ? homedir() : "/")}`,
    `Environment=${quote(`SUNDIAL_DATA_DIR=${dataDir}`)}`,
    `EnvironmentFile=-${environmentFile}`,
    `ExecStart=${
      [...programHost(null), "serve"].map((word) => quote(word).replaceAll("$", "$$$$")).join(" ")
    }`,
    "Restart=on-failure",
    "TimeoutStopSec=15",
    "# Tasks survive a restart of the panel.",
    "KillMode=process",
    "# A task that runs out of memory does not take the panel with it.",
    "OOMPolicy=continue",
    "LimitNOFILE=65536",
    "",
    "[Install]",
    `WantedBy=${account === null ? "default.target" : "multi-user.target"}`,
    "",
  ].join("\n");
}

// systemd.syntax(7): % starts a specifier, and words may be in double quotes. Only in commands, $ starts a variable.
function quote(word: string): string {
  if (/[\n\r]/.test(word)) throw new UsageError(`unsupported character: ${JSON.stringify(word)}`);
  const escaped = word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%");
  return /^[\w@%+=:,./-]+$/.test(word) ? escaped : `"${escaped}"`;
}

function escapePath(path: string): string {
  return path.replaceAll("%", "%%");
}

function environmentFile(isUser: boolean): string {
  return isUser ? "%h/.config/sundial.env" : "/etc/sundial.env";
}

// The owner of existing data; otherwise whoever calls sudo, because a panel should not run as root.
function ownerOf(dataDir: string): string {
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (uid !== undefined) return uid === Deno.uid() ? userInfo().username : String(uid);
  return process.env["SUDO_USER"] ?? userInfo().username;
}

function startCommands(isUser: boolean): string[] {
  const systemctl = isUser ? "systemctl --user" : "systemctl";
  return [
    `  ${systemctl} daemon-reload`,
    `  ${systemctl} enable --now sundial`,
    ...(isUser ? ["  loginctl enable-linger"] : []),
  ];
}

const messages = {
  en: {
    exists: (path: string) => `${path} exists; replace it with --force, or compare it with --print`,
    failed: (path: string, reason: string) =>
      `Cannot write ${path}: ${reason}. Run the command as root, or use --user or --print.`,
    written: (path: string) => `Wrote ${path}`,
    next: "Start the panel now and with the machine:",
  },
  zh: {
    exists: (path: string) => `${path} 已存在；用 --force 覆盖，或用 --print 比较`,
    failed: (path: string, reason: string) =>
      `无法写入 ${path}：${reason}。请以 root 运行，或使用 --user 或 --print。`,
    written: (path: string) => `已写入 ${path}`,
    next: "立即启动面板，并设为开机启动：",
  },
};
