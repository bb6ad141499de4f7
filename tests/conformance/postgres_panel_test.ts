// A whole panel on PostgreSQL: start, a run, backup, restore, and moving its data there and back.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { asAppError } from "../../server/http/errors.ts";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { runSundial } from "../support/run_program.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

interface Scene {
  dataDir: string;
  keyFile: string;
  url: string;
  environment: Record<string, string>;
}

async function withScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  await using folder = await panelFolder();
  await using database = await databases.temporary();
  const [dataDir, { url }] = [folder.path, database];
  const keyFile = join(dataDir, "shared", "secret.key");
  await Deno.mkdir(join(dataDir, "shared"));
  await test({
    dataDir,
    keyFile,
    url,
    environment: { SUNDIAL_DATABASE_URL: url, SUNDIAL_KEY_FILE: keyFile },
  });
}

async function addTask(panel: PanelProcess, name: string): Promise<number> {
  const { id } = await panel.request("POST", "/tasks", { name, command: "echo done", schedules: "manual" });
  return id;
}

async function taskNames(panel: PanelProcess): Promise<string[]> {
  const { items } = await panel.request("GET", "/tasks");
  return items.map(({ name }: { name: string }) => name).sort();
}

Deno.test("postgres: a request for which no connection becomes free reports a busy database", async () => {
  await using database = await databases.temporary();
  const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 });
  // Dropping the database may end a connection that is still closing.
  pool.on("error", () => {});
  const held = await pool.connect();
  try {
    const error = await pool.query("select 1").catch((error: unknown) => error);
    assert.equal(asAppError(error, () => "a bug").code, "database_locked");
  } finally {
    held.release();
    await pool.end();
  }
});

Deno.test("postgres panel: starts, runs a task, reports its health and starts again with its data", () =>
  withScene(async ({ dataDir, keyFile, environment }) => {
    let id = 0;
    {
      await using panel = await PanelProcess.start({ dataDir, environment, setUp: true });
      await panel.logIn();
      id = await addTask(panel, "one");
      await panel.request("POST", "/tasks/run", { ids: [id] });
      const lastRun = await until("the run to end", async () => {
        const { lastRun } = await panel.request("GET", `/tasks/${id}`);
        return lastRun?.outcome ? lastRun : null;
      });
      assert.equal(lastRun.outcome, "succeeded");
      const health = await panel.request("GET", "/health");
      assert.deepEqual([health.status, health.database], ["ok", "postgres"]);
      assert.equal(typeof (await panel.request("GET", "/overview")).figures.running, "number");
    }
    assert.equal((await Deno.stat(keyFile)).mode! & 0o777, 0o600);
    assert.equal(existsSync(join(dataDir, "sundial.sqlite")), false);
    await using panel = await PanelProcess.start({ dataDir, environment });
    await panel.logIn();
    assert.deepEqual(await taskNames(panel), ["one"]);
  }));

Deno.test("postgres panel: a missing key file of a used database is no reason to make another", () =>
  withScene(async ({ dataDir, keyFile, environment }) => {
    {
      await using _panel = await PanelProcess.start({ dataDir, environment, setUp: true });
    }
    await Deno.remove(keyFile);
    const { code, err } = await runSundial(["serve", "--data-dir", dataDir], { env: environment });
    assert.deepEqual([code, existsSync(keyFile)], [1, false]);
    assert.match(err, /secret\.key is missing, .*Copy it from another machine/);
  }));

Deno.test("postgres panel: says in one sentence, without the password, why it does not start", () =>
  withScene(async ({ dataDir, url }) => {
    const start = (address: string) =>
      runSundial(["serve", "--data-dir", dataDir, "--port", "0"], { env: { SUNDIAL_DATABASE_URL: address } });
    const unreachable = await start("postgres://mira:hidden@127.0.0.1:1/panel");
    assert.equal(unreachable.code, 1);
    assert.match(
      unreachable.err,
      /database 127\.0\.0\.1:1\/panel: the server is unreachable \(ECONNREFUSED\)/,
    );
    const missing = await start(url.replace("sundial@", "sundial:hidden@").replace(/\w+$/, "nowhere"));
    assert.match(missing.err, /nowhere: there is no such database; create it first/);
    const wrong = await start("postgres://mira:hidden@127.0.0.1:port/panel");
    assert.equal(wrong.code, 2);
    for (const { err } of [unreachable, missing, wrong]) assert.doesNotMatch(err, /hidden/);
    for (const { err } of [unreachable, missing]) assert.equal(err.trim().split("\n").length, 1, err);
  }));

