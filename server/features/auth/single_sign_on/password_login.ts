// Whether people may log in with a password. Without it, somebody must still be able to repair the other ways.
import { AppError } from "../../../contract/app_error.ts";
import type { Database, Tx } from "../../../engine/store.ts";

/** How many administrators must be able to log in otherwise before passwords can be turned off. */
const NEEDED = 2;

/** Counts the active administrators that can log in by a provider or a passkey. */
export async function countOtherLogins(db: Database | Tx): Promise<number> {
  const { count } = await db.selectFrom("account").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "administrator").where("disabled_at", "is", null)
    .where((account) =>
      account.or([
        account.exists(
          account.selectFrom("account_identity").select("account_identity.id")
            .innerJoin("identity_provider", "identity_provider.id", "account_identity.provider_id")
            .whereRef("account_identity.account_id", "=", "account.id"),
        ),
        account.exists(
          account.selectFrom("passkey").select("passkey.id").whereRef(
            "passkey.account_id",
            "=",
            "account.id",
          ),
        ),
      ])
    ).executeTakeFirstOrThrow();
  return Number(count);
}

/** Refuses to turn off passwords while too few administrators could log in. Throws `too_few_other_logins`. */
export async function checkPasswordSetting(
  tx: Tx,
  { passwordLogin }: { passwordLogin?: boolean | undefined },
  before: { passwordLogin: boolean },
): Promise<void> {
  if (passwordLogin !== false || !before.passwordLogin) return;
  if (await countOtherLogins(tx) < NEEDED) throw new AppError("too_few_other_logins", { needed: NEEDED });
}

export interface PasswordLoginOptions {
  db: Database;
  settings: {
    current(): { passwordLogin: boolean };
    /** Reads what another process has changed: `sundial reset-password` turns passwords on again. */
    refresh(): Promise<void>;
  };
}

/**
 * Returns whether passwords log in. They do so in spite of the setting when no administrator is left who can log in
 * otherwise, such as when the only provider was removed.
 */
export async function isPasswordAllowed({ db, settings }: PasswordLoginOptions): Promise<boolean> {
  if (settings.current().passwordLogin) return true;
  await settings.refresh();
  return settings.current().passwordLogin || await countOtherLogins(db) === 0;
}
