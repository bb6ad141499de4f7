// The switches that the panel itself reads from config.sh. Most of them matter before a run starts, so the file is read as
// text and never executed: only assignments of plain values count, the last one of each name.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTime } from "./parse_command.ts";

/** What config.sh sets for all tasks; null or empty where it sets nothing. */
export interface ConfigSwitches {
  /** Longest delay of `RandomDelay`, in ms; null for none. */
  randomDelayMs: number | null;
  /** Extensions of the scripts to delay; empty for all. */
  randomDelayExtensions: readonly string[];
  /** Minutes of the hour in which runs are punctual. */
  randomDelayIgnoredMinutes: readonly number[];
  /** Time limit of tasks without one of their own, in ms; null for none. */
  timeLimitMs: number | null;
  /** Whether extra.sh runs when the panel starts. */
  runsExtra: boolean;
  /** Whether new subscriptions add and remove tasks; null when not set. */
  autoAdd: boolean | null;
  autoDelete: boolean | null;
}

const ASSIGNMENT =
  /^\s*(?:export\s+)?([A-Za-z_]\w*)=(?:"([^"$`\\]*)"|'([^']*)'|([^\s"'$`\\;&|()<>#]*))\s*(?:[;#].*)?$/;
const MAX_BYTES = 1024 * 1024;

export function readSwitches(text: string): ConfigSwitches {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, double, single, bare] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined) values.set(name, double ?? single ?? bare ?? "");
  }
  const delay = Number(/^\d{1,6}$/.exec(values.get("RandomDelay")?.trim() ?? "")?.[0] ?? 0);
  return {
    randomDelayMs: delay > 0 ? delay * 1_000 : null,
    randomDelayExtensions: wordsOf(values.get("RandomDelayFileExtensions") ?? "js")
      .map((word) => word.replace(/^\./, "").toLowerCase()),
    randomDelayIgnoredMinutes: wordsOf(values.get("RandomDelayIgnoredMinutes") ?? "0 30").map(Number),
    timeLimitMs: readTime(values.get("CommandTimeoutTime")?.trim() ?? ""),
    runsExtra: isTrue(values.get("EnableExtraShell")) ?? false,
    autoAdd: isTrue(values.get("AutoAddCron")),
    autoDelete: isTrue(values.get("AutoDelCron")),
  };
}

function wordsOf(value: string): string[] {
  return value.split(/[\s,|]+/).filter((word) => word !== "");
}

function isTrue(value: string | undefined): boolean | null {
  const text = value?.trim().toLowerCase() ?? "";
  return text === "" ? null : text === "true";
}

/** The switches of a configuration folder. The file is read again only after it changed. */
export class ConfigFile {
  readonly #path: string;
  #known: { version: string; switches: ConfigSwitches } | null = null;

  constructor(config: string) {
    this.#path = join(config, "config.sh");
  }

  /** Returns the current switches; those of an empty file when it cannot be read. */
  switches(): ConfigSwitches {
    const version = this.#version();
    if (this.#known?.version !== version) {
      this.#known = { version, switches: readSwitches(this.#read(version)) };
    }
    return this.#known.switches;
  }

  #version(): string {
    try {
      const stat = statSync(this.#path, { throwIfNoEntry: false });
      return stat?.isFile() && stat.size <= MAX_BYTES ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "";
    } catch {
      return "";
    }
  }

  #read(version: string): string {
    try {
      return version === "" ? "" : readFileSync(this.#path, "utf8");
    } catch {
      return "";
    }
  }
}
