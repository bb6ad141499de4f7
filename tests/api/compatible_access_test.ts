// Access to the compatible API: every credential, every scope and every spelling.
import assert from "node:assert/strict";
import { type Scope, scopes } from "../../server/contract/scopes.ts";
import { CompatibleClient, makeApplication } from "../support/compatible_client.ts";
import { listCompatibleEndpoints, readStoredState } from "../support/endpoints.ts";
import { sendManyRaw } from "../support/raw_http.ts";
import { spellPath } from "../support/path_spellings.ts";
import { TestPanel } from "../support/test_panel.ts";
import { systemClock } from "../../server/platform/clock.ts";

const NOW = Date.now();
// The clock is frozen: otherwise the use of a credential is recorded again after a minute.
const still = { ...systemClock, now: () => NOW };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function tokenFor(panel: TestPanel, admin: Record<string, string>, has: readonly Scope[]) {
  const body = { name: crypto.randomUUID(), scopes: has };
  const { clientId, clientSecret } = await panel.request("POST", "/applications", { headers: admin, body });
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  await (await panel.send("GET", "/tasks", { headers: bearer(token) })).body?.cancel();
  return bearer(token);
}

/** The permissions that include each; those to run tasks and to change tasks include what is weaker. */
const including = new Map<string, readonly Scope[]>([
  ["tasks:read", ["tasks:read", "tasks:run", "tasks:write"]],
  ["tasks:run", ["tasks:run", "tasks:write"]],
]);

const opens = (has: readonly Scope[], access: string) =>
  (access === "known" && has.length > 0) ||
  has.some((scope) =>
    including.get(access)?.includes(scope) ??
      (scope === access || scope === access.replace(":read", ":write"))
  );

Deno.test("compatible access: each route admits exactly the applications with its scope", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  const endpoints = (await listCompatibleEndpoints(panel, admin)).filter(({ access }) => access !== "public");
  assert.ok(endpoints.length > 40, `${endpoints.length} routes`);
  const callers: [string, Record<string, string>, readonly Scope[]][] = [
    ["nobody", {}, []],
    ["a garbage token", bearer("garbage"), []],
    ["a garbage token beside a session", { ...admin, ...bearer("garbage") }, []],
    ["another site", { ...admin, origin: "http://evil.example", "sec-fetch-site": "cross-site" }, []],
    ["every scope", await tokenFor(panel, admin, scopes), scopes],
  ];
  for (const scope of scopes) callers.push([scope, await tokenFor(panel, admin, [scope]), [scope]]);
  const before = await readStoredState(panel);
  for (const { method, path, access, hasBody } of endpoints) {
    for (const [name, headers, has] of callers) {
      // Logs need another permission; those of tasks also that to write tasks.
      const log = /(crons|subscriptions)\/1\/log$/.exec(path)?.[1];
      const readsLogs = opens(has, "logs:read") || log === "crons" && opens(has, "tasks:write");
      const isAllowed = opens(has, access) && (log === undefined || readsLogs);
      // A change without a body could not be made to fail.
      if (isAllowed && !hasBody && access.endsWith(":write")) continue;
      // A body that cannot be parsed is rejected after the access was checked, so nothing happens.
      const broken = method === "GET" ? {} : { raw: "{", headers: { "content-type": "application/json" } };
      const response = await panel.send(method, path, {
        ...broken,
        headers: { ...headers, ...("headers" in broken && broken.headers) },
      });
      const { code } = await response.json().catch(() => ({ code: 0 }));
      const message = `${method} ${path} with ${name}: ${response.status} ${code}`;
      if (isAllowed) assert.notEqual(response.status, 401, message);
      else assert.deepEqual([response.status, code], [401, 401], message);
    }
  }
  assert.equal(await readStoredState(panel), before);
});

Deno.test("compatible access: no spelling of a path below /open bypasses the guard", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  const endpoints = await listCompatibleEndpoints(panel, admin);
  const open = endpoints.filter(({ access }) => access === "public").map(({ method, path }) =>
    `${method} ${path}`
  );
  const logins = ["POST /open/user/login", "PUT /open/user/two-factor/login"];
  assert.deepEqual(
    open.sort(),
    [
      "GET /open/auth/token",
      ...logins,
      ...logins.map((call) => call.replace("/open", "")),
    ].sort(),
  );
  const before = await readStoredState(panel);
  const server = await panel.listen();
  for (const { method, path } of endpoints.filter(({ access }) => access !== "public")) {
    if (!path.startsWith("/open/")) continue;
    const rest = path.slice("/open".length);
    // The spellings are those of a path below `/api`.
    const spelled = spellPath("", `/api${rest}`).map(({ target }) =>
      target.replace("api", "open").replace("API", "OPEN").replace("Api", "Open")
    );
    const targets = [...spelled, `/%6fpen${rest}`, `/%6Fpen${rest}`, `/Open${rest}`, `/oPen${rest}`];
    const lines = targets.map((target) => `${method} ${target} HTTP/1.1`);
    const statuses = await sendManyRaw(server.address.port, lines);
    assert.equal(statuses[0], 401, `${method} ${targets[0]}`);
    for (const [index, status] of statuses.entries()) {
      assert.ok([400, 401, 404, 421, 503].includes(status), `${method} ${targets[index]}: ${status}`);
    }
  }
  assert.equal(await readStoredState(panel), before);
  await server.close(0);
});

Deno.test("compatible api: HEAD neither imports a crontab nor issues a token", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const { clientId, clientSecret } = await makeApplication(panel, ["tasks:read"]);
  const issued = await panel.db.selectFrom("application_token").select("id").execute();
  const token = `/auth/token?client_id=${clientId}&client_secret=${clientSecret}`;
  for (const path of ["/crons/import", token]) {
    assert.equal((await client.open("HEAD", path)).status, 404, path);
  }
  assert.equal((await client.call("GET", "/crons")).data.total, 0);
  assert.deepEqual(await panel.db.selectFrom("application_token").select("id").execute(), issued);
});

Deno.test("compatible api: every address may end with a slash, and needs the same permission", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  const endpoints = await listCompatibleEndpoints(panel, admin);
  for (const { method, path, access } of endpoints) {
    const [plain, ended] = [path, `${path}/`];
    const nobody = await panel.send(method, ended, {});
    assert.equal(nobody.status, access === "public" ? 400 : 401, `${method} ${ended}`);
    await nobody.body?.cancel();
    if (method !== "GET" || path.includes("?")) continue;
    const headers = client.headers;
    const statuses = await Promise.all([plain, ended].map(async (address) => {
      const response = await panel.send(method, address, { headers });
      await response.body?.cancel();
      return response.status;
    }));
    assert.equal(statuses[0], statuses[1], path);
  }
  const { data: [made] } = await client.call("POST", "/envs/", [{ name: "SLASH", value: "1" }]);
  await client.call("PUT", "/envs/disable/", [made.id]);
  assert.equal((await client.call("GET", `/envs/${made.id}/`)).data.status, 1);
  await client.call("DELETE", "/envs/", [made.id]);
  assert.deepEqual((await client.call("GET", "/envs/")).data, []);
  const task = await client.call("POST", "/crons/", {
    name: "slash",
    command: "true",
    schedule: "0 3 * * *",
  });
  await client.call("PUT", "/crons/run/", [task.data.id]);
  for (const path of ["/open/crons//", "/open/", "/api/tasks/"]) {
    assert.equal(
      (await panel.send("GET", path.replace("/api", ""), { headers: client.headers })).status,
      404,
      path,
    );
  }
});
