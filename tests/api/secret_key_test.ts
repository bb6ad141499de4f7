// A key that is lost, damaged or of another panel: nothing that opens the data goes on without saying so.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { findProblemOfKey } from "../../server/cli/key_of_database.ts";
import { describeKeyProblem } from "../../server/cli/key_messages.ts";
import { loadEnvironment } from "../../server/cli/task_environment.ts";
import type { Database } from "../../server/engine/store.ts";
import { RESTORED_SETTING } from "../../server/features/backups/ready_database.ts";
import { KEY_CHECK_SETTING } from "../../server/features/secret_key/key_setting.ts";
import { WrongKeyError } from "../../server/features/secret_key/check_key.ts";
import { listLostSecrets } from "../../server/features/secret_key/lost_secrets.ts";
import { replaceKey } from "../../server/features/secret_key/replace_key.ts";
import { listSealedValues } from "../../server/features/secret_key/sealed_values.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { readConfig } from "../../server/platform/config.ts";
import { KEY_FILE, type KeyProblem, Sealer } from "../../server/platform/seal.ts";
import { SystemLogFiles } from "../../server/platform/system_log/system_log_files.ts";
import { openFoundation } from "../../server/services/foundation.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { sqliteDatabase } from "../support/panel_database.ts";
import { writeFreshDatabase } from "../support/fresh_database.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A data folder that can be started and stopped. */
class Scene implements AsyncDisposable {
  readonly key: string;

  private constructor(readonly dataDir: string) {
    this.key = join(dataDir, KEY_FILE);
  }

  static async open(): Promise<Scene> {
    const dataDir = await Deno.makeTempDir({ prefix: "sundial-key-" });
    await writeFreshDatabase(join(dataDir, "sundial.sqlite"));
    return new Scene(dataDir);
  }

  /** Starts what a panel starts first, and stops it. */
  async start(): Promise<void> {
    const clock = systemClock;
    const config = readConfig(new Map(), { SUNDIAL_DATA_DIR: this.dataDir });
    const systemLog = new SystemLogFiles({ clock });
    try {
      const machine = { clock, logger: silent, systemLog, restart: null, isTrial: true };
      const foundation = await openFoundation(config, machine);
      await foundation.disk.close();
      await foundation.audit.close();
      await foundation.close();
    } finally {
      await systemLog.close();
    }
  }

  async withDatabase<T>(action: (db: Database) => Promise<T>): Promise<T> {
    await using db = await sqliteDatabase(this.dataDir).open();
    return await action(db);
  }

  /** Stores a variable whose value only the present key opens. */
  async addSecret(name: string): Promise<void> {
    const value = new Sealer(this.dataDir).seal("a value", "variable");
    const row = { name, value, secret: 1, enabled: 1, remarks: "", labels_json: "[]", position: 1 } as const;
    await this.withDatabase((db) =>
      db.insertInto("variable").values({ ...row, created_at: 1, updated_at: 1, version: 1 }).execute()
    );
  }

  problem(): Promise<KeyProblem | null> {
    return findProblemOfKey({ root: this.dataDir, file: this.key, databaseUrl: null });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeDataDir(this.dataDir);
  }
}

const problems: [KeyProblem, (key: string) => Promise<void>][] = [
  ["missing", (key) => Deno.remove(key)],
  ["malformed", (key) => Deno.truncate(key, 31)],
  ["malformed", (key) => Deno.truncate(key, 0)],
  ["malformed", (key) => Deno.writeTextFile(key, "one byte more", { append: true })],
  ["other", (key) => Deno.writeFile(key, crypto.getRandomValues(new Uint8Array(32)))],
  ["unreadable", async (key) => {
    await Deno.remove(key);
    await Deno.mkdir(key);
  }],
];

for (const [problem, break_] of problems) {
  Deno.test(`key: one that is ${problem} is named by everything that opens the data`, async () => {
    await using scene = await Scene.open();
    await scene.start();
    assert.equal(await scene.problem(), null);
    await break_(scene.key);
    assert.equal(await scene.problem(), problem);
    const before = readdirSync(scene.dataDir);
    const isExpected = (error: unknown) => {
      assert.ok(error instanceof WrongKeyError, String(error));
      assert.equal(error.problem, problem);
      for (const language of ["en", "zh"] as const) {
        const text = describeKeyProblem(error, language);
        assert.ok(text.includes(scene.key) && !text.includes("\n"), text);
      }
      return true;
    };
    await assert.rejects(scene.start(), isExpected);
    const options = { zone: "UTC", mirrors: {} } as unknown as Parameters<typeof loadEnvironment>[2];
    await assert.rejects(loadEnvironment(scene.dataDir, {}, options), isExpected);
    assert.deepEqual(readdirSync(scene.dataDir).sort(), before.sort(), "no key was made");
  });
}

