// Plants secrets wherever the panel accepts one, then triggers everything that could leak one, at the most
// verbose log level, including bugs. They must not occur in the panel's log, its console output, the
// diagnostics bundle, any list response, a backup, `ps`, or any file of the data folder that others can read.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { codeAt } from "../support/second_factor.ts";
import { account, readyAddress } from "../support/panel_process.ts";
import { SecretSearch } from "../support/secret_search.ts";
import { until } from "../support/until.ts";
import { ensurePanel } from "../../tools/panel.ts";
import { shippedProgram } from "../support/shipped_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

await ensurePanel();
const bytes = () => crypto.randomUUID().replaceAll("-", "");

const lists = [
  ...["account", "applications", "audit-log", "auth/session", "auth/sessions", "dependencies", "login-logs"],
  ...["backups", "notifications", "notifications/1", "notifications/deliveries", "notifications/rules"],
  ...["logs/tree?path=", "openapi.json", "queue", "runs", "settings", "subscriptions", "system", "tasks"],
  ...["system-log?pageSize=500", "system/progress", "system-log/download", "metrics", "variables", "views"],
];

Deno.test("secrets: none appears in a log, console, diagnostics, response, backup, file or process list", async () => {
  const data = await Deno.makeTempDir({ prefix: "sundial-secrets-" });
  await using keys = await temporaryFolder();
  const key = join(keys.path, "planted");
  await new Deno.Command("ssh-keygen", { args: ["-q", "-t", "ed25519", "-N", "", "-f", key] }).output();
  const privateKey = await Deno.readTextFile(key);
  const secrets = {
    password: account.password,
    wrongPassword: `wrong ${bytes()}`,
    variable: `value-${bytes()}`,
    gitPassword: `git-${bytes()}`,
    proxyPassword: `proxy${bytes()}`,
    addressSecret: `token${bytes()}`,
    webhookToken: `hook${bytes()}`,
    passphrase: `phrase ${bytes()}`,
    privateKey: privateKey.split("\n").slice(1, 4).join("\n"),
  };
  const panel = start(data);
  try {
    const address = await readyAddress(panel.stdout);
    const output = new Response(panel.stderr).text();
    const call = caller(address);
    const planted = await plant(call, secrets, privateKey);
    await causeBugs(call, data, secrets);
    const found: string[] = [];
    const search = new SecretSearch(12);
    for (const [name, secret] of Object.entries({ ...secrets, ...planted })) search.add(name, secret);
    assert.equal(search.namesIn(Object.values({ ...secrets, ...planted }).join("\n")).length, 14);
    const check = (where: string, content: string | Uint8Array) =>
      found.push(...search.namesIn(content).map((name) => `${name} in ${where}`));
    for (const path of lists) check(path, await (await call("GET", `/api/${path}`)).text());
    for (const path of ["crons", "envs", "subscriptions", "system/config", "system/log"]) {
      const response = await call("GET", `/open/${path}`);
      assert.equal(response.status, 200, path);
      check(`/open/${path}`, await response.text());
    }
    for (const [name, text] of await unpack(await call("GET", "/api/system/diagnostics"))) check(name, text);
    check("backup", await backUp(call));
    check("/", await (await fetch(`${address}/`)).text());
    check(
      "ps",
      new TextDecoder().decode(
        (await new Deno.Command("ps", { args: ["axww", "-o", "args"] }).output()).stdout,
      ),
    );
    panel.kill("SIGTERM");
    await panel.status;
    check("console", await output);
    for (const { name } of Deno.readDirSync(join(data, "system-log"))) {
      const text = await Deno.readTextFile(join(data, "system-log", name));
      assert.ok(text.split("\n").length > 20, "the log was not verbose");
      check(name, text);
    }
    const open: string[] = [];
    let files = 0;
    for await (const path of filesIn(data)) {
      files++;
      check(path, await Deno.readFile(path));
      if ((await Deno.stat(path)).mode! & 0o077) open.push(path);
    }
    assert.ok(files > 8, `${files} files`);
    assert.deepEqual(found, []);
    assert.deepEqual(open, []);
  } finally {
    try {
      panel.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await panel.status;
    await Deno.remove(data, { recursive: true });
  }
});

/** Triggers bugs in the panel with requests that contain secrets. */
async function causeBugs(call: Call, data: string, secrets: Record<string, string>): Promise<void> {
  using database = new DatabaseSync(join(data, "sundial.sqlite"), { timeout: 10_000 });
  const rename = (from: string, to: string) => database.exec(`alter table ${from} rename to ${to}`);
  const stumble = async (method: string, path: string, body: unknown) => {
    const response = await call(method, `/api/${path}`, body);
    assert.equal(response.status, 500, `${path}: ${await response.text()}`);
  };
  rename("variable", "elsewhere");
  await stumble("POST", "variables", { name: "OTHER", value: secrets["variable"], secret: true });
  rename("elsewhere", "variable");
  rename("login_attempt", "elsewhere");
  await stumble("POST", "auth/login", { username: account.username, password: secrets["password"] });
  await stumble("POST", "auth/token", { clientId: "nobody", clientSecret: secrets["gitPassword"] });
  rename("elsewhere", "login_attempt");
}

/** Creates a backup without a passphrase and unpacks it. */
async function backUp(call: Call): Promise<Uint8Array> {
  const { id } = await (await call("POST", "/api/backups", {})).json();
  await until("the backup", async () => {
    const { items } = await (await call("GET", "/api/backups")).json();
    return items.some((item: { id: number; state: string }) => item.id === id && item.state === "ready");
  });
  return gunzipSync(await (await call("GET", `/api/backups/${id}`)).bytes());
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesIn(join(folder, name));
    else if (isFile) yield join(folder, name);
  }
}

