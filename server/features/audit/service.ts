import * as z from "zod";
import type { AuditEntry, AuditQuery, AuditVerdict } from "../../contract/audit_log.ts";
import { auditedChange, type ChangedKind } from "../../contract/changes.ts";
import type { List } from "../../contract/shapes.ts";
import type { Database } from "../../engine/store.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { addNames } from "./change_names.ts";
import { type EntryRow, listEntries } from "./store.ts";
import { verifyAuditLog } from "./verify_audit_log.ts";

/** Reads the audit log. Neither this class nor any other can change it. */
export class AuditLog {
  #verifying: Promise<AuditVerdict> | null = null;

  constructor(private readonly options: { db: Database; clock: Clock }) {}

  /** Returns one page, newest first, with the changed fields of the objects that the caller may read. */
  async list(query: AuditQuery, mayRead: (kind: ChangedKind) => boolean): Promise<List<AuditEntry>> {
    const { rows, total } = await listEntries(this.options.db, query);
    const items = rows.map((row) => toEntry(row, mayRead));
    const changes = items.flatMap((item) => item.changes.map((change) => ({ kind: change.kind, change })));
    await addNames(this.options.db, changes, mayRead);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  /** Returns whether all entries are unchanged. Concurrent calls share one result. */
  verify(): Promise<AuditVerdict> {
    this.#verifying ??= verifyAuditLog(this.options.db, () => sleep(this.options.clock, 0)).finally(() =>
      this.#verifying = null
    );
    return this.#verifying;
  }
}

const auditedChanges = z.array(auditedChange);

function toEntry(row: EntryRow, mayRead: (kind: ChangedKind) => boolean): AuditEntry {
  const { changes, moreChanges, ...detail } = detailOf(row.detail_json);
  return {
    id: row.id,
    at: isoTime(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    ip: row.ip,
    act: row.act,
    object: row.object,
    detail,
    changes: (auditedChanges.safeParse(changes).data ?? []).filter(({ kind }) => mayRead(kind)),
    moreChanges: moreChanges === true,
    hash: row.hash,
  };
}

// Somebody may have edited the row outside the panel: `verify` reports that, and the list must not fail.
function detailOf(json: string): Record<string, unknown> {
  try {
    const detail: unknown = JSON.parse(json);
    const isObject = typeof detail === "object" && detail !== null && !Array.isArray(detail);
    return isObject ? detail as Record<string, unknown> : { detail }; // any object has fields
  } catch {
    return { unreadable: json };
  }
}
