import {
  type DiskRoom,
  type Health,
  health,
  type ProxyHeaderState,
  type ReadOnly,
} from "../../contract/health.ts";
import { isAdministrator, type Route, route } from "../../http/route.ts";

export interface HealthSources {
  version: string;
  /** Why the panel rejects changes; null if it accepts them. */
  readOnly(): ReadOnly | null;
  /** Free disk space; null if unknown. */
  disk(): DiskRoom | null;
  /** Checks each part of the panel, and whether it can serve requests at all. */
  check(): Promise<{ serves: boolean; parts: NonNullable<Health["parts"]> }>;
  database: NonNullable<Health["database"]>;
  counts(): Promise<NonNullable<Health["counts"]>>;
  /** Returns the header of a proxy that logs people in; null if none does. */
  proxyHeader(): ProxyHeaderState | null;
}

export function healthRoutes(sources: HealthSources): Route[] {
  return [route("get", "/health", {
    access: "public",
    summary: "Returns whether the panel is ready; includes version, parts and counts only with credentials",
    results: {
      200: { description: "Ready, possibly degraded", schema: health },
      503: { description: "Not ready", schema: health },
    },
    handle: async ({ caller }) => {
      const readOnly = sources.readOnly();
      const proxyHeader = sources.proxyHeader();
      const { serves, parts } = await sources.check();
      const isFine = serves && readOnly === null && Object.values(parts).every((part) => part === "ok");
      const status = isFine ? "ok" : "degraded";
      // The version would show attackers which known vulnerabilities to try.
      const more = caller.kind === "nobody" ? {} : {
        version: sources.version,
        parts,
        database: sources.database,
        readOnly,
        disk: sources.disk(),
        ...(serves && { counts: await sources.counts() }),
        ...(isAdministrator(caller) && proxyHeader && { proxyHeader }),
      };
      return { status: serves ? 200 : 503, body: { status, ...more } };
    },
  })];
}
