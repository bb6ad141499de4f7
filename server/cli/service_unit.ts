// The text of the systemd unit.
import { homedir } from "node:os";
import { serviceCommand, serviceProgram } from "../platform/script_host.ts";
import { UsageError } from "./command_result.ts";

/** The account of a service of the machine. */
export interface UnitAccount {
  name: string;
  isRoot: boolean;
  /** Whether rules of sudo let it become another one. */
  maySudo: boolean;
}

export interface UnitOptions {
  dataDir: string;
  /** Null for a service of the user that installs it. */
  account: UnitAccount | null;
  environmentFile: string;
}

export function formatUnit({ dataDir, account, environmentFile }: UnitOptions): string {
  const identity = account === null ? [] : [`User=${account.name}`];
  return [
    "[Unit]",
    "Description=Sundial scheduled tasks",
    ...(account === null ? [] : ["Wants=network-online.target", "After=network-online.target"]),
    "# Starts again without limit: what is missing, such as the database, may come later.",
    "StartLimitIntervalSec=0",
    "",
    "[Service]",
    "# Started when the panel serves. The first start after an upgrade may take as long as its migration.",
    "Type=notify",
    "TimeoutStartSec=infinity",
    ...identity,
    `WorkingDirectory=${escapePath(account === null ? homedir() : "/")}`,
    `Environment=${quote(`SUNDIAL_DATA_DIR=${dataDir}`)}`,
    `EnvironmentFile=-${environmentFile}`,
    `ExecStart=${serviceCommand().map((word) => quote(word).replaceAll("$", "$$$$")).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=2",
    "# Wrong settings do not mend themselves.",
    "RestartPreventExitStatus=2",
    "# A panel that stands still is started again. The memory of the program would explain nothing.",
    "WatchdogSec=60",
    "WatchdogSignal=SIGKILL",
    "TimeoutStopSec=15",
    "# Tasks survive a restart of the panel.",
    "KillMode=process",
    "# A task that runs out of memory does not take the panel with it.",
    "OOMPolicy=continue",
    "LimitNOFILE=65536",
    ...hardening(account, dataDir),
    "",
    "[Install]",
    `WantedBy=${account === null ? "default.target" : "multi-user.target"}`,
    "",
  ].join("\n");
}

// Everything here applies to the tasks, too: what administrators write must not fail for a reason that they do not see. So only
// what an account without rights cannot do anyway is ruled out for good, and nothing for root, a user's own service, and an account
// that may use sudo, because all of this disables sudo. On purpose without:
// - PrivateTmp: tasks exchange files with other programs in /tmp, and those that survive a restart would lose theirs.
// - ProtectHome, ProtectProc, PrivateUsers: tasks back up home folders and watch processes, as far as permissions let them.
// - PrivateDevices, DevicePolicy, ProtectClock (which implies it), ProtectKernelTunables: tasks use serial ports, cameras, GPUs and
//   the pins in /sys that a group of the account gives them.
// - RestrictNamespaces: the sandbox of browsers needs namespaces. RestrictAddressFamilies: tasks speak to CAN and Bluetooth.
// - MemoryDenyWriteExecute: JavaScript is compiled. SystemCallArchitectures: tasks may be programs of 32 bits.
// - RestrictSUIDSGID, UMask: shared folders and repositories use the setgid bit and are readable by others.
function hardening(account: UnitAccount | null, dataDir: string): string[] {
  if (account === null || account.isRoot || account.maySudo) return [];
  return [
    "# Tasks cannot get more rights than the account has. For tasks that need sudo, remove all lines up to [Install].",
    "NoNewPrivileges=yes",
    "# For a port below 1024: CAP_NET_BIND_SERVICE here, and in AmbientCapabilities.",
    "CapabilityBoundingSet=",
    ...(inSystemFolder(dataDir) || inSystemFolder(serviceProgram()) ? [] : ["ProtectSystem=full"]),
    "ProtectKernelModules=yes",
    "ProtectKernelLogs=yes",
    "LockPersonality=yes",
    "RestrictRealtime=yes",
    "SystemCallFilter=~@clock @module @obsolete @raw-io @reboot @swap",
    "SystemCallErrorNumber=EPERM",
  ];
}

// The panel writes to its data folder, and an update to the folder of the executable.
function inSystemFolder(path: string): boolean {
  return /^\/(usr|boot|efi|etc)\//.test(path);
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
