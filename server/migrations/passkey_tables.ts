// Types of the tables of 0008_passkeys; the conventions are those of `tables.ts`.
import type { Generated } from "kysely";

/** Nothing here is secret: the private key never leaves its device. */
export interface PasskeyTable {
  id: Generated<number>;
  account_id: number;
  /** As the browser encodes it, base64url. */
  credential_id: string;
  /** SubjectPublicKeyInfo, base64url. */
  public_key: string;
  algorithm: "ES256" | "RS256";
  /** Number of signatures counted by its device; always 0 for a device that does not count. */
  counter: number;
  /** Host of the panel it was created for: its relying party. */
  host: string;
  name: string;
  synced: 0 | 1;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
  version: Generated<number>;
}
