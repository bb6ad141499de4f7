// The append-only audit log. The hash of each entry covers the previous hash, so changing or removing an
// entry afterwards is detectable: see `verifyAuditLog`. Independent of the retention of logs; only its own
// limit trims it: see `trimAuditLog`.
import { createHash } from "node:crypto";
import type { AuditActor } from "../../contract/audit_log.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { AuditEntryTable } from "../../migrations/account_tables.ts";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { isUnwritable } from "../../platform/files/storage_full.ts";
import { Turns } from "../../platform/files/turns.ts";
import { escapeAll, escapeSigns } from "./escape_signs.ts";

/** Who performed an action; `ip` is null if it was not a request. */
export interface Actor {
  kind: AuditActor;
  id?: number;
  name?: string | null;
  ip: string | null;
}

/** The entry to record. `act` names module and action: `tasks.run`, `login.failed`. */
export interface AuditEvent {
  actor: Actor;
  act: string;
  /** Ids, a path or a name. */
  object?: string | null;
  /** Names of changed fields and similar; never a secret. */
  detail?: Record<string, unknown>;
}

type Row = Omit<AuditEntryTable, "id" | "hash">;

/** Maximum number of characters of a name or an object. */
const MAX_TEXT = 500;
/** Maximum number of characters of the detail; names and changes of fields have limits of their own. */
const MAX_DETAIL = 10_000;

/** Maximum number of entries that wait for disk space. */
const MAX_WAITING = 1_000;
const RETRY_MS = 5_000;
const LOST_ACTION = "audit-log.lost";

export const FIRST_HASH = "0".repeat(64);

export interface AuditLogOptions {
  db: Database;
  clock: Clock;
  /** Called when entries have to wait. */
  logger?: Pick<Logger, "warn">;
}

export class AuditLogWriter {
  /** Events that could not be written yet, oldest first. */
  readonly #waiting: Row[] = [];
  #lost = 0;
  #timer: Timer | null = null;

  readonly #turns = new Turns();

  constructor(private readonly options: AuditLogOptions) {}

  /**
   * Adds an entry, within `tx` if the action is written there. Without `tx` the action has already happened:
   * if the disk is full, the entry is kept in memory and written as soon as possible.
   */
  async add(event: AuditEvent, tx?: Tx): Promise<void> {
    const row = rowOf(event, this.options.clock.now());
    if (tx) return await append(tx, row);
    await this.#write(row);
  }

  /** Writes the waiting entries as far as disk space allows, and stops retrying. */
  async close(): Promise<void> {
    if (this.#waiting.length > 0) await this.#write(null);
    this.#timer?.cancel();
  }

  // One after the other: waiting entries that two transactions see would be written twice.
  #write(row: Row | null): Promise<void> {
    return this.#turns.take(() => this.#writeNow(row));
  }

  async #writeNow(row: Row | null): Promise<void> {
    const { db } = this.options;
    try {
      const { waiting, lost } = await db.transaction().execute(async (tx) => {
        const waiting = this.#waiting.length;
        const lost = this.#lost;
        for (const one of this.#waiting.slice(0, waiting)) await append(tx, one);
        if (lost > 0) await append(tx, this.#lostRow(lost));
        if (row) await append(tx, row);
        return { waiting, lost };
      });
      this.#waiting.splice(0, waiting);
      this.#lost -= lost;
      if (this.#waiting.length > 0) return;
      this.#timer?.cancel();
      this.#timer = null;
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (row) this.#keep(row);
      this.#retryLater();
    }
  }

  #keep(row: Row): void {
    if (this.#waiting.length >= MAX_WAITING) return void this.#lost++;
    this.#waiting.push(row);
    const { act, object, actor_kind: actor, actor_id: actorId, ip } = row;
    this.options.logger?.warn("the disk cannot be written; an audit log entry waits to be written", {
      act,
      object,
      actor,
      actorId,
      ip,
    });
  }

  #retryLater(): void {
    this.#timer ??= this.options.clock.after(RETRY_MS, () => {
      this.#timer = null;
      // Any other error recurs with the next entry, which reports it.
      this.#write(null).catch(() => {});
    });
  }

  #lostRow(count: number): Row {
    const actor = { kind: "panel", ip: null } as const;
    return rowOf({ actor, act: LOST_ACTION, detail: { count } }, this.options.clock.now());
  }
}

/** Returns the hash of an entry, computed from the previous hash. */
export function entryHash(before: string, row: Row): string {
  const { at, actor_kind, actor_id, actor_name, ip, act, object, detail_json } = row;
  const hashed = JSON.stringify([
    before,
    at,
    actor_kind,
    actor_id,
    actor_name,
    ip,
    act,
    object,
    detail_json,
  ]);
  return createHash("sha256").update(hashed).digest("hex");
}

// The next entry follows the head, not the last row, so entries removed from the end stay detectable.
async function append(tx: Tx, row: Row): Promise<void> {
  const head = await tx.selectFrom("audit_head").select("hash").where("id", "=", 1).executeTakeFirst();
  const hash = entryHash(head?.hash ?? FIRST_HASH, row);
  const added = await tx.insertInto("audit_entry").values({ ...row, hash }).returning("id")
    .executeTakeFirstOrThrow();
  const next = { entry_id: added.id, hash };
  if (head) await tx.updateTable("audit_head").set(next).where("id", "=", 1).execute();
  else await tx.insertInto("audit_head").values({ id: 1, ...next }).execute();
}

function rowOf({ actor, act, object, detail }: AuditEvent, at: number): Row {
  return {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: textOf(actor.name),
    ip: textOf(actor.ip),
    act: escapeSigns(act),
    object: textOf(object),
    detail_json: detailOf(detail ?? {}),
  };
}

function textOf(text: string | null | undefined): string | null {
  return typeof text === "string" ? escapeSigns(text.slice(0, MAX_TEXT)) : null;
}

function detailOf(detail: Record<string, unknown>): string {
  const json = JSON.stringify(escapeAll(detail));
  return json.length <= MAX_DETAIL ? json : JSON.stringify({ cut: json.slice(0, MAX_DETAIL) });
}