Deno.test("key: the first start makes it, for its owner only, and a check value", async () => {
  await using scene = await Scene.open();
  assert.deepEqual([await scene.problem(), existsSync(scene.key)], [null, false]);
  await scene.start();
  assert.equal(statSync(scene.key).mode & 0o777, 0o600);
  const [row] = await scene.withDatabase((db) =>
    db.selectFrom("setting").selectAll().where("name", "=", KEY_CHECK_SETTING).execute()
  );
  assert.match(row?.value_json ?? "", /^"s1:/);
});

Deno.test("key: an installation without a check value gets one once its key opens what is stored", async () => {
  await using scene = await Scene.open();
  await scene.addSecret("OLD");
  const right = await Deno.readFile(scene.key);
  await Deno.writeFile(scene.key, crypto.getRandomValues(new Uint8Array(32)));
  assert.equal(await scene.problem(), "other");
  await assert.rejects(scene.start(), WrongKeyError);
  await Deno.remove(scene.key);
  assert.equal(await scene.problem(), "missing");
  await assert.rejects(scene.start(), WrongKeyError);
  await Deno.writeFile(scene.key, right);
  await scene.start();
  // Nothing but the check value tells it from now on.
  await scene.withDatabase((db) => db.deleteFrom("variable").execute());
  await Deno.writeFile(scene.key, crypto.getRandomValues(new Uint8Array(32)));
  assert.equal(await scene.problem(), "other");
});

Deno.test("key: a lost one is replaced, what it has sealed is listed, and second factors are turned off", async () => {
  await using scene = await Scene.open();
  await scene.start();
  await scene.addSecret("KEEP_OUT");
  const sealer = new Sealer(scene.dataDir);
  await scene.withDatabase(async (db) => {
    await db.insertInto("account").values({
      username: "mira",
      password_hash: "x",
      factor_secret: sealer.seal("TOTP", "second_factor"),
      created_at: 1,
      updated_at: 1,
      version: 1,
    }).execute();
    await db.insertInto("setting").values({
      name: "proxy",
      value_json: JSON.stringify({ sealed: sealer.seal("http://a:b@c", "setting"), shown: "http://a:***@c" }),
    }).execute();
    assert.equal((await listSealedValues(db)).length, 3);
  });
  await Deno.truncate(scene.key, 5);
  await scene.withDatabase(async (db) => {
    const broken = new Sealer(scene.dataDir);
    const lost = await listLostSecrets(db, broken);
    assert.deepEqual(Object.fromEntries(lost), {
      variable: ["KEEP_OUT"],
      setting: ["proxy"],
      second_factor: ["mira"],
    });
    const { setAside } = await replaceKey({ db, sealer: broken, clock: systemClock }, lost);
    assert.equal(statSync(setAside!).size, 5);
    const { factor_secret } = await db.selectFrom("account").select("factor_secret")
      .executeTakeFirstOrThrow();
    assert.equal(factor_secret, null);
    // It stays, so that it is known what to enter again.
    assert.equal((await db.selectFrom("variable").select("name").execute()).length, 1);
  });
  assert.equal(await scene.problem(), null);
  await scene.start();
});

Deno.test("key: a restore without its key continues with the one that is there, which counts from then on", async () => {
  await using scene = await Scene.open();
  await scene.start();
  await scene.addSecret("LEFT_BEHIND");
  await Deno.writeFile(scene.key, crypto.getRandomValues(new Uint8Array(32)));
  // What the last step of a restore leaves in the database.
  await scene.withDatabase(async (db) => {
    await db.deleteFrom("setting").where("name", "=", KEY_CHECK_SETTING).execute();
    await db.insertInto("setting").values({ name: RESTORED_SETTING, value_json: "{}" }).execute();
  });
  await scene.start();
  assert.equal(await scene.problem(), null);
  await Deno.writeFile(scene.key, crypto.getRandomValues(new Uint8Array(32)));
  assert.equal(await scene.problem(), "other");
});
