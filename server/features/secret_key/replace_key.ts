// The way out of a key that is lost for good: what was sealed with it is given up, and everything else stays.
import { existsSync, renameSync } from "node:fs";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Sealer } from "../../platform/seal.ts";
import { AuditLogWriter } from "../audit/audit_log.ts";
import { removeSecondFactor } from "../auth/second_factor.ts";
import { replaceCheckValue } from "./check_key.ts";
import type { LostSecrets } from "./lost_secrets.ts";

export interface ReplacedKey {
  /** Where the unusable file was put; null when there was none. */
  setAside: string | null;
}

/**
 * Makes the key file the key of the database; a file without a key is set aside and replaced. Lost secrets stay stored and
 * cannot be decrypted, except second factors: their accounts could not log in. Throws file system and database errors.
 */
export async function replaceKey(
  { db, sealer, clock }: { db: Database; sealer: Sealer; clock: Clock },
  lost: LostSecrets,
): Promise<ReplacedKey> {
  const setAside = sealer.findProblem() === null || !existsSync(sealer.file)
    ? null
    : `${sealer.file}.before-${clock.now()}`;
  if (setAside !== null) renameSync(sealer.file, setAside);
  sealer.ensureKey();
  const audit = new AuditLogWriter({ db, clock });
  await db.transaction().execute(async (tx) => {
    const locked = lost.get("second_factor") ?? [];
    for (const { id, username } of await tx.selectFrom("account").select(["id", "username"]).execute()) {
      if (locked.includes(username)) await removeSecondFactor(tx, id, clock.now());
    }
    await audit.add({
      actor: { kind: "operator", ip: null },
      act: "key.replaced-key",
      detail: Object.fromEntries(lost),
    }, tx);
  });
  await replaceCheckValue(db, sealer);
  return { setAside };
}
