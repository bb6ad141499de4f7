// The audit log is not subject to the retention of logs. Its only limit is a number of entries that only
// programs reach; then the oldest are deleted, and the cut is itself an entry with the hash from which the
// chain continues.
import * as z from "zod";
import type { Database } from "../../engine/store.ts";
import { countEntries, entryBefore, newestOf, removeThrough } from "./store.ts";
import type { AuditLogWriter } from "./audit_log.ts";
import { isoTime } from "../../platform/iso_time.ts";

/** Minimum number of entries to keep; usually about 60 MB. */
const MAX_ENTRIES = 200_000;
/** Number of entries above the limit before a cut, because a cut is an entry too and should be rare. */
const SLACK = 1000;
const CUT_ACTION = "audit-log.cut";

const cutDetail = z.object({ through: z.int(), hash: z.string(), removed: z.int() });

export interface Cut extends z.infer<typeof cutDetail> {
  at: string;
}

/** Housekeeping job: deletes the oldest entries beyond `max` and records where the chain continues. */
export async function trimAuditLog(
  { db, auditLog, max = MAX_ENTRIES, slack = SLACK }: {
    db: Database;
    auditLog: AuditLogWriter;
    max?: number;
    slack?: number;
  },
): Promise<void> {
  if (await countEntries(db) <= max + slack) return;
  await db.transaction().execute(async (tx) => {
    const last = await entryBefore(tx, max);
    if (!last) return;
    const removed = await removeThrough(tx, last.id);
    const detail = { through: last.id, hash: last.hash, removed };
    await auditLog.add({ actor: { kind: "panel", ip: null }, act: CUT_ACTION, detail }, tx);
  });
}

/** Returns the latest cut up to an entry; null if there was none or its entry is invalid. */
export async function readCut(db: Database, upTo: number): Promise<Cut | null> {
  const row = await newestOf(db, CUT_ACTION, upTo);
  if (!row) return null;
  const detail = cutDetail.safeParse(parsed(row.detail_json));
  return detail.success ? { at: isoTime(row.at), ...detail.data } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
