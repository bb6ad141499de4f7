// Whose rules of time zones this process follows: the newer ones of the runtime and of the machine.
import process from "node:process";
import type { ZoneRules } from "../../contract/zone_rules.ts";
import { RuntimeClock, setZoneClocks, type ZoneClock } from "../../contract/cron/zone_clock.ts";
import { readFolderRelease, readZone, zoneFolder } from "./machine_zones.ts";
import { findRelease, isNewer, isOld } from "./zone_releases.ts";

export interface ZoneRulesOptions {
  /** Value of `TZDIR`. */
  tzdir?: string | undefined;
  /** Called once for each zone whose file cannot be read; the runtime's rules are used for it. */
  onUnreadable?: (zone: string, error: unknown) => void;
}

export interface ZoneRulesInUse {
  /** The release in use; null when it is unknown. */
  readonly release: string | null;
  /** Reads the machine's zone files anew if another release was installed. Returns whether other rules are used now. */
  refresh(): boolean;
  /** Describes the rules for users. */
  details(now: number): ZoneRules;
}

/** Nothing but the rules of the runtime. */
export const runtimeRules: ZoneRulesInUse = {
  release: null,
  refresh: () => false,
  details: () => ({
    source: "runtime",
    release: null,
    folder: zoneFolder(undefined),
    machineRelease: null,
    runtimeRelease: null,
    warning: null,
  }),
};

/** The newer rules of the runtime and of the machine's zone files. Open it once. */
export class NewestZoneRules implements ZoneRulesInUse {
  readonly #folder: string;
  readonly #runtime: string | null;
  #machine: string | null;

  private constructor(private readonly options: ZoneRulesOptions) {
    this.#folder = zoneFolder(options.tzdir);
    this.#runtime = findRelease(offsetByRuntime, process.versions["tz"] ?? null);
    this.#machine = readFolderRelease(this.#folder);
  }

  /** Makes everything in this process follow the newer rules. */
  static open(options: ZoneRulesOptions = { tzdir: process.env["TZDIR"] }): NewestZoneRules {
    const rules = new NewestZoneRules(options);
    rules.#apply();
    return rules;
  }

  get release(): string | null {
    return this.#usesMachine ? this.#machine : this.#runtime;
  }

  refresh(): boolean {
    const before = this.release;
    const machine = readFolderRelease(this.#folder);
    if (machine === this.#machine) return false;
    this.#machine = machine;
    this.#apply();
    return this.release !== before;
  }

  details(now: number): ZoneRules {
    return {
      source: this.#usesMachine ? "machine" : "runtime",
      release: this.release,
      folder: this.#folder,
      machineRelease: this.#machine,
      runtimeRelease: this.#runtime,
      warning: this.#warningAt(now),
    };
  }

  get #usesMachine(): boolean {
    return isNewer(this.#machine, this.#runtime);
  }

  #warningAt(now: number): ZoneRules["warning"] {
    if (isOld(this.release, now)) return "old";
    if (this.#machine === null) return "none_on_machine";
    return isNewer(this.#runtime, this.#machine) ? "older_on_machine" : null;
  }

  #apply(): void {
    const folder = this.#folder;
    setZoneClocks(this.#usesMachine ? (zone) => this.#read(folder, zone) : () => null);
  }

  #read(folder: string, zone: string): ZoneClock | null {
    try {
      return readZone(folder, zone);
    } catch (error) {
      this.options.onUnreadable?.(zone, error);
      return null;
    }
  }
}

function offsetByRuntime(zone: string, second: number): number | null {
  try {
    return new RuntimeClock(zone).offsetAt(second);
  } catch {
    return null;
  }
}
