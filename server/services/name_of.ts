import { findAccountName } from "../features/auth/account_store.ts";
import type { Caller } from "../http/route.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Returns the name under which a change by this caller is recorded. */
export async function nameOf({ db }: Foundation, caller: Caller): Promise<string | null> {
  if (caller.kind === "person") return await findAccountName(db, caller.accountId);
  if (caller.kind === "nobody") return null;
  const row = await db.selectFrom("application").select("name").where("id", "=", caller.applicationId)
    .executeTakeFirst();
  return row?.name ?? `#${caller.applicationId}`;
}
