import assert from "node:assert/strict";
import { join } from "node:path";
import type { Database } from "../../engine/store.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { Sealer } from "../../platform/seal.ts";
import { readyDatabase } from "./ready_database.ts";

const now = 1_767_225_600_000;

interface Folders {
  root: string;
  staged: string;
}

/** Adds rows to the database in a folder. */
type Fill = (db: Database, folder: string) => Promise<void>;

/** Creates a data folder and an unpacked backup of it, with the given rows in both databases. */
async function inFolders(
  rows: { then: Fill; now: Fill | null },
  action: (folders: Folders) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-credentials-" });
  const staged = join(root, "restore-1");
  try {
    await Deno.mkdir(staged);
    await fill(staged, rows.then);
    if (rows.now) await fill(root, rows.now);
    await action({ root, staged });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function fill(folder: string, add: Fill): Promise<void> {
  const db: Database = openDatabase<Tables>(join(folder, "sundial.sqlite"));
  await migrateDatabase(db, migrations);
  await add(db, folder);
  await db.destroy();
}

function ready({ root, staged }: Folders): void {
  readyDatabase({
    path: join(staged, "sundial.sqlite"),
    present: join(root, "sundial.sqlite"),
    now,
    restored: { from: "x", parts: ["database"] },
  });
}

async function read<T>({ staged }: Folders, query: (db: Database) => Promise<T>): Promise<T> {
  const db: Database = openDatabase<Tables>(join(staged, "sundial.sqlite"));
  try {
    // Rows have no prototype.
    return JSON.parse(JSON.stringify(await query(db)));
  } finally {
    await db.destroy();
  }
}

function account(values: { username: string; password_hash: string; factor_secret?: string | null }) {
  return { id: 1, created_at: 1, updated_at: 1, version: 1, factor_secret: null, ...values };
}

function passkey(credential: string, counter = 0) {
  return {
    account_id: 1,
    credential_id: credential,
    public_key: "key",
    algorithm: "ES256" as const,
    counter,
    host: "here",
    name: credential,
    synced: 0 as const,
    transports_json: "[]",
    created_at: 1,
    last_used_at: null,
  };
}

function application(client: string, secret: string, scopes = '["tasks:read"]') {
  return {
    name: client,
    client_id: client,
    secret_hash: secret,
    scopes_json: scopes,
    last_used_at: null,
    created_at: 1,
    updated_at: 1,
    version: 1,
  };
}

Deno.test("credentials: after a restore, account, recovery codes and passkeys are the current ones", async () => {
  await inFolders({
    then: async (db) => {
      await db.insertInto("account").values({
        ...account({ username: "then", password_hash: "old password" }),
        avatar_hash: "picture of then",
      }).execute();
      await db.insertInto("passkey").values([passkey("stolen"), passkey("mine", 1)]).execute();
      const codes = ["used since", "replaced since"].map((code_hash) => ({ account_id: 1, code_hash }));
      await db.insertInto("recovery_code").values(codes.map((code) => ({ ...code, used_at: null })))
        .execute();
    },
    now: async (db) => {
      await db.insertInto("account").values(account({ username: "now", password_hash: "new password" }))
        .execute();
      await db.insertInto("passkey").values([passkey("mine", 7), passkey("added")]).execute();
      await db.insertInto("recovery_code").values([
        { account_id: 1, code_hash: "used since", used_at: 5 },
        { account_id: 1, code_hash: "fresh", used_at: null },
      ]).execute();
    },
  }, async (folders) => {
    ready(folders);
    const found = await read(folders, async (db) => ({
      accounts: await db.selectFrom("account").select(["username", "password_hash", "avatar_hash"]).execute(),
      passkeys: await db.selectFrom("passkey").select(["credential_id", "counter"]).orderBy("id").execute(),
      codes: await db.selectFrom("recovery_code").select(["code_hash", "used_at"]).orderBy("id").execute(),
    }));
    assert.deepEqual(found, {
      accounts: [{ username: "now", password_hash: "new password", avatar_hash: "picture of then" }],
      passkeys: [{ credential_id: "mine", counter: 7 }, { credential_id: "added", counter: 0 }],
      codes: [{ code_hash: "used since", used_at: 5 }, { code_hash: "fresh", used_at: null }],
    });
  });
});

Deno.test("credentials: providers and identities are the current ones, with a secret that the coming key opens", async () => {
  const provider = (name: string, secret_sealed: string) => ({
    ...{ id: 1, name, issuer: "https://id.example.org", client_id: "c", secret_sealed, scopes: "openid" },
    ...{ create_accounts: 0 as const, match_email: 0 as const, role_claim: null, roles_json: "[]" },
    ...{ default_role: null, created_at: 1, updated_at: 1, version: 1 },
  });
  const identity = (subject: string) => ({
    ...{ provider_id: 1, account_id: 1, subject, email: null, created_at: 1, last_login_at: null },
  });
  await inFolders({
    then: async (db, folder) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
      const sealed = new Sealer(folder).seal("secret of then", "identity_provider");
      await db.insertInto("identity_provider").values(provider("then", sealed)).execute();
      await db.insertInto("account_identity").values(identity("unlinked since")).execute();
    },
    now: async (db, folder) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
      const sealed = new Sealer(folder).seal("secret of now", "identity_provider");
      await db.insertInto("identity_provider").values(provider("now", sealed)).execute();
      await db.insertInto("account_identity").values(identity("mine")).execute();
    },
  }, async (folders) => {
    ready(folders);
    const { name, secret_sealed, subjects } = await read(folders, async (db) => ({
      ...await db.selectFrom("identity_provider").selectAll().executeTakeFirstOrThrow(),
      subjects: (await db.selectFrom("account_identity").select("subject").execute()).map((one) =>
        one.subject
      ),
    }));
    assert.deepEqual([name, subjects], ["now", ["mine"]]);
    assert.equal(new Sealer(folders.staged).open(secret_sealed!, "identity_provider"), "secret of now");
  });
});

