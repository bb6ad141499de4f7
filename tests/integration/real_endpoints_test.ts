// The endpoints of the real panel, byte for byte over a real socket.
import assert from "node:assert/strict";
import { type Endpoint, listEndpoints, readStoredState } from "../support/endpoints.ts";
import { TestPanel } from "../support/test_panel.ts";
import { spellPath } from "../support/path_spellings.ts";
import { sendManyRaw } from "../support/raw_http.ts";
import { password, username } from "../support/test_app.ts";

const open = [
  "GET /auth/login",
  // Of providers, the state in them is bound to the browser.
  "GET /auth/oidc/1/callback",
  "GET /auth/oidc/1/start",
  "GET /health",
  "GET /initialization",
  // Their address is a secret.
  "GET /status/1",
  "GET /status/1/badge.svg",
  // The token of an invitation is a secret.
  "POST /auth/invitation",
  "POST /auth/invitation/check",
  "POST /auth/login",
  // Only where a trusted proxy names a person.
  "POST /auth/proxy",
  "POST /auth/token",
  "POST /initialization",
];

async function endpointsOf(panel: TestPanel): Promise<Endpoint[]> {
  return await listEndpoints(panel, await panel.logIn());
}

function guarded(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.filter(({ access }) => access !== "public");
}

for (const basePath of ["", "/deep/base"]) {
  Deno.test(`real endpoints: without credentials only those listed are public, in any spelling, under ${basePath || "/"}`, async () => {
    await using panel = await TestPanel.open({ SUNDIAL_BASE_PATH: basePath });
    const endpoints = await endpointsOf(panel);
    const named = endpoints.filter(({ access }) => access === "public").map(({ method, path }) =>
      `${method} ${path}`
    );
    assert.deepEqual(named.sort(), open);
    assert.ok(endpoints.some(({ path }) => path === "/tasks/run"), "the routes of the tasks are missing");
    const server = await panel.listen();
    const before = await readStoredState(panel);
    let sent = 0;
    for (const { method, path } of guarded(endpoints)) {
      const spelled = spellPath(basePath, `/api${path}`);
      // A request target may be a full URL.
      const targets = spelled.flatMap(({ target }) => [target, `http://localhost${target}`]);
      const lines = targets.map((target) => `${method} ${target} HTTP/1.1`);
      const statuses = await sendManyRaw(server.address.port, lines);
      assert.equal(statuses[0], 401, `${method} ${targets[0]}`);
      for (const [index, status] of statuses.entries()) {
        // Without a built page, its URLs respond with 503 and are no endpoints; 421 is an invalid host.
        assert.ok([400, 401, 404, 421, 503].includes(status), `${method} ${targets[index]}: ${status}`);
      }
      sent += statuses.length;
    }
    assert.equal(await readStoredState(panel), before);
    await server.close(0);
    // deno-lint-ignore no-console -- the measured value
    console.info(`      ${guarded(endpoints).length} routes: ${sent} spelled requests refused`);
  });
}

Deno.test("real endpoints: before setup nothing else works", async () => {
  const { endpoints, cookie } = await endpointsAndCookie();
  await using panel = await TestPanel.open({ SUNDIAL_ADMIN_USERNAME: "", SUNDIAL_ADMIN_PASSWORD: "" });
  const before = await readStoredState(panel);
  for (const { method, path, hasBody, body } of guarded(endpoints)) {
    for (const headers of [{}, cookie]) {
      const response = await panel.send(method, path, { headers, ...(hasBody && { body }) });
      await response.body?.cancel();
      assert.equal(response.status, 401, `${method} ${path}`);
    }
  }
  assert.equal(await readStoredState(panel), before);
  const login = await panel.send("POST", "/auth/login", { body: { username, password } });
  assert.equal(login.status, 401, await login.text());
  assert.deepEqual(await panel.request("GET", "/initialization"), {
    initialized: false,
    codeRequired: false,
  });
});

/** Lists the endpoints of another panel; its cookie is not valid here. */
async function endpointsAndCookie(): Promise<{ endpoints: Endpoint[]; cookie: Record<string, string> }> {
  await using panel = await TestPanel.open();
  const cookie = await panel.logIn();
  return { endpoints: await listEndpoints(panel, cookie), cookie };
}
