// Encrypts the secrets of a channel at rest: its secret fields, sealed together, and its proxy, which may
// contain a password.
import type { Database } from "../../engine/store.ts";
import { maskedProxy } from "../../platform/outbound/proxy.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { Values } from "./channels/channel_type.ts";
import { storedJson } from "../../platform/stored_json.ts";

// Finds the parts of a secret field that are secret on their own: an error response of a service usually
// repeats only a part of it.
const SHORTEST = 6;
const HEADER = /^[\w-]+:(.+)/;
const SCHEME = /^(?:Bearer|Basic|Token)\s/i;

interface SealedFields {
  names: string[];
  sealed: string;
}

interface SealedProxy {
  shown: string;
  sealed: string;
}

/** Seals secret fields for their column; returns null if there are none. Throws `SealError`. */
export function sealFields(secrets: Values, sealer: Sealer): string | null {
  const names = Object.keys(secrets).filter((name) => secrets[name] !== "");
  if (names.length === 0) return null;
  const stored = Object.fromEntries(names.map((name) => [name, secrets[name]]));
  const sealed: SealedFields = { names, sealed: sealer.seal(JSON.stringify(stored), "notification") };
  return JSON.stringify(sealed);
}

/** Opens the sealed fields of a column. Throws `SealError`. */
export function openFields(column: string | null, sealer: Sealer): Record<string, string> {
  if (column === null) return {};
  const { sealed } = storedJson<SealedFields>(column, { names: [], sealed: "" });
  return JSON.parse(sealer.open(sealed, "notification")) as Record<string, string>; // written above
}

/** Returns the names of the secret fields that have a value, without opening them. */
export function namesOfFields(column: string | null): string[] {
  return storedJson<SealedFields>(column, { names: [], sealed: "" }).names ?? [];
}

/** Seals a proxy address for its column; returns null for none. Throws `SealError`. */
export function sealProxy(address: string, sealer: Sealer): string | null {
  if (address === "") return null;
  const proxy: SealedProxy = { shown: maskedProxy(address), sealed: sealer.seal(address, "notification") };
  return JSON.stringify(proxy);
}

/** Opens the proxy address of a column; returns null for none. Throws `SealError`. */
export function openProxy(column: string | null, sealer: Sealer): string | null {
  if (column === null) return null;
  return sealer.open(storedJson<SealedProxy>(column, { shown: "", sealed: "" }).sealed, "notification");
}

/** Returns the proxy address of a column with its password masked; empty for none. */
export function redactedProxy(column: string | null): string {
  return storedJson<SealedProxy>(column, { shown: "", sealed: "" }).shown ?? "";
}

/** Returns all secrets of all channels that can be opened, so that output can mask them. */
export async function listChannelSecrets(db: Database, sealer: Sealer): Promise<string[]> {
  const rows = await db.selectFrom("channel").select(["secrets", "proxy"]).execute();
  return rows.flatMap(({ secrets, proxy }) => {
    try {
      return [
        ...Object.values(openFields(secrets, sealer)).flatMap(secretParts),
        openProxy(proxy, sealer) ?? "",
      ];
    } catch {
      return []; // secrets that the panel cannot open cannot leak
    }
  }).filter((secret) => secret !== "");
}

/** Returns a secret and the parts of it that are secret on their own: of an address, of lines, of a list. */
export function secretParts(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.flatMap((line) => [line, ...partsOfLine(line)]).map((part) => part.trim());
  return [...new Set([secret.trim(), ...parts.filter((part) => part.length >= SHORTEST)])].filter(Boolean);
}

function partsOfLine(line: string): string[] {
  if (/^https?:\/\//i.test(line)) return partsOfAddress(line);
  const header = HEADER.exec(line)?.[1]?.trim().replace(SCHEME, "").trim();
  // Inside JSON, lists and `user:password`.
  return [...(!header ? [] : [header]), ...line.split(/[\s,;:="'{}[\]]+/).filter(looksRandom)];
}

function partsOfAddress(line: string): string[] {
  if (!URL.canParse(line)) return [];
  const { pathname, searchParams, username, password } = new URL(line);
  return [...pathname.split("/"), ...searchParams.values(), username, password].filter(looksRandom);
}

// Common words stay visible in a service's response, or it would explain nothing.
function looksRandom(part: string): boolean {
  return part.length >= SHORTEST && /\d/.test(part) && !part.includes("$") || part.length >= 20;
}