Deno.test("postgres panel: a backup is an archive of SQLite, and restoring it brings the data back", () =>
  withScene(async ({ dataDir, environment, url }) => {
    await using panel = await PanelProcess.start({ dataDir, environment, setUp: true });
    await panel.logIn();
    await addTask(panel, "before");
    const { id } = await panel.request("POST", "/backups", { parts: ["database", "scripts"] });
    await until("the backup", async () => {
      const { items } = await panel.request("GET", "/backups");
      const found = items.find((item: { id: number }) => item.id === id);
      if (found?.state === "failed") throw new Error(JSON.stringify(found));
      return found?.state === "ready";
    });
    await addTask(panel, "after");
    assert.deepEqual(await taskNames(panel), ["after", "before"]);
    await panel.request("POST", "/backups/restore", { backupId: id, parts: ["database"] });
    await until("the restored panel", async () => {
      try {
        await panel.logIn();
        return (await taskNames(panel)).length === 1;
      } catch {
        return false;
      }
    });
    assert.deepEqual(await taskNames(panel), ["before"]);
    await until("the copy to be removed", () => !existsSync(join(dataDir, "sundial.sqlite")));
    const next = await addTask(panel, "next");
    const db: Database = await openPostgres<Tables>(url);
    const ids = await db.selectFrom("task").select("id").orderBy("id").execute();
    await db.destroy();
    assert.ok(next > 2, "an id that was assigned is not used again");
    assert.deepEqual(ids.map(({ id }) => id), [1, next]);
  }));

Deno.test("postgres panel: the command line backs up, restores, resets a password and checks", () =>
  withScene(async ({ dataDir, keyFile, environment }) => {
    const env = { SUNDIAL_DATA_DIR: dataDir, ...environment };
    const archive = join(dataDir, "one.tar.gz");
    {
      await using panel = await PanelProcess.start({ dataDir, environment, setUp: true });
      await panel.logIn();
      await addTask(panel, "before");
      const made = await runSundial(["backup", archive, "--parts", "database"], { env: env });
      assert.equal(made.code, 0, made.err);
      await addTask(panel, "after");
      const busy = await runSundial(["restore", archive], {
        env: { ...env, SUNDIAL_DATA_DIR: join(dataDir, "other") },
      });
      assert.equal(busy.code, 1);
      assert.match(busy.err, /a panel or worker is using the database/);
    }
    const restored = await runSundial(["restore", archive], { env: env });
    assert.equal(restored.code, 0, restored.err);
    const reset = await runSundial(["reset-password", "--generate", "--json"], { env: env });
    assert.equal(reset.code, 0, reset.err);
    const checked = await runSundial(["check", "--json"], { env: env });
    const database = JSON.parse(checked.out).items.find(({ name }: { name: string }) => name === "database");
    assert.equal(database.state, "ok");
    assert.match(database.detail, /^PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+ answers$/);
    await using panel = await PanelProcess.start({ dataDir, environment });
    await panel.request("POST", "/auth/login", {
      username: "mira",
      password: JSON.parse(reset.out).password,
    });
    assert.deepEqual(await taskNames(panel), ["before"]);
    // The first start after a restore without a key decides which key belongs to the database.
    const lost = await runSundial(["check", "--json"], {
      env: { ...env, SUNDIAL_KEY_FILE: `${keyFile}.gone` },
    });
    assert.equal(lost.code, 1);
    assert.match(lost.out, /secret\.key\.gone is missing/);
  }));

