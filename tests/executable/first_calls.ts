// The first call of each feature that the panel loads only then, over its API and its command line. What is loaded only then
// differs most between the sources and the bundle.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { systemLogZh } from "../../server/contract/messages/system_log_zh.ts";
import type { NewWebhook } from "../../server/contract/webhooks.ts";
import type { PasskeyOffer } from "../../server/contract/passkeys.ts";
import { account, type PanelProcess } from "../support/panel_process.ts";
import { findPostgres, PostgresServer } from "../support/postgres_server.ts";
import { MailServer } from "../support/mail_server.ts";
import { PasskeyDevice } from "../support/passkey_device.ts";
import { packFolder, writeQinglongData } from "../support/qinglong_data.ts";
import { codeAt } from "../support/second_factor.ts";
import { until } from "../support/until.ts";
import { zipOf } from "../support/zip_of.ts";
import { client, IdentityServer } from "../support/identity_server.ts";
import { CLIENT, type Installation } from "./installation.ts";
import { pullByWeb } from "./pull_repository.ts";

type Call = (panel: PanelProcess, installation: Installation) => Promise<void>;

const overApi: Record<string, Call> = {
  "unpacks a zip": async (panel) => {
    const form = new FormData();
    form.append("files", new File([zipOf([{ name: "inside.sh", body: "echo inside\n" }])], "some.zip"));
    assert.equal(
      await statusOf(panel.fetch("/api/files/scripts/upload?path=", { method: "POST", body: form })),
      200,
    );
    const { results } = await panel.request("POST", "/files/scripts/unpack", { path: "some.zip" });
    assert.deepEqual(results, [{ path: "inside.sh", ok: true }]);
    assert.ok((await (await panel.fetch("/api/files/scripts/download?path=")).bytes()).length > 100);
  },
  "explains rules in both languages": async (panel) => {
    for (const expression of ["*/10 9-17 * * 1-5", "@every 90m"]) {
      for (const language of ["en", "zh"]) {
        const response = await panel.fetch("/api/cron/explain", {
          ...{ json: { expression }, headers: { "accept-language": language } },
        });
        assert.match((await response.json()).description, /./);
      }
    }
  },
  "documents its API": async (panel) => {
    assert.match(await panel.request("GET", "/docs"), /<html/);
    assert.equal((await panel.request("GET", "/openapi.json")).openapi, "3.1.0");
  },
  "speaks with an assistant": async (panel) => {
    const app = await panel.request("POST", "/applications", { name: "Assistant", scopes: ["tasks:read"] });
    const credentials = { clientId: app.clientId, clientSecret: app.clientSecret };
    const { token } = await panel.request("POST", "/auth/token", credentials);
    const response = await fetch(`${panel.address}/api/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    assert.match(await response.text(), /list_tasks/);
  },
  "takes a passkey": async (panel) => {
    const origin = panel.address.replace("127.0.0.1", "localhost");
    const headers = { cookie: panel.cookie, "content-type": "application/json", "x-forwarded-for": CLIENT };
    const post = (path: string, body = {}) =>
      fetch(`${origin}/api/account/passkeys${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const offer = await (await post("/start")).json() as PasskeyOffer;
    const added = await post("", { name: "Phone", passkey: new PasskeyDevice().make(offer, { origin }) });
    assert.equal(added.status, 201, await added.text());
  },
  "redraws a picture": async (panel) => {
    const png = new PNG({ width: 8, height: 8 });
    png.data = Buffer.alloc(8 * 8 * 4, 120);
    const body = new Uint8Array(PNG.sync.write(png));
    const headers = { "content-type": "image/png" };
    const response = await panel.fetch("/api/account/avatar", { method: "PUT", body, headers });
    assert.ok(response.ok, await response.text());
  },
  "sends mail": async (panel) => {
    await using server = await MailServer.start({ plain: true, login: null });
    const smtp = {
      ...{ smtpHost: "127.0.0.1", smtpPort: String(server.port), smtpSecurity: "starttls" },
      ...{ smtpFrom: "panel@mail.example", smtpTo: "ops@mail.example" },
    };
    await panel.request("POST", "/notifications/test", { type: "smtp", fields: smtp });
    assert.equal(server.mails.length, 1);
    // No name of a service resolves in a test; the message says which step failed.
    const fields = { emailService: "QQ", emailUser: "who@mail.example", emailPass: "word" };
    const { answer } = await panel.request("POST", "/notifications/test", { type: "email", fields });
    assert.doesNotMatch(answer, /Unknown mail service|not a function|undefined/);
  },
  "names device and location of a login": async (panel) => {
    const { items } = await panel.request("GET", "/login-logs");
    assert.match(JSON.stringify(items), /Firefox[^]*Elsewhere|Elsewhere[^]*Firefox/);
  },
  "runs scripts with a secret, accounts, task and ql": async (panel, installation) => {
    await panel.request("POST", "/variables", [
      { name: "TOKEN", value: "a-secret-of-this-test", secret: true },
      { name: "ACCOUNTS", value: "one&two" },
      // Reserved names of the panel's own environment are not passed on.
      ...Object.entries(installation.coverage).map(([name, value]) => ({ name, value })),
    ]);
    const log = await runCommand(panel, "echo token $TOKEN; task plain.js; ql unknown || true");
    assert.match(log, /token \*\*\*[^]*plain function/);
    assert.match(await runCommand(panel, "task plain.js conc ACCOUNTS"), /plain[^]*plain/);
    assert.match(await runCommand(panel, "task inside.sh"), /inside/);
  },
  "searches logs, files and its own log": async (panel) => {
    assert.match(JSON.stringify(await panel.request("GET", "/logs/search?q=plain")), /plain/);
    const { items: [run] } = await panel.request("GET", "/runs");
    assert.ok(Array.isArray((await panel.request("GET", `/runs/${run.id}/log/search?q=inside`)).items));
    const entries = await panel.fetch(
      `/api/system-log?q=${encodeURIComponent(systemLogZh["the panel is set up"]!)}`,
      { headers: { "accept-language": "zh" } },
    );
    assert.equal((await entries.json()).items[0].message, "the panel is set up");
    assert.equal(await statusOf(panel.fetch("/api/system/diagnostics")), 200);
  },
  "knows the holidays of countries, and reads an iCalendar file": async (panel) => {
    const event = ["BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20260706", "SUMMARY:Closed", "END:VEVENT"];
    const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...event, "END:VCALENDAR"].join("\n");
    const { id } = await panel.request("POST", "/calendars", {
      ...{ name: "Office", timeZone: "Asia/Shanghai" },
      sources: [{ type: "country", country: "CN" }, { type: "icalendar", text }],
    });
    assert.ok((await panel.request("GET", "/calendars/countries")).items.length >= 40);
    const { items } = await panel.request("GET", `/calendars/${id}/days?from=2026-07-06&to=2026-10-01`);
    assert.deepEqual([items[0].name, items.at(-1).name], ["Closed", "National Day"]);
  },
  "logs in by an identity provider": async (panel) => {
    await using server = await IdentityServer.open({
      redirectUris: [`${panel.address}/api/auth/oidc/1/callback`],
    });
    server.people.set("s-1", { email: "anna@example.org", email_verified: true, preferred_username: "anna" });
    server.present = "s-1";
    await panel.request("POST", "/identity-providers", {
      ...{ name: "Home", issuer: server.issuer, ...client, createAccounts: true, defaultRole: "viewer" },
    });
    const started = await fetch(`${panel.address}/api/auth/oidc/1/start`, { redirect: "manual" });
    const [cookie = ""] = started.headers.getSetCookie();
    const back = await server.logIn(started.headers.get("location")!);
    const headers = { cookie: cookie.split(";")[0]! };
    const entered = await fetch(back, { redirect: "manual", headers });
    assert.equal(new URL(entered.headers.get("location")!, back).searchParams.get("error"), null);
    assert.match(entered.headers.getSetCookie().join(), /sundial_session=/);
    // Commands later take the only account.
    const { items } = await panel.request("GET", "/accounts");
    const { id } = items.find((one: { username: string }) => one.username === "anna");
    assert.equal(await statusOf(panel.fetch(`/api/accounts/${id}`, { method: "DELETE" })), 204);
  },
  "starts a task by a signed delivery": async (panel) => {
    const { id } = await panel.request("POST", "/tasks", {
      name: "Hook",
      command: "true",
      schedules: "manual",
    });
    const { path, secret }: NewWebhook = await panel.request("PUT", `/tasks/${id}/webhook`, {
      signature: "standard",
    });
    const [name, at, body] = ["msg_1", Math.floor(Date.now() / 1000), '{"ref":"main"}'];
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signature = createHmac("sha256", key).update(`${name}.${at}.${body}`).digest("base64");
    const headers = {
      "webhook-id": name,
      "webhook-timestamp": String(at),
      "webhook-signature": `v1,${signature}`,
    };
    assert.equal(await statusOf(fetch(panel.address + path, { method: "POST", headers, body })), 202);
  },
  "is written to files, and reads them": async (_panel, installation) => {
    const folder = join(installation.dataDir, "..", "as-files");
    const at = ["--data-dir", installation.dataDir];
    await installation.run(["export", folder, ...at]);
    assert.match(readFileSync(join(folder, "tasks", "hook.yaml"), "utf8"), /^name: Hook$/m);
    const plan = JSON.parse(await installation.run(["plan", folder, "--json", ...at]));
    assert.deepEqual(plan.changes.filter(({ action }: { action: string }) => action !== "unchanged"), []);
  },
  "pulls a repository": (panel) => pullByWeb(panel),
  "reads the data of another panel": async (panel, { dataDir }) => {
    const folder = join(dataDir, "..", "other");
    await writeQinglongData(folder, {
      tasks: [{ name: "Other", command: "task a.js", schedule: "0 1 * * *" }],
    });
    const response = await panel.fetch("/api/imports?source=qinglong", {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: await packFolder(folder) as Uint8Array<ArrayBuffer>,
    });
    const { id, report } = await response.json();
    assert.equal(report.tasks.created, 1);
    await panel.request("POST", `/imports/${id}/apply`, { enable: false });
    await until(
      "the import to end",
      async () => (await panel.request("GET", `/imports/${id}`)).state === "done",
    );
  },
};

const restarting: Record<string, Call> = {
  "creates, receives and restores a backup": async (panel) => {
    const { id } = await panel.request("POST", "/backups", { passphrase: "a passphrase of this test" });
    await until("the backup is made", async () => {
      const { items } = await panel.request("GET", "/backups");
      return items.find((backup: { id: number }) => backup.id === id)?.state === "ready";
    });
    const archive = await (await panel.fetch(`/api/backups/${id}`)).bytes();
    const form = new FormData();
    form.append("file", new File([archive], "backup.tar.gz"));
    const inspected = await panel.fetch("/api/backups/inspect", { method: "POST", body: form });
    const { inspectionId } = await inspected.json();
    await panel.request("POST", "/backups/restore", {
      ...{ inspectionId, passphrase: "a passphrase of this test" },
    });
    await until("the restored panel to require a login", async () => {
      const response = await panel.send("GET", "/tasks").catch(() => null);
      await response?.body?.cancel();
      return response?.status === 401;
    });
    await panel.logIn();
    await until(
      "the restore to end",
      async () => (await panel.request("GET", "/system/progress")).current?.done,
    );
  },
  "turns on a second factor": async (panel) => {
    const { secret } = await panel.request("POST", "/account/second-factor/start");
    await panel.request("POST", "/account/second-factor/activate", { code: codeAt(secret, Date.now()) });
  },
};

/** Calls each feature of an installed panel once, and fails if a file of its bundle was never loaded. */
export async function callEverything(
  t: Deno.TestContext,
  installation: Installation,
  bundle: string,
): Promise<void> {
  // Where a panel restarts, the new process takes the place of the old one, which then records nothing.
  for (const calls of [overApi, restarting]) {
    const panel = await installation.start();
    try {
      for (const [name, call] of Object.entries(calls)) await t.step(name, () => call(panel, installation));
    } finally {
      await panel.stop();
    }
  }
  await t.step("commands of a stopped panel", () => callCommands(installation));
  const programs = findPostgres();
  await t.step({
    name: "moves to PostgreSQL and serves from it",
    ignore: programs === null,
    fn: () => callWithPostgres(installation, programs!),
  });
  await t.step({
    name: "all files were loaded",
    ignore: programs === null,
    fn: () => assert.deepEqual(installation.findUnloaded(bundle), []),
  });
}

async function callCommands(installation: Installation): Promise<void> {
  const { dataDir } = installation;
  const run: Installation["run"] = (...call) => installation.run(...call);
  const at = ["--data-dir", dataDir];
  const elsewhere = join(dataDir, "..", "elsewhere");
  mkdirSync(elsewhere);
  const archive = join(elsewhere, "backup.tar.gz");
  writeFileSync(join(elsewhere, "crontab"), "5 4 * * * echo from a crontab\n");
  assert.match(await run(["check", ...at]), /ok/);
  await run(["import", join(elsewhere, "crontab"), ...at]);
  const passphrase = ["--passphrase-file", join(elsewhere, "passphrase")];
  writeFileSync(passphrase[1]!, "a passphrase of this test");
  await run(["backup", archive, ...at, ...passphrase]);
  await run(["restore", archive, "--data-dir", join(elsewhere, "restored"), ...passphrase]);
  await run(["reset-password", ...at, "--user", account.username], { input: `${account.password}\n` });
  await run(["reset-2fa", ...at, "--user", account.username]);
  await run(["__trial", join(dataDir, "sundial.sqlite"), join(elsewhere, "trial.sqlite")]);
  assert.match(await installation.runProgram("task", ["plain.js"]), /plain function/);
  writeFileSync(join(elsewhere, "environment"), "NAME='a value'\n");
  assert.match(await run(["environment-file", join(elsewhere, "environment")]), /export NAME='a value'/);
  await run(["key", "reset", "--yes", ...at]);
  assert.match(await run(["service", "install", "--print", ...at]), /\[Service\]/);
  const unreachable = ["--heartbeat", "http://127.0.0.1:9/ping/x"];
  assert.match(await run(["watch", ...unreachable, "--", "echo", "was watched"]), /was watched/);
  assert.match(await run(["completion", "bash"]), /complete/);
}

async function callWithPostgres(installation: Installation, programs: string): Promise<void> {
  const { dataDir } = installation;
  const server = await PostgresServer.start(programs);
  try {
    const url = `${server.url}/postgres`;
    await installation.run(["migrate", "--to", url, "--data-dir", dataDir]);
    const environment = { SUNDIAL_DATABASE_URL: url, SUNDIAL_KEY_FILE: join(dataDir, "secret.key") };
    assert.match(await installation.run(["check", "--data-dir", dataDir], { environment }), /ok/);
    const panel = await installation.start(environment);
    await panel.stop();
  } finally {
    await server.close();
  }
}

async function runCommand(panel: PanelProcess, command: string): Promise<string> {
  const { id } = await panel.request("POST", "/tasks", { name: command, command, schedules: "manual" });
  const { results: [{ runId }] } = await panel.request("POST", "/tasks/run", { ids: [id] });
  const run = await until("the run to end", async () => {
    const found = await panel.request("GET", `/runs/${runId}`);
    return found.finishedAt === null ? null : found as { state: string };
  });
  const log = await (await panel.fetch(`/api/runs/${runId}/log`)).text();
  assert.equal(run.state, "succeeded", log);
  return log;
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const { status, body } = await response;
  await body?.cancel();
  return status;
}
