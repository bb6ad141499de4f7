// The audit log is not subject to how long logs are kept. What bounds it is a number of entries so large that only programs
// reach it; then the oldest go, and the cut itself is an entry that names the hash from which the chain goes on.
import * as z from "zod";
import type { Database } from "../../engine/store.ts";
import { countEntries, entryBefore, newestOf, removeThrough } from "./store.ts";
import type { AuditLogWriter } from "./audit_log.ts";

/** Entries kept at least; about 40 MB. */
export const MAX_ENTRIES = 200_000;
/** Entries beyond it before some are cut: a cut is an entry too, and should be rare. */
const SLACK = 1000;
export const CUT_ACTION = "audit-log.cut";

const cutDetail = z.object({ through: z.int(), hash: z.string(), removed: z.int() });

export interface Cut extends z.infer<typeof cutDetail> {
  at: string;
}

/** Removes the oldest entries beyond `most`, writing down from where the chain goes on; for the housekeeping. */
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

/** Finds the newest cut, up to an entry; null when nothing was ever cut, or what says so makes no sense. */
export async function readCut(db: Database, upTo: number): Promise<Cut | null> {
  const row = await newestOf(db, CUT_ACTION, upTo);
  if (!row) return null;
  const detail = cutDetail.safeParse(parsed(row.detail_json));
  return detail.success ? { at: new Date(row.at).toISOString(), ...detail.data } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
