// The doors of the panel as it is put together for real, byte for byte over a real socket.
import assert from "node:assert/strict";
import { type Door, keptBy, listDoors } from "../support/doors.ts";
import { OpenPanel } from "../support/open_panel.ts";
import { spellPath } from "../support/path_spellings.ts";
import { sendManyRaw } from "../support/raw_http.ts";
import { password, username } from "../support/test_app.ts";

const open = [
  "GET /health",
  "GET /initialization",
  "POST /auth/login",
  "POST /auth/token",
  "POST /initialization",
];

async function doorsOf(panel: OpenPanel): Promise<Door[]> {
  return await listDoors(panel, await panel.logIn());
}

function guarded(doors: readonly Door[]): Door[] {
  return doors.filter(({ access }) => access !== "public");
}

for (const basePath of ["", "/deep/base"]) {
  Deno.test(`real doors: without a credential none opens but five, however it is spelled, under ${basePath || "/"}`, async () => {
    await using panel = await OpenPanel.open({ SUNDIAL_BASE_PATH: basePath });
    const doors = await doorsOf(panel);
    const named = doors.filter(({ access }) => access === "public").map(({ method, path }) =>
      `${method} ${path}`
    );
    assert.deepEqual(named.sort(), open);
    assert.ok(doors.some(({ path }) => path === "/tasks/run"), "the routes of the tasks are missing");
    const server = await panel.listen();
    const before = await keptBy(panel);
    let sent = 0;
    for (const { method, path } of guarded(doors)) {
      const spelled = spellPath(basePath, `/api${path}`);
      // The address of a request may name its host too.
      const targets = spelled.flatMap(({ target }) => [target, `http://localhost${target}`]);
      const lines = targets.map((one) => `${method} ${one} HTTP/1.1`);
      const statuses = await sendManyRaw(server.address.port, lines);
      assert.equal(statuses[0], 401, `${method} ${targets[0]}`);
      for (const [index, status] of statuses.entries()) {
        // Without a built page its addresses say 503, and they are no doors; 421 is a host that is none.
        assert.ok([400, 401, 404, 421, 503].includes(status), `${method} ${targets[index]}: ${status}`);
      }
      sent += statuses.length;
    }
    assert.equal(await keptBy(panel), before);
    await server.close(0);
    // deno-lint-ignore no-console -- the measured value
    console.info(`      ${guarded(doors).length} routes: ${sent} spelled requests refused`);
  });
}

Deno.test("real doors: before the panel is set up nothing else works", async () => {
  const { doors, cookie } = await doorsAndCookie();
  await using panel = await OpenPanel.open({ SUNDIAL_ADMIN_USERNAME: "", SUNDIAL_ADMIN_PASSWORD: "" });
  const before = await keptBy(panel);
  for (const { method, path, hasBody, body } of guarded(doors)) {
    for (const headers of [{}, cookie]) {
      const response = await panel.send(method, path, { headers, ...(hasBody && { body }) });
      await response.body?.cancel();
      assert.equal(response.status, 401, `${method} ${path}`);
    }
  }
  assert.equal(await keptBy(panel), before);
  const login = await panel.send("POST", "/auth/login", { body: { username, password } });
  assert.equal(login.status, 401, await login.text());
  assert.deepEqual(await panel.ask("GET", "/initialization"), { initialized: false, codeRequired: false });
});

/** Asks another panel what doors there are; its cookie opens none here. */
async function doorsAndCookie(): Promise<{ doors: Door[]; cookie: Record<string, string> }> {
  await using panel = await OpenPanel.open();
  const cookie = await panel.logIn();
  return { doors: await listDoors(panel, cookie), cookie };
}
