// The location of an IP address, from a file that the operator supplies (MaxMind's format, `.mmdb`). Without one, every
// address is local or unknown: the panel queries no external service.
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import type { Logger } from "../logger.ts";
import { parseNetworks } from "../networks.ts";
import type { CityResponse, LocationReader } from "./location_reader.ts";

const localNetworks = parseNetworks([
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
  ...["::1", "fc00::/7", "fe80::/10"],
]);

/** Returns whether an address belongs to this machine or to a network without a geographic location. */
export function isLocalAddress(ip: string): boolean {
  return localNetworks.has(ip);
}

export interface LocationsOptions {
  /** Path of the file; null when not configured. */
  file: string | null;
  logger: Pick<Logger, "warn">;
}

/** Finds the locations of addresses. The file is opened on first use, and again after it was replaced. */
export class Locations {
  #opened: { reader: LocationReader; changedAt: number } | null = null;
  #warned = false;

  constructor(private readonly options: LocationsOptions) {}

  /** Returns the location of an address, such as `Berlin, Germany`; null when it is local or unknown. */
  async find(ip: string, language: "en" | "zh"): Promise<string | null> {
    const { file } = this.options;
    if (file === null || isIP(ip) === 0 || isLocalAddress(ip)) return null;
    try {
      const found = (await this.#open(file)).get(ip);
      return found === null ? null : nameOf(found, language === "zh" ? "zh-CN" : "en");
    } catch (error) {
      this.#warnOnce(file, error);
      return null;
    }
  }

  async #open(file: string): Promise<LocationReader> {
    const { mtimeMs } = await stat(file);
    if (this.#opened?.changedAt === mtimeMs) return this.#opened.reader;
    const { openLocationReader } = await import("./location_reader.ts");
    this.#opened = { reader: openLocationReader(await readFile(file)), changedAt: mtimeMs };
    return this.#opened.reader;
  }

  #warnOnce(file: string, error: unknown): void {
    if (!this.#warned) {
      this.options.logger.warn("failed to read the file set in SUNDIAL_GEO_FILE", { file, error });
    }
    this.#warned = true;
  }
}

function nameOf({ city, subdivisions, country }: CityResponse, language: "en" | "zh-CN"): string | null {
  const names = [city, subdivisions?.[0], country].map((part) => part?.names?.[language] ?? part?.names?.en);
  const parts = [...new Set(names.filter((name) => name !== undefined))];
  return parts.length === 0 ? null : parts.join(", ").slice(0, 200);
}
