import { wallSeconds } from "../../contract/cron/zone.ts";
import type { ConfigFile } from "./command/config_switches.ts";
import { parseCommand } from "./command/parse_command.ts";
import type { RandomDelay } from "./plan_source.ts";

/**
 * Returns the delay of `RandomDelay` in config.sh: 1 second up to that many, for a task that is nothing but a script with
 * one of the extensions, unless it is due in an ignored minute. `random` returns a number from 0 up to 1.
 */
export function configuredDelay(configFile: Pick<ConfigFile, "switches">, random: () => number): RandomDelay {
  return ({ command: line }, dueAt, zone) => {
    const { randomDelayMs, randomDelayExtensions, randomDelayIgnoredMinutes } = configFile.switches();
    if (randomDelayMs === null) return 0;
    const command = parseCommand(line);
    if (command.kind !== "script" || !command.isAlone) return 0;
    const extension = command.script.slice(command.script.lastIndexOf(".") + 1).toLowerCase();
    if (randomDelayExtensions.length > 0 && !randomDelayExtensions.includes(extension)) return 0;
    const minute = Math.floor(wallSeconds(Math.floor(dueAt / 1_000), zone) / 60) % 60;
    if (randomDelayIgnoredMinutes.includes(minute)) return 0;
    return (1 + Math.floor(random() * (randomDelayMs / 1_000))) * 1_000;
  };
}
