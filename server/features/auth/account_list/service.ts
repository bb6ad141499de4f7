import { AppError } from "../../../contract/app_error.ts";
import type { AccountChange, AccountEntry } from "../../../contract/accounts.ts";
import type { Parsed } from "../../../contract/parsed.ts";
import type { Base } from "../../../engine/base.ts";
import type { Tx } from "../../../engine/store.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { type AccountRow, accountUpdated, secondFactorChanged, updateAccount } from "../account_store.ts";
import { removeSecondFactor } from "../second_factor.ts";
import { labelsOf, type Sessions } from "../sessions.ts";
import { checkLabels } from "./role_labels.ts";
import { countOtherAdministrators, deleteAccount, listAccounts, type ListedAccount } from "./store.ts";

export interface AccountListOptions extends Pick<Base, "db" | "clock" | "bus"> {
  sessions: Pick<Sessions, "endAllOf" | "notifyChanged">;
  /** Publishes that what the applications of an account may do has changed. */
  notifyApplications(accountId: number): Promise<void>;
}

/** All accounts of the panel, as its administrators manage them. */
export class AccountList {
  constructor(private readonly options: AccountListOptions) {}

  async list(): Promise<AccountEntry[]> {
    const rows = await listAccounts(this.options.db);
    return rows.map(toEntry);
  }

  /**
   * Changes role, labels or whether an account can log in; it applies to open sessions at once. Throws `not_found`,
   * `stale_version`, `last_administrator` or `validation_failed`.
   */
  async update(id: number, change: Parsed<AccountChange>, ifMatch: number | null): Promise<AccountEntry> {
    const { db, clock, sessions, notifyApplications } = this.options;
    const now = clock.now();
    const isEnded = await db.transaction().execute(async (tx) => {
      const row = await found(tx, id);
      if (ifMatch !== null && ifMatch !== row.version) throw new AppError("stale_version");
      const role = change.role ?? row.role;
      const labels = change.labels === undefined ? labelsOf(row) : change.labels;
      // Whoever becomes an administrator is one of the whole panel.
      const scope = change.labels === undefined && role === "administrator" ? null : labels;
      checkLabels({ role, labels: scope });
      const isDisabled = change.disabled ?? row.disabled_at !== null;
      if (role !== "administrator" || isDisabled) await this.#keepAdministrator(tx, row);
      await updateAccount(tx, id, {
        role,
        labels_json: scope && JSON.stringify(scope),
        disabled_at: isDisabled ? row.disabled_at ?? now : null,
      }, now);
      return isDisabled;
    });
    if (isEnded) await sessions.endAllOf(id);
    else await sessions.notifyChanged(id);
    await notifyApplications(id);
    this.#publish(id);
    return await this.#get(id);
  }

  /** Deletes an account; its name stays in the audit log. Returns the name. Throws `not_found`, `last_administrator`. */
  async remove(id: number): Promise<string> {
    const { db, sessions } = this.options;
    const name = await db.transaction().execute(async (tx) => {
      const row = await found(tx, id);
      await this.#keepAdministrator(tx, row);
      await deleteAccount(tx, id);
      return row.username;
    });
    // Without the account, they are valid for nothing any more.
    await sessions.endAllOf(id);
    this.#publish(id);
    return name;
  }

  /** Ends all sessions of an account; returns its name. Throws `not_found`. */
  async endSessions(id: number): Promise<string> {
    const { username } = await this.#get(id);
    await this.options.sessions.endAllOf(id);
    this.#publish(id);
    return username;
  }

  /**
   * Removes the second factor of somebody who has lost it, and ends the sessions. Returns the name. Throws `not_found`,
   * `second_factor_inactive`.
   */
  async removeSecondFactor(id: number): Promise<string> {
    const { db, clock, bus, sessions } = this.options;
    const now = clock.now();
    const name = await db.transaction().execute(async (tx) => {
      const row = await found(tx, id);
      if (row.factor_secret === null) throw new AppError("second_factor_inactive");
      await removeSecondFactor(tx, id, now);
      return row.username;
    });
    await sessions.endAllOf(id);
    bus.publish(secondFactorChanged(id, now));
    this.#publish(id);
    return name;
  }

  async #get(id: number): Promise<AccountEntry> {
    const [row] = await listAccounts(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return toEntry(row);
  }

  async #keepAdministrator(tx: Tx, { id, role, disabled_at }: AccountRow): Promise<void> {
    const isActive = role === "administrator" && disabled_at === null;
    if (isActive && await countOtherAdministrators(tx, id) === 0) throw new AppError("last_administrator");
  }

  #publish(id: number): void {
    const { bus, clock } = this.options;
    const now = clock.now();
    bus.publish(accountUpdated(id, now));
    bus.publish({ topic: "accounts", type: "account:changed", id, version: 0, at: isoTime(now) });
  }
}

function toEntry(row: ListedAccount): AccountEntry {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    labels: labelsOf(row),
    disabled: row.disabled_at !== null,
    secondFactor: row.factor_secret !== null,
    passkeys: Number(row.passkeys),
    sessions: Number(row.sessions),
    lastLoginAt: isoTime(row.last_login_at),
    createdAt: isoTime(row.created_at),
    version: row.version,
  };
}

async function found(tx: Tx, id: number): Promise<AccountRow> {
  const row = await tx.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}
