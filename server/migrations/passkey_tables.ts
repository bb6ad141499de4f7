// The shape of the tables of 0008_passkeys, in the manner of `tables.ts`.
import type { Generated } from "kysely";

/** Nothing here is secret: the key that signs never leaves its device. */
export interface PasskeyTable {
  id: Generated<number>;
  account_id: number;
  /** As the browser writes it, base64 for addresses. */
  credential_id: string;
  /** SubjectPublicKeyInfo, base64 for addresses. */
  public_key: string;
  algorithm: "ES256" | "RS256";
  /** Signatures its device has counted so far; 0 for ever where it does not count. */
  counter: number;
  /** Name of the panel it was made for: its relying party. */
  host: string;
  name: string;
  synced: 0 | 1;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
  version: Generated<number>;
}
