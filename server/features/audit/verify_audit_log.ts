// Verifies that the audit log is unchanged. Whoever can write to the database and knows the algorithm can
// forge the whole chain; anything less is detected.
import type { AuditProblem, AuditVerdict } from "../../contract/audit_log.ts";
import type { Database } from "../../engine/store.ts";
import { type Cut, readCut } from "./trim_audit_log.ts";
import { type EntryRow, findBeyondHead, readAfter, readHead } from "./store.ts";
import { entryHash, FIRST_HASH } from "./audit_log.ts";
import { isoTime } from "../../platform/iso_time.ts";

/** Number of entries read before yielding. */
const BATCH = 500;

interface LogPosition {
  id: number;
  hash: string;
}

/**
 * Verifies the chain from the oldest entry to what was the latest at the start; `pause` yields between
 * batches.
 */
export async function verifyAuditLog(db: Database, pause: () => Promise<void>): Promise<AuditVerdict> {
  const head = await readHead(db);
  const cut = head ? await readCut(db, head.entry_id) : null;
  const verdict = (checked: number, broken: AuditVerdict["broken"]) => ({
    intact: broken === null,
    checked,
    broken,
    cut: cut && { at: cut.at, through: cut.through, removed: cut.removed },
  });
  const end = head?.entry_id ?? 0;
  let position = startOf(cut);
  let checked = 0;
  for (;;) {
    const rows = (await readAfter(db, position.id, BATCH)).filter(({ id }) =>
      head === undefined || id <= end
    );
    for (const row of rows) {
      const error = errorOf(row, position);
      checked++;
      if (error) return verdict(checked, describe(row, error));
      position = row;
    }
    if (rows.length < BATCH) break;
    await pause();
  }
  const whole = head === undefined ? checked === 0 : position.id === end && position.hash === head.hash;
  if (!whole) return verdict(checked, { id: Math.max(1, position.id), at: null, fault: "end_missing" });
  const added = await findBeyondHead(db);
  return verdict(checked, added ? describe(added, "changed") : null);
}

function startOf(cut: Cut | null): LogPosition {
  return cut ? { id: cut.through, hash: cut.hash } : { id: 0, hash: FIRST_HASH };
}

// A gap in the ids alone is not an error: a database may assign ids that are then not used.
function errorOf(row: EntryRow, before: LogPosition): AuditProblem | null {
  if (row.hash === entryHash(before.hash, row)) return null;
  return row.id === before.id + 1 ? "changed" : "missing";
}

function describe({ id, at }: EntryRow, error: AuditProblem): NonNullable<AuditVerdict["broken"]> {
  return { id, at: isoTime(at), fault: error };
}
