import { randomInt } from "node:crypto";
import type { Database, Tx } from "../../engine/store.ts";
import { sha256 } from "./tokens.ts";

// Without signs that look like others: 0 O 1 I L.
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const GROUPS = 4;
const GROUP = 4;
const COUNT = 10;

/** Makes ten codes like `K7WM-2PQX-9ABC-DEFG`, of 79 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Puts new codes in the place of those an account had. */
export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: number,
  codes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(tx, accountId);
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(code), used_at: null }));
  await tx.insertInto("recovery_code").values(rows).execute();
}

/** Removes the codes of an account. */
export async function removeRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
}

/** Uses a code up; tells whether it was one that had not been used. Case, spaces and dashes do not matter. */
export async function spendRecoveryCode(
  db: Database,
  spent: { accountId: number; code: string; now: number },
) {
  const { numUpdatedRows } = await db.updateTable("recovery_code").set({ used_at: spent.now })
    .where("account_id", "=", spent.accountId).where("code_hash", "=", hashOf(spent.code))
    .where("used_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the codes of an account that are left. */
export async function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  const row = await db.selectFrom("recovery_code").where("account_id", "=", accountId).where(
    "used_at",
    "is",
    null,
  )
    .select(({ fn }) => fn.countAll<number>().as("left")).executeTakeFirstOrThrow();
  return Number(row.left);
}

function hashOf(code: string): string {
  return sha256(code.toUpperCase().replace(/[^0-9A-Z]/g, ""));
}
