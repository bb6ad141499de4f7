// What a node keeps in memory follows the database, also when the message about a change is lost. The other node is this test: it
// writes what a panel writes, and sends no message.
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

async function openPanel(): Promise<TestPanel> {
  return await TestPanel.open({}, {
    database: async (dataDir) => {
      const url = await databases.createMigrated();
      return {
        environment: { SUNDIAL_DATABASE_URL: url, SUNDIAL_KEY_FILE: `${dataDir}/secret.key` },
        open: () => openPostgres<Tables>(url, { onLost() {} }),
        [Symbol.asyncDispose]: () => databases.drop(url),
      };
    },
  });
}

async function changeSetting(db: Database, name: string, value: unknown): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const version = await tx.selectFrom("setting").select("value_json").where("name", "=", "version")
      .executeTakeFirst();
    const values = { [name]: value, version: Number(version?.value_json ?? 1) + 1 };
    for (const [name, value] of Object.entries(values)) {
      const value_json = JSON.stringify(value);
      await tx.insertInto("setting").values({ name, value_json })
        .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
    }
  });
}

Deno.test("lost messages: a changed setting reaches a node that heard nothing of it", async () => {
  await using panel = await openPanel();
  const headers = await panel.logIn();
  const access = async () => (await panel.request("GET", "/settings", { headers })).scriptAccess;
  assert.notEqual(await access(), "none");
  await changeSetting(panel.db, "scriptAccess", "none");
  await until("the setting to be known", async () => await access() === "none");
});

Deno.test("lost messages: a setting that was changed while the connection was cut is known after it", async () => {
  await using panel = await openPanel();
  const headers = await panel.logIn();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'sundial messages'`.execute(panel.db);
  await changeSetting(panel.db, "scriptAccess", "none");
  await until(
    "the setting to be known",
    async () => (await panel.request("GET", "/settings", { headers })).scriptAccess === "none",
  );
});

Deno.test("lost messages: the panel that decides learns of changed schedules", async () => {
  await using panel = await openPanel();
  const headers = await panel.logIn();
  const task = { name: "soon", command: "true", schedules: ["0 0 1 1 *"] };
  const { id } = await panel.request("POST", "/tasks", { headers, body: task });
  const every = await panel.request("POST", "/tasks", {
    headers,
    body: { ...task, schedules: ["* * * * * *"] },
  });
  const { schedules_json, next_due_at } = await panel.db.selectFrom("task").select([
    "schedules_json",
    "next_due_at",
  ])
    .where("id", "=", every.id).executeTakeFirstOrThrow();
  await panel.db.updateTable("task").set({ schedules_json, next_due_at, version: 2 }).where("id", "=", id)
    .execute();
  await until(
    "a run on the changed schedule",
    async () =>
      (await panel.db.selectFrom("run").select("id").where("task_id", "=", id).execute()).length > 0,
  );
});

Deno.test("lost messages: a panel that heard nothing of the first channel notifies it", async () => {
  await using panel = await openPanel();
  const headers = await panel.logIn();
  const now = Date.now();
  // As another panel adds it; nothing listens there.
  const { id } = await panel.db.insertInto("channel").values(
    {
      ...{ name: "hook", type: "webhook", is_default: 1, enabled: 1, by_application: 0, version: 1 },
      ...{ fields_json: JSON.stringify({ webhookUrl: "http://127.0.0.1:1/$title", webhookMethod: "POST" }) },
      ...{ created_at: now, updated_at: now },
    } as never,
  ).returning("id").executeTakeFirstOrThrow();
  const rule = {
    name: "all",
    enabled: true,
    events: ["login_failed"],
    labels: null,
    taskIds: null,
    channelIds: [id],
  };
  await panel.request("PUT", "/notifications/rules", {
    headers,
    body: {
      rules: [{
        ...rule,
        quietHours: null,
        groupMs: 0,
        oncePerState: false,
        title: null,
        content: null,
        language: null,
      }],
    },
  });
  await until("a message to the channel", async () => {
    await panel.send("POST", "/auth/login", { body: { username: "nobody", password: "wrong" } });
    return (await panel.db.selectFrom("delivery").select("id").execute()).length > 0;
  });
});
