// Every event that concerns access is one audit log entry with time, actor, source and target.
import assert from "node:assert/strict";
import { join } from "node:path";
import { removeOldLogins } from "../../server/features/login_log/service.ts";
import { removeOldRuns, removeSurplusRuns } from "../../server/features/runs/retention.ts";
import { type Sent, TestPanel } from "../support/test_panel.ts";
import { codeAt } from "../support/second_factor.ts";
import { password, username } from "../support/test_app.ts";
import { until } from "../support/until.ts";

const other = "another lantern in the harbour";

Deno.test("audit events: every security-relevant action is one entry, and entries outlive all logs", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const seen = async () => (await panel.db.selectFrom("audit_entry").selectAll().orderBy("id").execute());
  const events: string[] = [];
  const { id: backup } = await panel.request("POST", "/backups", { headers, body: { parts: ["config"] } });
  await until("the backup", async () => {
    const { items } = await panel.request("GET", "/backups", { headers });
    return items[0].state === "ready";
  });
  const doing = async (method: string, path: string, body?: unknown, sent: Sent = {}) => {
    const before = (await seen()).length;
    const response = await panel.send(method, path, {
      headers,
      ...(body !== undefined && { body }),
      ...sent,
    });
    const text = await response.text();
    const lines = (await seen()).slice(before);
    events.push(
      `${response.status} ${lines.map((line) => `${line.act} ${line.actor_kind} ${line.object}`).join(", ")}`,
    );
    for (const line of lines) assert.ok(line.ip === "127.0.0.1" && line.at > 0, line.act);
    return text.startsWith("{") ? JSON.parse(text) : null;
  };
  await doing("POST", "/auth/login", { username, password: "wrong" }, { headers: {} });
  await doing("POST", "/auth/login", { username, password }, { headers: {} });
  await doing("POST", "/auth/step-up", { password: "wrong" });
  await doing("POST", "/auth/step-up", { password });
  const made = await doing("POST", "/applications", { name: "Robot", scopes: ["tasks:read"] });
  await doing("POST", "/auth/token", { clientId: made.clientId, clientSecret: "x" }, { headers: {} });
  await doing("PATCH", "/applications/1", { scopes: ["tasks:write"] });
  await doing("POST", "/applications/1/secret");
  await doing("DELETE", "/applications/1");
  await doing("GET", "/system/diagnostics");
  await doing("HEAD", "/system/diagnostics");
  await doing("GET", `/backups/${backup}`);
  const { secret } = await doing("POST", "/account/second-factor/start");
  const code = codeAt(secret, Date.now());
  const { codes } = await doing("POST", "/account/second-factor/activate", { code });
  const renewed = await doing("POST", "/account/second-factor/recovery-codes", { code: codes[0] });
  await doing("POST", "/auth/login", { username, password }, { headers: {} });
  await doing("POST", "/account/second-factor/deactivate", { code: renewed.codes[0] });
  await doing("PATCH", "/account", { username: "noor", current: password });
  await doing("PATCH", "/settings", { concurrency: 3 });
  await doing("POST", "/variables", { name: "TOKEN", value: "a secret", secret: true });
  await doing("GET", "/variables/1");
  await doing("GET", "/variables/1?reveal=true");
  const guest = await panel.send("POST", "/auth/login", { body: { username: "noor", password } });
  await guest.body?.cancel();
  const { items } = await panel.request("GET", "/auth/sessions", { headers });
  const { id } = items.find(({ current }: { current: boolean }) => !current);
  await doing("DELETE", `/auth/sessions/${id}`);
  await doing("POST", "/account/password", { current: password, next: other });
  await doing("DELETE", "/auth/sessions");
  await doing("POST", "/auth/logout");
  assert.deepEqual(events, [
    "401 login.failed nobody null",
    "200 login.succeeded person null",
    "422 account.proof_failed person null",
    "204 auth.step-up person null",
    "201 applications.create person Robot",
    "401 applications.token_refused nobody Robot",
    "200 applications.update person Robot",
    "200 applications.secret person Robot",
    "204 applications.remove person Robot",
    "200 system.diagnostics.read person null",
    // What an entry is written for answers no HEAD.
    "405 ",
    `200 backups.read person #${backup}`,
    "200 account.second-factor.start person null",
    "200 account.second-factor.activate person null",
    "200 account.second-factor.recovery-codes person null",
    "401 login.code_asked nobody null",
    "204 account.second-factor.deactivate person null",
    "200 account.update person noor",
    "200 settings.update person null",
    "201 variables.create person TOKEN",
    "200 ",
    "200 variables.read person TOKEN",
    "204 auth.sessions.remove person #3",
    "204 account.password person null",
    "204 auth.sessions.remove person null",
    "204 auth.logout person null",
  ]);
  const stored = await seen();
  const later = Date.now() + 1e12;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const logs = { db: panel.db, logger, logs: join(panel.dataDir, "logs"), pause: () => Promise.resolve() };
  await removeOldRuns({ ...logs, before: later });
  await removeSurplusRuns({ ...logs, keepRuns: 1 });
  await removeOldLogins(panel.db, later, 0);
  assert.deepEqual(await seen(), stored);
  assert.equal((await panel.db.selectFrom("login_log").selectAll().execute()).length, 0);
});