Deno.test("postgres panel: a task that runs while the data is moved, there or back, keeps its outcome, and one machine is one again", () =>
  withScene(async ({ dataDir, url, keyFile, environment }) => {
    const begin = async (panel: PanelProcess, name: string) => {
      const command = `until [ -e '${join(dataDir, name)}' ]; do sleep 0.1; done; exit 7`;
      const { id } = await panel.request("POST", "/tasks", { name, command, schedules: "manual" });
      await panel.request("POST", "/tasks/run", { ids: [id] });
      await inState(panel, id, "running");
      return id;
    };
    const finish = async (panel: PanelProcess, id: number, name: string) => {
      await inState(panel, id, "running");
      await Deno.writeTextFile(join(dataDir, name), "");
      const run = await inState(panel, id, "failed");
      assert.equal(run.exitCode, 7);
    };
    let id = 0;
    {
      await using panel = await PanelProcess.start({ dataDir, setUp: true });
      await panel.logIn();
      id = await begin(panel, "there");
    }
    const there = await runSundial(["migrate", "--to", url], {
      env: {
        SUNDIAL_DATA_DIR: dataDir,
        SUNDIAL_KEY_FILE: keyFile,
      },
    });
    assert.equal(there.code, 0, there.err);
    {
      await using panel = await PanelProcess.start({ dataDir, environment });
      await panel.logIn();
      await finish(panel, id, "there");
      id = await begin(panel, "back");
    }
    await Deno.remove(join(dataDir, "sundial.sqlite"));
    const back = await runSundial(["migrate", "--to", "sqlite"], {
      env: { SUNDIAL_DATA_DIR: dataDir, ...environment },
    });
    assert.equal(back.code, 0, back.err);
    await using panel = await PanelProcess.start({ dataDir });
    await panel.logIn();
    await finish(panel, id, "back");
    const { items, isShared } = await panel.request("GET", "/nodes");
    assert.deepEqual([items.length, items[0].isThis, isShared], [1, true, false]);
    const each = {
      name: "each",
      command: "true",
      schedules: "manual",
      placement: { pool: "gpu", mode: "all" },
    };
    const { id: next } = await panel.request("POST", "/tasks", each);
    await panel.request("POST", "/tasks/run", { ids: [next] });
    await inState(panel, next, "succeeded");
  }));

async function inState(panel: PanelProcess, taskId: number, state: string) {
  return await until(`the run to be ${state}`, async () => {
    const { items: [run] } = await panel.request("GET", `/tasks/${taskId}/runs`);
    return run?.state === state ? run : null;
  });
}

Deno.test("postgres panel: data is moved there and back with every row, and the source stays", () =>
  withScene(async ({ dataDir, url, keyFile, environment }) => {
    {
      await using panel = await PanelProcess.start({ dataDir, setUp: true });
      await panel.logIn();
      await addTask(panel, "moved");
      await panel.request("POST", "/variables", [{ name: "TOKEN", value: "sealed word", secret: true }]);
      const early = await runSundial(["migrate", "--to", url], { env: { SUNDIAL_DATA_DIR: dataDir } });
      assert.equal(early.code, 1, "while the panel runs");
    }
    const source = await Deno.readFile(join(dataDir, "sundial.sqlite"));
    const there = await runSundial(["migrate", "--to", url, "--json"], {
      env: {
        SUNDIAL_DATA_DIR: dataDir,
        SUNDIAL_KEY_FILE: keyFile,
      },
    });
    assert.equal(there.code, 0, there.err);
    const { tables } = JSON.parse(there.out);
    assert.ok(tables.length > 25);
    assert.ok(tables.every(({ same }: { same: boolean }) => same));
    assert.equal(tables.find(({ table }: { table: string }) => table === "task").target.rows, 1);
    assert.deepEqual(await Deno.readFile(join(dataDir, "sundial.sqlite")), source);
    const again = await runSundial(["migrate", "--to", url], { env: { SUNDIAL_DATA_DIR: dataDir } });
    assert.equal(again.code, 1);
    assert.match(again.err, /already contains an account or tasks/);
    {
      await using panel = await PanelProcess.start({ dataDir, environment });
      await panel.logIn();
      assert.deepEqual(await taskNames(panel), ["moved"]);
      await addTask(panel, "added");
      const busy = await runSundial(["migrate", "--to", "sqlite"], {
        env: {
          SUNDIAL_DATA_DIR: join(dataDir, "elsewhere"),
          ...environment,
        },
      });
      assert.equal(busy.code, 1);
      assert.match(busy.err, /a panel or worker is using the database/);
    }
    const back = join(dataDir, "back");
    const returned = await runSundial(["migrate", "--to", "sqlite"], {
      env: { SUNDIAL_DATA_DIR: back, ...environment },
    });
    assert.equal(returned.code, 0, returned.err);
    assert.match(returned.out, /^task +2 +2 +[0-9a-f]{12} identical$/m);
    const file: Database = openDatabase<Tables>(join(back, "sundial.sqlite"));
    const names = await file.selectFrom("task").select("name").orderBy("id").execute();
    await file.destroy();
    assert.deepEqual(names.map(({ name }) => name), ["moved", "added"]);
    assert.deepEqual(await Deno.readFile(join(back, "secret.key")), await Deno.readFile(keyFile));
    assert.equal((await runSundial(["migrate"], { env: { SUNDIAL_DATA_DIR: dataDir } })).code, 2);
    assert.equal(
      (await runSundial(["migrate", "--to", "mysql://x"], { env: { SUNDIAL_DATA_DIR: dataDir } })).code,
      2,
    );
  }));
