// What happened, append only. Each entry's hash covers the hash before it, so an entry that is changed or taken out afterwards
// shows: see `verifyTrail`.
import { createHash } from "node:crypto";
import type { AuditActor } from "../../contract/audit_log.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { AuditEntryTable } from "../../migrations/account_tables.ts";
import type { Clock } from "../../platform/clock.ts";

/** Who did something; `ip` is null when no request was behind it. */
export interface Actor {
  kind: AuditActor;
  id?: number;
  name?: string | null;
  ip: string | null;
}

/** What is written down. `act` names module and deed: `tasks.run`, `login.failed`. */
export interface Happening {
  actor: Actor;
  act: string;
  /** Ids, a path or a name. */
  object?: string | null;
  /** Names of changed fields and the like; never a secret. */
  detail?: Record<string, unknown>;
}

type Row = Omit<AuditEntryTable, "id" | "hash">;

/** Hash before the first entry. */
export const FIRST_HASH = "0".repeat(64);

/** Writes the audit log. */
export class AuditTrail {
  readonly #options: { db: Database; clock: Clock };

  constructor(options: { db: Database; clock: Clock }) {
    this.#options = options;
  }

  /** Adds an entry; within `tx` when what happened is written there. */
  async add(happening: Happening, tx?: Tx): Promise<void> {
    const { db, clock } = this.#options;
    const row = rowOf(happening, clock.now());
    if (tx) return await append(tx, row);
    await db.transaction().execute((own) => append(own, row));
  }
}

/** Computes the hash of an entry from the hash before it. */
export function entryHash(before: string, row: Row): string {
  const { at, actor_kind, actor_id, actor_name, ip, act, object, detail_json } = row;
  const said = JSON.stringify([before, at, actor_kind, actor_id, actor_name, ip, act, object, detail_json]);
  return createHash("sha256").update(said).digest("hex");
}

async function append(tx: Tx, row: Row): Promise<void> {
  const last = await tx.selectFrom("audit_entry").select("hash").orderBy("id", "desc").limit(1)
    .executeTakeFirst();
  const hash = entryHash(last?.hash ?? FIRST_HASH, row);
  await tx.insertInto("audit_entry").values({ ...row, hash }).execute();
}

function rowOf({ actor, act, object, detail }: Happening, at: number): Row {
  return {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: actor.name ?? null,
    ip: actor.ip,
    act,
    object: object?.slice(0, 500) ?? null,
    detail_json: JSON.stringify(detail ?? {}),
  };
}
