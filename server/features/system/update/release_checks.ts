// Checks for a newer release and stores the result.
import type { Requester } from "../../../contract/scopes.ts";
import { AppError } from "../../../contract/app_error.ts";
import {
  type ProgramKind,
  type Release,
  release,
  type UpdateCheck,
  type UpdateObstacle,
  type UpdateProblem,
  updateProblems,
} from "../../../contract/system.ts";
import type { Base } from "../../../engine/base.ts";
import { OutboundError, type OutboundPolicies } from "../../../platform/outbound/outbound_policy.ts";
import { readProxy } from "../../../platform/outbound/proxy.ts";
import { compareVersions, type ReleaseManifest } from "../../../platform/release/manifest.ts";
import { findRelease, type FoundRelease, type Line } from "./download_asset.ts";
import { updateProblemOf } from "./update_problem.ts";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { writeDurably } from "../../../platform/files/durable_file.ts";
import { isoTime } from "../../../platform/iso_time.ts";

const TIME_LIMIT_MS = 30_000;

export interface ReleaseChecksOptions extends Pick<Base, "clock" | "logger" | "bus"> {
  policies: OutboundPolicies;
  /** The URL of the releases; null if there is none. */
  address: () => string | null;
  /** Proxy for outbound requests; null for none. */
  proxy: () => string | null;
  /** The current version, and the name of this platform in the files of a release. */
  version: string;
  target: string;
  /** Public key that releases are signed with. */
  key: string | null;
  kind: ProgramKind;
  /** File that stores the result. */
  path: string;
}

export class ReleaseChecks {
  #stored: StoredCheck | null;
  /** Number of checks started, and the number of the one whose result is stored. */
  #started = 0;
  #storedOf = 0;

  constructor(private readonly options: ReleaseChecksOptions) {
    this.#stored = readLastCheck(options.path);
  }

  /** Why nothing can be installed here; null if it is possible. */
  get obstacle(): UpdateObstacle | null {
    const { kind, key, address } = this.options;
    if (kind !== "executable") return kind;
    return key === null ? "no_key" : address() === null ? "no_address" : null;
  }

  /** The result of the last check; null if there was none or it failed. */
  get last(): UpdateCheck | null {
    return this.#stored && this.#stored.fault === null ? this.#respond(this.#stored) : null;
  }

  get lastError(): UpdateProblem | null {
    return this.#stored?.fault ?? null;
  }

  /** Returns how the panel connects for this requester. */
  line(requester: Requester): Line {
    const { policies, proxy } = this.options;
    const text = proxy();
    return { policy: policies[requester], proxy: text === null ? null : readProxy(text) };
  }

  /** Checks for a newer release. Throws `update_impossible` and `update_failed`. */
  async check(signal: AbortSignal, requester: Requester = "person"): Promise<UpdateCheck> {
    const { manifest } = await this.find(signal, requester);
    return this.#respond({ release: this.#releaseOf(manifest), checkedAt: this.options.clock.now() });
  }

  /** Fetches the manifest of the latest release. Throws `update_impossible` and `update_failed`. */
  async find(signal: AbortSignal, requester: Requester = "person"): Promise<FoundRelease> {
    const { address, key, kind } = this.options;
    const from = address();
    // A container and sources are not updated by the panel: it only says that there is a newer version, and what is new.
    if (key === null && kind === "executable") throw new AppError("update_impossible", { reason: "no_key" });
    if (from === null) throw new AppError("update_impossible", { reason: "no_address" });
    const number = ++this.#started;
    try {
      const found = await this.#fetch(from, { key, signal, requester });
      const { manifest } = found;
      // A time that nobody has signed must not make signed releases look old.
      const seen = key === null ? this.#stored?.seen ?? null : Date.parse(manifest.releasedAt);
      this.#keep(number, { release: this.#releaseOf(manifest), fault: null, seen });
      return found;
    } catch (error) {
      signal.throwIfAborted();
      // A user may still be allowed to reach the address, so the stored result of the last check stays.
      if (requester === "application" && error instanceof OutboundError) {
        throw new AppError("update_failed", { reason: updateProblemOf(error) });
      }
      throw this.#refuse(number, error);
    }
  }

  async #fetch(
    from: string,
    { key, signal, requester }: { key: string | null; signal: AbortSignal; requester: Requester },
  ): Promise<FoundRelease> {
    const { clock, logger, version } = this.options;
    const late = new AbortController();
    const timer = clock.after(TIME_LIMIT_MS, () => late.abort(new Error("the connection timed out")));
    try {
      const trust = { key, now: clock.now(), seen: this.#stored?.seen ?? null };
      const both = AbortSignal.any([signal, late.signal]);
      const found = await findRelease(from, { line: this.line(requester), trust, signal: both });
      const order = compareVersions(found.manifest.version, version);
      if (order !== null && order < 0) {
        logger.warn("the offered release is older than the running version", {
          offered: found.manifest.version,
          version,
        });
      }
      return found;
    } finally {
      timer.cancel();
    }
  }

  #refuse(number: number, error: unknown): AppError {
    const reason = updateProblemOf(error);
    this.options.logger.error("the update check failed", { reason, error });
    this.#keep(number, { release: null, fault: reason, seen: this.#stored?.seen ?? null });
    return new AppError("update_failed", { reason });
  }

  // The result is valid even if it cannot be stored. An outdated one is not stored: a check that started
  // later may have seen a newer release, and forgetting that would make an older release trusted again.
  #keep(number: number, found: Omit<StoredCheck, "checkedAt">): void {
    const { bus, clock, logger, path } = this.options;
    if (number < this.#storedOf) return;
    this.#storedOf = number;
    this.#stored = { ...found, checkedAt: clock.now() };
    try {
      writeLastCheck(path, this.#stored);
    } catch (error) {
      logger.warn("failed to save the result of the update check", { error });
    }
    const at = isoTime(clock.now());
    bus.publish({ topic: "system", type: "system:changed", id: 0, version: 0, at });
  }

  #releaseOf({ version, releasedAt, notes, assets, image }: ReleaseManifest): Release {
    return { version, releasedAt, notes, image, size: assets[this.options.target]?.size ?? null };
  }

  #respond({ release, checkedAt }: Pick<StoredCheck, "release" | "checkedAt">): UpdateCheck {
    const { version } = this.options;
    const isNewer = release !== null && (compareVersions(release.version, version) ?? 0) > 0;
    return {
      state: isNewer ? "available" : "latest",
      current: version,
      release: isNewer ? release : null,
      obstacle: this.obstacle,
      checkedAt: isoTime(checkedAt),
    };
  }
}

// Stores the result of the last check for a release, and the age of the newest release ever seen, across
// restarts.

const stored = z.object({
  release: release.nullable(),
  checkedAt: z.int(),
  /** When the newest release ever seen was made; an older one is never trusted again. */
  seen: z.int().nullable(),
  fault: z.enum(updateProblems).nullable(),
});
type StoredCheck = z.infer<typeof stored>;

export function readLastCheck(path: string): StoredCheck | null {
  try {
    return stored.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a check. Throws file system errors. */
function writeLastCheck(path: string, check: StoredCheck): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, JSON.stringify(check));
}
