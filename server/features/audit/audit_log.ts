// What happened, append only. Each entry's hash covers the hash before it, so an entry that is changed or taken out afterwards
// shows: see `verifyAuditLog`. Not tied to how long logs are kept; only its own limit cuts it: see `trimAuditLog`.
import { createHash } from "node:crypto";
import type { AuditActor } from "../../contract/audit_log.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { AuditEntryTable } from "../../migrations/account_tables.ts";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { isStorageFull } from "../../platform/storage/storage_full.ts";
import { escapeAll, escapeSigns } from "./escape_signs.ts";

/** Who did something; `ip` is null when no request was behind it. */
export interface Actor {
  kind: AuditActor;
  id?: number;
  name?: string | null;
  ip: string | null;
}

/** What is written down. `act` names module and deed: `tasks.run`, `login.failed`. */
export interface Event {
  actor: Actor;
  act: string;
  /** Ids, a path or a name. */
  object?: string | null;
  /** Names of changed fields and the like; never a secret. */
  detail?: Record<string, unknown>;
}

type Row = Omit<AuditEntryTable, "id" | "hash">;

/** Characters kept of a name or an object. */
const MAX_TEXT = 500;
/** Characters kept of the detail. */
const MAX_DETAIL = 4000;

/** Entries that may wait for room on the disk. */
const MAX_WAITING = 1_000;
const RETRY_MS = 5_000;
const LOST_ACTION = "audit-log.lost";

/** Hash before the first entry. */
export const FIRST_HASH = "0".repeat(64);

export interface AuditLogOptions {
  db: Database;
  clock: Clock;
  /** Told of entries that have to wait. */
  logger?: Pick<Logger, "warn">;
}

/** Writes the audit log. */
export class AuditLogWriter {
  readonly #options: AuditLogOptions;
  /** What happened and could not be written yet, oldest first. */
  readonly #waiting: Row[] = [];
  #lost = 0;
  #timer: Timer | null = null;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * Adds an entry; within `tx` when what happened is written there. Without one it has happened already: what the full disk does not
   * take is kept, and written as soon as it can be.
   */
  async add(event: Event, tx?: Tx): Promise<void> {
    const row = rowOf(event, this.#options.clock.now());
    if (tx) return await append(tx, row);
    await this.#write(row);
  }

  /** Writes what waits, as far as the disk takes it, and waits for nothing any more. */
  async close(): Promise<void> {
    if (this.#waiting.length > 0) await this.#write(null);
    this.#timer?.cancel();
  }

  async #write(row: Row | null): Promise<void> {
    const { db } = this.#options;
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
      if (!isStorageFull(error)) throw error;
      if (row) this.#keep(row);
      this.#retryLater();
    }
  }

  #keep(row: Row): void {
    if (this.#waiting.length >= MAX_WAITING) return void this.#lost++;
    this.#waiting.push(row);
    const { act: action, object, actor_kind: actor, actor_id: actorId, ip } = row;
    this.#options.logger?.warn("the disk is full: an entry of the audit log waits", {
      ...{ act: action, object, actor, actorId, ip },
    });
  }

  #retryLater(): void {
    this.#timer ??= this.#options.clock.after(RETRY_MS, () => {
      this.#timer = null;
      // Any other fault is met again by the next entry, which says so.
      this.#write(null).catch(() => {});
    });
  }

  #lostRow(count: number): Row {
    const actor = { kind: "panel", ip: null } as const;
    return rowOf({ actor, act: LOST_ACTION, detail: { count } }, this.#options.clock.now());
  }
}

/** Computes the hash of an entry from the hash before it. */
export function entryHash(before: string, row: Row): string {
  const { at, actor_kind, actor_id, actor_name, ip, act: action, object, detail_json } = row;
  const output = JSON.stringify([
    before,
    at,
    actor_kind,
    actor_id,
    actor_name,
    ip,
    action,
    object,
    detail_json,
  ]);
  return createHash("sha256").update(output).digest("hex");
}

// The head, not the last row, is what the next entry follows: entries taken from the end are missed for ever.
async function append(tx: Tx, row: Row): Promise<void> {
  const head = await tx.selectFrom("audit_head").select("hash").where("id", "=", 1).executeTakeFirst();
  const hash = entryHash(head?.hash ?? FIRST_HASH, row);
  const added = await tx.insertInto("audit_entry").values({ ...row, hash }).returning("id")
    .executeTakeFirstOrThrow();
  const next = { entry_id: added.id, hash };
  if (head) await tx.updateTable("audit_head").set(next).where("id", "=", 1).execute();
  else await tx.insertInto("audit_head").values({ id: 1, ...next }).execute();
}

function rowOf({ actor, act: action, object, detail }: Event, at: number): Row {
  return {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: textOf(actor.name),
    ip: textOf(actor.ip),
    act: escapeSigns(action),
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
