import type { Role } from "../../server/contract/roles.ts";
import type { Database } from "../../server/engine/store.ts";
import { sha256 } from "../../server/platform/tokens.ts";

export interface NewPerson {
  name: string;
  role: Role;
  /** Null for those whose role holds for everything. */
  labels: readonly string[] | null;
}

/** Adds a person to the database of a panel, with a session whose token is their name. Returns the ID of the account. */
export async function addPerson(db: Database, { name, role, labels }: NewPerson): Promise<number> {
  const now = Date.now();
  const { id } = await db.insertInto("account").values({
    ...{ username: name, password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
    ...{ created_at: now, updated_at: now, version: 1 },
  }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("session").values({
    ...{ account_id: id, token_hash: sha256(name), language: null, ip: "::1", user_agent: "" },
    ...{ created_at: now, last_seen_at: now, expires_at: now + 86_400_000, proven_at: now },
  }).execute();
  return id;
}