Deno.test("credentials: an application keeps its current secret and scopes, a deleted one returns suspended", async () => {
  await inFolders({
    then: async (db) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
      await db.insertInto("application").values([
        application("same", "leaked secret", '["system:write"]'),
        application("deleted", "secret of then"),
      ]).execute();
    },
    now: async (db) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
      await db.insertInto("application").values([
        application("same", "new secret"),
        { ...application("suspended", "s"), suspended_at: 3 },
      ]).execute();
    },
  }, async (folders) => {
    ready(folders);
    const found = await read(
      folders,
      async (db) =>
        await db.selectFrom("application").select(["client_id", "secret_hash", "scopes_json", "suspended_at"])
          .orderBy("id").execute(),
    );
    assert.deepEqual(found, [
      { client_id: "same", secret_hash: "new secret", scopes_json: '["tasks:read"]', suspended_at: null },
      {
        client_id: "deleted",
        secret_hash: "secret of then",
        scopes_json: '["tasks:read"]',
        suspended_at: now,
      },
    ]);
  });
});

Deno.test("credentials: the current second factor is sealed with the key from the backup", async () => {
  const key = (byte: number) => new Uint8Array(32).fill(byte);
  await inFolders({
    then: async (db) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
    },
    now: null,
  }, async (folders) => {
    await Deno.writeFile(join(folders.root, "secret.key"), key(1));
    await Deno.writeFile(join(folders.staged, "secret.key"), key(2));
    const factor_secret = new Sealer(folders.root).seal("the factor", "second_factor");
    await fill(folders.root, async (db) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p", factor_secret }))
        .execute();
    });
    ready(folders);
    const [found] = await read(
      folders,
      async (db) => await db.selectFrom("account").select("factor_secret").execute(),
    );
    assert.equal(new Sealer(folders.staged).open(found?.factor_secret ?? "", "second_factor"), "the factor");
  });
});

Deno.test("credentials: without current ones, the account is from the backup and applications are suspended", async () => {
  await inFolders({
    then: async (db) => {
      await db.insertInto("account").values(account({ username: "a", password_hash: "p" })).execute();
      await db.insertInto("application").values(application("one", "s")).execute();
    },
    now: null,
  }, async (folders) => {
    ready(folders);
    const found = await read(folders, async (db) => [
      await db.selectFrom("account").select("username").execute(),
      await db.selectFrom("application").select("suspended_at").execute(),
    ]);
    assert.deepEqual(found, [[{ username: "a" }], [{ suspended_at: now }]]);
  });
});

