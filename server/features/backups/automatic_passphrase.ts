import type { Database } from "../../engine/store.ts";
import { type Sealer, withSealErrors } from "../../platform/seal.ts";

/** Settings row that stores the sealed passphrase; no setting that is ever sent has this name. */
const ROW = "backupPassphrase";

/** The passphrase of automatic backups: write-only for clients. */
export class AutomaticPassphrase {
  constructor(private readonly options: { db: Database; sealer: Sealer }) {}

  async isSet(): Promise<boolean> {
    return await this.#read() !== undefined;
  }

  /** Sets the passphrase; null removes it. Throws `secret_key_wrong`. */
  async set(passphrase: string | null): Promise<void> {
    const { db, sealer } = this.options;
    if (passphrase === null) return void await db.deleteFrom("setting").where("name", "=", ROW).execute();
    const value_json = JSON.stringify(withSealErrors(() => sealer.seal(passphrase, "backup")));
    await db.insertInto("setting").values({ name: ROW, value_json })
      .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
  }

  /** Returns the passphrase; undefined if there is none. Throws `secret_key_wrong`. */
  async open(): Promise<string | undefined> {
    const sealed = await this.#read();
    return sealed === undefined
      ? undefined
      : withSealErrors(() => this.options.sealer.open(String(JSON.parse(sealed)), "backup"));
  }

  async #read(): Promise<string | undefined> {
    const row = await this.options.db.selectFrom("setting").select("value_json").where("name", "=", ROW)
      .executeTakeFirst();
    return row?.value_json;
  }
}
