// Logging in as old programs do: with a user name and a password, for a token to send in a header.
import assert from "node:assert/strict";
import type { Json } from "../support/compatible_client.ts";
import { password, username } from "../support/test_app.ts";
import { codeAt } from "../support/second_factor.ts";
import { TestPanel } from "../support/test_panel.ts";

async function send(panel: TestPanel, method: string, path: string, body?: unknown, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await panel.send(method, path, { body, headers });
  return { status: response.status, json: await response.json() as Json, headers: response.headers };
}

Deno.test("compatible login: a user name and a password get a token for what the user may do", async () => {
  await using panel = await TestPanel.open();
  for (const path of ["/user/login", "/open/user/login", "/user/login/"]) {
    const { status, json, headers } = await send(panel, "POST", path, { username, password });
    assert.deepEqual([status, json.code], [200, 200], path);
    assert.deepEqual(headers.getSetCookie(), []);
    assert.deepEqual(Object.keys(json.data), [
      ...["token", "lastip", "lastaddr", "lastlogon", "retries", "platform"],
    ]);
    const { token } = json.data;
    assert.equal((await send(panel, "GET", "/crons", undefined, token)).json.code, 200);
    assert.equal((await send(panel, "GET", "/open/envs", undefined, token)).json.code, 200);
    assert.equal((await send(panel, "GET", "/tasks", undefined, token)).status, 200);
  }
  assert.equal((await send(panel, "POST", "/user/login", { username })).status, 400);
});

Deno.test("compatible login: a token is no cookie, a cookie is no token, and either ends with its session", async () => {
  await using panel = await TestPanel.open();
  const { cookie = "" } = await panel.logIn();
  const { json: { data: { token } } } = await send(panel, "POST", "/user/login", { username, password });
  const [name, value = ""] = cookie.split("=");
  assert.equal((await send(panel, "GET", "/tasks", undefined, value)).status, 401);
  const asCookie = await panel.send("GET", "/tasks", { headers: { cookie: `${name}=${token}` } });
  assert.equal(asCookie.status, 401);
  await asCookie.body?.cancel();
  const { items } = await panel.request("GET", "/auth/sessions", { headers: { cookie } });
  const other = items.find(({ current }: { current: boolean }) => !current);
  await panel.request("DELETE", `/auth/sessions/${other.id}`, { headers: { cookie } });
  const ended = await send(panel, "GET", "/crons", undefined, token);
  assert.deepEqual([ended.status, ended.json.message], [401, "Token expired"]);
});

Deno.test("compatible login: wrong passwords are rejected with the old code, and make the network wait", async () => {
  await using panel = await TestPanel.open();
  const codes: number[] = [];
  for (let n = 0; n < 7; n++) {
    const { status, json } = await send(panel, "POST", "/user/login", { username, password: `wrong ${n}` });
    assert.equal(status, 200);
    codes.push(json.code);
    if (json.code === 400) assert.equal(json.message, "Incorrect username or password, please try again");
    else assert.ok(json.data > 0 && json.message.includes(String(json.data)));
  }
  assert.deepEqual([codes[0], codes.at(-1)], [400, 410]);
  // The panel's own login counts the same attempts.
  const own = await panel.send("POST", "/auth/login", { body: { username, password } });
  assert.equal(own.status, 429);
  await own.body?.cancel();
  const log = await panel.db.selectFrom("login_attempt").select("door").execute();
  assert.ok(log.every(({ door }) => door === "login"));
});

Deno.test("compatible login: with a second factor, a code is asked for and checked in a second step", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { secret } = await panel.request("POST", "/account/second-factor/start", { headers });
  const { codes: [recovery] } = await panel.request("POST", "/account/second-factor/activate", {
    headers,
    body: { code: codeAt(secret, Date.now()) },
  });
  const first = await send(panel, "POST", "/user/login", { username, password });
  assert.deepEqual([first.status, first.json], [200, { code: 420, message: "" }]);
  const second = (code: string) => send(panel, "PUT", "/user/two-factor/login", { username, password, code });
  assert.deepEqual((await second("000000")).json, { code: 430, message: "Verification failed" });
  const { json } = await second(recovery);
  assert.equal((await send(panel, "GET", "/crons", undefined, json.data.token)).json.code, 200);
});