function start(data: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...shippedProgram, "serve", "--port", "0", "--data-dir", data],
    env: {
      NO_COLOR: "1",
      SUNDIAL_LOG_LEVEL: "debug",
      SUNDIAL_ADMIN_USERNAME: account.username,
      SUNDIAL_ADMIN_PASSWORD: account.password,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

interface Call {
  (method: string, path: string, body?: unknown): Promise<Response>;
  cookie(): string;
}

function caller(address: string): Call {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { cookie, "content-type": "application/json" };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(address + path, { method, headers, ...content });
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return response;
  };
  return Object.assign(call, { cookie: () => cookie });
}

/** Plants the secrets; returns those that the panel itself generated. */
async function plant(
  call: Call,
  secrets: Record<string, string>,
  privateKey: string,
): Promise<Record<string, string>> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await call(method, `/api/${path}`, body);
    return response.headers.get("content-type")?.includes("json")
      ? await response.json()
      : await response.text();
  };
  const { username, password } = account;
  await send("POST", "auth/login", { username, password: secrets["wrongPassword"] });
  await send("POST", "auth/login", { username, password });
  await send("POST", "variables", [{ name: "PLANTED", value: secrets["variable"], secret: true }]);
  await send("PATCH", "settings", { proxy: `http://me:${secrets["proxyPassword"]}@127.0.0.1:9` });
  await send("PATCH", "settings", { sshKey: { privateKey } });
  await send("PATCH", "settings", { updateAddress: `https://127.0.0.1:9/${secrets["addressSecret"]}?x=1` });
  await send("POST", "subscriptions", {
    ...{ name: "planted", url: "https://127.0.0.1:9/a/b.git", type: "private_repository", alias: "planted" },
    ...{ pullMethod: "password", username: "me", password: secrets["gitPassword"] },
    schedule: { kind: "cron", rules: ["0 4 * * *"] },
  });
  await send("PUT", "backups/passphrase", { passphrase: secrets["passphrase"] });
  await send("POST", "notifications", {
    ...{ name: "planted", type: "webhook" },
    fields: {
      webhookUrl: `http://127.0.0.1:9/${secrets["webhookToken"]}?t=$title`,
      webhookMethod: "GET",
    },
  });
  await send("POST", "notifications/1/test", undefined);
  await send("POST", "subscriptions/run", { ids: [1] });
  await send("POST", "tasks", { name: "prints", command: 'echo "$PLANTED"; sleep 0.2', schedules: "manual" });
  await send("POST", "tasks/run", { ids: [1] });
  await send("POST", "system/update/check", undefined);
  await until("both have ended", async () => (await send("GET", "runs", undefined)).items.every(isOver));
  await send("POST", "auth/token", { clientId: "nobody", clientSecret: secrets["gitPassword"] });
  await send("GET", `tasks?q=${secrets["variable"]}`, undefined);
  const { clientId, clientSecret } = await send("POST", "applications", {
    name: "planted",
    scopes: ["system:read"],
  });
  const secondFactor = await send("POST", "account/second-factor/start", undefined);
  const { codes } = await send("POST", "account/second-factor/activate", {
    code: codeAt(secondFactor.secret, Date.now()),
  });
  const { token } = await send("POST", "auth/token", { clientId, clientSecret });
  assert.ok(clientSecret && token && codes[0], "the panel generated no secrets");
  return {
    ...{ applicationSecret: clientSecret, applicationToken: token },
    ...{ factorSecret: secondFactor.secret, recoveryCode: codes[0] },
    sessionToken: call.cookie().split("=")[1]!,
  };
}

function isOver({ finishedAt }: { finishedAt: string | null }): boolean {
  return finishedAt !== null;
}

async function unpack(response: Response): Promise<[string, string][]> {
  assert.equal(response.status, 200);
  const files: [string, string][] = [];
  const archive = extract();
  const packed = response.body!.pipeThrough(new DecompressionStream("gzip"));
  archive.end(Buffer.from(await new Response(packed).arrayBuffer()));
  for await (const entry of archive) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array); // an entry yields bytes
    files.push([entry.header.name, Buffer.concat(chunks).toString()]);
  }
  const names = files.map(([name]) => name.replace("sundial-diagnostics/", "")).sort();
  assert.deepEqual(names, [
    "integrity.json",
    "process.json",
    "settings.json",
    "system-log.jsonl",
    "system.json",
    "tables.json",
  ]);
  assert.match(files.find(([name]) => name.endsWith("integrity.json"))![1], /"ok"/);
  return files;
}
