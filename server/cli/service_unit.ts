// The text of the systemd unit.
import { homedir } from "node:os";
import { serviceCommand } from "../platform/script_host.ts";
import { UsageError } from "./command_result.ts";

export interface UnitOptions {
  dataDir: string;
  /** Null for a service of the user that installs it. */
  account: string | null;
  environmentFile: string;
}

export function formatUnit({ dataDir, account, environmentFile }: UnitOptions): string {
  const identity = account === null ? [] : [`User=${account}`];
  return [
    "[Unit]",
    "Description=Sundial scheduled tasks",
    ...(account === null ? [] : ["Wants=network-online.target", "After=network-online.target"]),
    "# Starts again without limit: what is missing, such as the database, may come later.",
    "StartLimitIntervalSec=0",
    "",
    "[Service]",
    ...identity,
    `WorkingDirectory=${escapePath(account === null ? homedir() : "/")}`,
    `Environment=${quote(`SUNDIAL_DATA_DIR=${dataDir}`)}`,
    `EnvironmentFile=-${environmentFile}`,
    `ExecStart=${serviceCommand().map((word) => quote(word).replaceAll("$", "$$$$")).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=2",
    "# Wrong settings do not mend themselves.",
    "RestartPreventExitStatus=2",
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
