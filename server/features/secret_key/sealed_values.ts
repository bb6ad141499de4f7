// Everything in the database that is sealed, with what it belongs to: what a lost key takes with it.
import type { SealedKind } from "../../contract/sealed_kinds.ts";
import type { Database } from "../../engine/store.ts";
import type { SealPurpose } from "../../platform/seal.ts";
import { storedJson } from "../../platform/stored_json.ts";

export interface SealedValue {
  kind: SealedKind;
  /** Name of what it belongs to: of a variable, a subscription, a channel, a settings row, an account, an identity provider; the id of a run. */
  name: string;
  sealed: string;
  purpose: SealPurpose;
}

/** Sealed rows of settings; the passphrase of automatic backups is one of them. */
const settingPurposes: Record<string, SealPurpose> = {
  proxy: "setting",
  sshKey: "setting",
  backupPassphrase: "backup",
};

/** Lists all sealed values that the panel still needs; finished runs keep theirs only for a retry. */
export async function listSealedValues(db: Database): Promise<SealedValue[]> {
  const lists = await Promise.all([
    ofVariables(db),
    ofSubscriptions(db),
    ofChannels(db),
    ofSettings(db),
    ofAccounts(db),
    ofProviders(db),
    ofRuns(db),
    ofWebhooks(db),
  ]);
  return lists.flat();
}

async function ofVariables(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("variable").select(["name", "value"]).where("secret", "=", 1)
    .orderBy("position").orderBy("id").execute();
  return rows.map(({ name, value }) => ({ kind: "variable", name, sealed: value, purpose: "variable" }));
}

async function ofSubscriptions(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("subscription")
    .select(["name", "password_sealed", "private_key_sealed", "proxy_sealed"]).orderBy("id").execute();
  return rows.flatMap(({ name, password_sealed, private_key_sealed, proxy_sealed }) =>
    present([password_sealed, private_key_sealed, proxy_sealed]).map((sealed): SealedValue => ({
      kind: "subscription",
      name,
      sealed,
      purpose: "subscription",
    }))
  );
}

async function ofChannels(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("channel").select(["name", "type", "account_id", "secrets", "proxy"])
    .orderBy("id").execute();
  return rows.flatMap(({ name, type, account_id, secrets, proxy }) =>
    present([sealedIn(secrets), sealedIn(proxy)]).map((sealed): SealedValue => ({
      kind: "channel",
      // Only its owner knows the name of an account's channel.
      name: account_id === null ? name : type,
      sealed,
      purpose: "notification",
    }))
  );
}

async function ofSettings(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("setting").select(["name", "value_json"])
    .where("name", "in", Object.keys(settingPurposes)).execute();
  return rows.flatMap(({ name, value_json }) => {
    const sealed = sealedIn(value_json) ?? storedJson<string>(value_json, "");
    const purpose = settingPurposes[name];
    return sealed && purpose ? [{ kind: "setting", name, sealed, purpose }] : [];
  });
}

async function ofAccounts(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("account").select(["username", "factor_secret"])
    .where("factor_secret", "is not", null).execute();
  return rows.map(({ username, factor_secret }) => ({
    kind: "second_factor",
    name: username,
    sealed: factor_secret ?? "",
    purpose: "second_factor",
  }));
}

async function ofProviders(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("identity_provider").select(["name", "secret_sealed"]).orderBy("id")
    .execute();
  return rows.flatMap(({ name, secret_sealed }) =>
    present([secret_sealed]).map((sealed): SealedValue => ({
      kind: "identity_provider",
      name,
      sealed,
      purpose: "identity_provider",
    }))
  );
}

async function ofRuns(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("run").select(["id", "request_json"])
    .where("finished_at", "is", null).where("request_json", "is not", null).execute();
  return rows.flatMap(({ id, request_json }) =>
    present([sealedIn(request_json), sealedIn(request_json, "sealedParameters")]).map((
      sealed,
    ): SealedValue => ({
      kind: "run",
      name: String(id),
      sealed,
      purpose: "run",
    }))
  );
}

async function ofWebhooks(db: Database): Promise<SealedValue[]> {
  const rows = await db.selectFrom("webhook").innerJoin("task", "task.id", "webhook.task_id")
    .select(["task.name", "webhook.secret_sealed"]).orderBy("task.id").execute();
  return rows.map(({ name, secret_sealed }) => ({
    ...{ kind: "webhook", name, sealed: secret_sealed, purpose: "webhook" },
  }));
}

function sealedIn(json: string | null, field: "sealed" | "sealedParameters" = "sealed"): string | null {
  return storedJson<Partial<Record<typeof field, string>>>(json, {})[field] ?? null;
}

function present(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}
