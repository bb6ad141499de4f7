// What of a channel is a secret, at rest: its secret fields, sealed as one, and its proxy, which may hold a password.
import type { Database } from "../../engine/store.ts";
import { maskedProxy } from "../../platform/outbound/proxy.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { Values } from "./channels/channel_type.ts";
import { secretParts } from "./secret_parts.ts";
import { storedJson } from "../../platform/stored_json.ts";

interface SealedFields {
  names: string[];
  sealed: string;
}

interface SealedProxy {
  shown: string;
  sealed: string;
}

/** Seals secret fields for their column; null without any. Throws `SealRefused`. */
export function sealFields(secrets: Values, sealer: Sealer): string | null {
  const names = Object.keys(secrets).filter((name) => secrets[name] !== "");
  if (names.length === 0) return null;
  const stored = Object.fromEntries(names.map((name) => [name, secrets[name]]));
  const sealed: SealedFields = { names, sealed: sealer.seal(JSON.stringify(stored), "notification") };
  return JSON.stringify(sealed);
}

/** Opens the secret fields of a column. Throws `SealRefused`. */
export function openFields(column: string | null, sealer: Sealer): Record<string, string> {
  if (column === null) return {};
  const { sealed } = storedJson<SealedFields>(column, { names: [], sealed: "" });
  return JSON.parse(sealer.open(sealed, "notification")) as Record<string, string>; // written above
}

/** Lists which secret fields have a value, without opening them. */
export function namesOfFields(column: string | null): string[] {
  return storedJson<SealedFields>(column, { names: [], sealed: "" }).names ?? [];
}

/** Seals the address of a proxy for its column; null for none. Throws `SealRefused`. */
export function sealProxy(address: string, sealer: Sealer): string | null {
  if (address === "") return null;
  const proxy: SealedProxy = { shown: maskedProxy(address), sealed: sealer.seal(address, "notification") };
  return JSON.stringify(proxy);
}

/** Opens the proxy of a column; null for none. Throws `SealRefused`. */
export function openProxy(column: string | null, sealer: Sealer): string | null {
  if (column === null) return null;
  return sealer.open(storedJson<SealedProxy>(column, { shown: "", sealed: "" }).sealed, "notification");
}

/** Shows the proxy of a column, its password hidden; empty for none. */
export function redactedProxy(column: string | null): string {
  return storedJson<SealedProxy>(column, { shown: "", sealed: "" }).shown ?? "";
}

/** Lists every secret of every channel that can be opened, for what must not show any. */
export async function listChannelSecrets(db: Database, sealer: Sealer): Promise<string[]> {
  const rows = await db.selectFrom("channel").select(["secrets", "proxy"]).execute();
  return rows.flatMap(({ secrets, proxy }) => {
    try {
      return [
        ...Object.values(openFields(secrets, sealer)).flatMap(secretParts),
        openProxy(proxy, sealer) ?? "",
      ];
    } catch {
      return []; // what the panel cannot open, it cannot show
    }
  }).filter((secret) => secret !== "");
}