Deno.test("credentials: after a restore, roles, invitations and owners of applications are the current ones", async () => {
  const invitation = (name: string) => ({
    ...{ token_hash: name, role: "administrator", username: name, created_by: "mira" } as const,
    ...{ created_at: 1, expires_at: 9e15 },
  });
  await inFolders({
    then: async (db) => {
      const jon = { ...account({ username: "jon", password_hash: "p" }), role: "administrator" as const };
      await db.insertInto("account").values(jon).execute();
      await db.insertInto("invitation").values(invitation("withdrawn since")).execute();
      await db.insertInto("application").values([
        { ...application("kept", "s"), account_id: null },
        { ...application("deleted since", "s"), account_id: 1 },
      ]).execute();
    },
    now: async (db) => {
      const labels_json = '["shop"]';
      const jon = {
        ...account({ username: "jon", password_hash: "p" }),
        role: "viewer" as const,
        labels_json,
      };
      await db.insertInto("account").values({ ...jon, disabled_at: 7 }).execute();
      await db.insertInto("invitation").values(invitation("open")).execute();
      await db.insertInto("application").values({ ...application("kept", "s"), account_id: 1 }).execute();
    },
  }, async (folders) => {
    ready(folders);
    const found = await read(folders, async (db) => ({
      accounts: await db.selectFrom("account").select(["role", "labels_json", "disabled_at"]).execute(),
      invitations: await db.selectFrom("invitation").select("username").execute(),
      owners: await db.selectFrom("application").select(["name", "account_id"]).orderBy("id").execute(),
    }));
    assert.deepEqual(found, {
      accounts: [{ role: "viewer", labels_json: '["shop"]', disabled_at: 7 }],
      invitations: [{ username: "open" }],
      owners: [{ name: "kept", account_id: 1 }, { name: "deleted since", account_id: null }],
    });
  });
});

Deno.test("credentials: after a restore, views belong to the current accounts of their owners", async () => {
  const person = (id: number, username: string, created_at: number) => ({
    ...account({ username, password_hash: "p" }),
    ...{ id, created_at, role: id === 1 ? "administrator" as const : "viewer" as const },
  });
  const view = (name: string, account_id: number | null) => ({
    ...{ name, account_id, shared: 0 as const, conditions_json: "[]", relation: "and" as const },
    ...{ sort_json: "[]", position: 0, hidden: 0 as const, created_at: 1, updated_at: 1, version: 1 },
  });
  await inFolders({
    then: async (db) => {
      await db.insertInto("account").values([
        person(1, "mira", 10),
        person(2, "renamed since", 20),
        person(3, "moved", 30),
        person(4, "deleted since", 40),
      ]).execute();
      await db.insertInto("view").values([
        ...[view("of mira", 1), view("of two", 2), view("of moved", 3), view("of nobody", 4)],
        view("of the panel", null),
      ]).execute();
      await db.insertInto("view_position").values([
        { account_id: 1, view_id: 5, position: 1 },
        { account_id: 3, view_id: 5, position: 0 },
        { account_id: 4, view_id: 5, position: 3 },
      ]).execute();
    },
    now: async (db) => {
      await db.insertInto("account").values([
        ...[person(1, "mira", 10), person(2, "two", 20), person(3, "somebody else", 35)],
        person(7, "moved", 50),
      ]).execute();
    },
  }, async (folders) => {
    ready(folders);
    const found = await read(folders, async (db) => ({
      views: await db.selectFrom("view").select(["name", "account_id"]).orderBy("id").execute(),
      positions: await db.selectFrom("view_position").select("account_id").orderBy("account_id").execute(),
    }));
    assert.deepEqual(found, {
      views: [
        { name: "of mira", account_id: 1 },
        { name: "of two", account_id: 2 },
        { name: "of moved", account_id: 7 },
        { name: "of nobody", account_id: 1 },
        { name: "of the panel", account_id: null },
      ],
      positions: [{ account_id: 1 }, { account_id: 7 }],
    });
  });
});
