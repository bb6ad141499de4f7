import assert from "node:assert/strict";
import type { Heartbeat, Ping } from "../../server/contract/heartbeats.ts";
import type { PulseState } from "../../server/contract/pulse.ts";
import type { List } from "../../server/contract/shapes.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

type Headers = Record<string, string>;

async function add(panel: TestPanel, headers: Headers, body: object = {}): Promise<Heartbeat> {
  const usual = { name: "Offsite backup", schedule: "0 3 * * *" };
  return await panel.request("POST", "/heartbeats", { headers, body: { ...usual, ...body } });
}

async function respond(
  panel: TestPanel,
  method: string,
  path: string,
  more: { raw?: BodyInit; headers?: Headers } = {},
) {
  const response = await panel.send(method, path, more);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}

async function waitForPings(panel: TestPanel, headers: Headers, id: number, count: number): Promise<Ping[]> {
  let pings: Ping[] = [];
  await until("the pings", async () => {
    pings = (await panel.request("GET", `/heartbeats/${id}/pings`, { headers }) as List<Ping>).items;
    return pings.length >= count;
  });
  return pings;
}

Deno.test("heartbeats: a new one has defaults, an address and waits for its first ping", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { id, key, createdAt, updatedAt, ...rest } = await add(panel, headers, {
    labels: [" prod ", "prod"],
  });
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    ...{ name: "Offsite backup", labels: ["prod"], schedule: "0 3 * * *", periodMs: null, timeZone: null },
    ...{ graceMs: 300_000, maxDurationMs: null, postOnly: false, notify: { onDown: true, onUp: true } },
    ...{ muted: false, path: `/ping/${key}`, state: "new", lastPingAt: null, dueAt: null, downFrom: null },
    ...{ startedAt: null, downAt: null, downReason: null, watchedFrom: null, version: 1 },
  });
  const response = await panel.send("GET", `/heartbeats/${id}`, { headers });
  assert.deepEqual([response.headers.get("etag"), await response.json()], [
    '"1"',
    { id, key, createdAt, updatedAt, ...rest },
  ]);
});

Deno.test("heartbeats: a ping needs no credentials, and an unknown key gets the same response as a known one", async () => {
  await using panel = await TestPanel.open({ SUNDIAL_BASE_PATH: "/base" });
  const headers = await panel.logIn();
  const { id, path, key } = await add(panel, headers);
  const unknown = `/ping/${"0".repeat(32)}`;
  const withoutText = ({ text: _, headers, ...rest }: Awaited<ReturnType<typeof respond>>) => {
    const { "content-length": __, "content-security-policy": ___, ...others } = headers;
    return { ...rest, headers: others };
  };
  for (const method of ["GET", "HEAD", "POST"]) {
    for (const action of ["", "/start", "/fail", "/log", "/0", "/255"]) {
      const [mine, other] = [
        await respond(panel, method, `${path}${action}?rid=${method}`),
        await respond(panel, method, `${unknown}${action}`),
      ];
      assert.equal(mine.status, 200);
      assert.equal(mine.text, method === "HEAD" ? "" : "OK");
      assert.equal(other.text, method === "HEAD" ? "" : "not found");
      assert.deepEqual(withoutText(mine), withoutText(other));
    }
  }
  const pings = await waitForPings(panel, headers, id, 18);
  assert.deepEqual(
    pings.slice(0, 6).map(({ kind, exitCode, rid, method }) => [kind, exitCode, rid, method]),
    [
      ["fail", 255, "POST", "POST"],
      ["success", 0, "POST", "POST"],
      ["log", null, "POST", "POST"],
      ["fail", null, "POST", "POST"],
      ["start", null, "POST", "POST"],
      ["success", null, "POST", "POST"],
    ],
  );
  for (const rest of ["/256", "/stop", "/start/more"]) {
    assert.notEqual((await respond(panel, "GET", `${path}${rest}`)).text, "OK", rest);
  }
  assert.equal((await respond(panel, "PUT", path)).status, 404);
  const stale = { cookie: "sundial_session=garbage", authorization: "Bearer garbage" };
  const foreign = { ...stale, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  assert.equal((await respond(panel, "POST", `/ping/${key}`, { headers: foreign })).text, "OK");
});

Deno.test("heartbeats: the beginning of a body is kept, whatever it contains", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { id, path } = await add(panel, headers);
  const long = "é".repeat(6_000);
  await respond(panel, "POST", path, { raw: long });
  await respond(panel, "POST", `${path}/log`, { raw: new Uint8Array([97, 0, 0xff, 98]) });
  await respond(panel, "POST", `${path}/log`, { raw: new Uint8Array(2 * 1024 * 1024) });
  const pings = await waitForPings(panel, headers, id, 3);
  assert.deepEqual(pings.map(({ body }) => body), ["", "a\ufffd\ufffdb", "é".repeat(5_000)]);
});

Deno.test("heartbeats: a reported failure is down, a success is up, and a pause only records", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { id, path } = await add(panel, headers);
  const one = () => panel.request("GET", `/heartbeats/${id}`, { headers }) as Promise<Heartbeat>;
  await respond(panel, "GET", `${path}/3`);
  await until("it to be down", async () => (await one()).state === "down");
  assert.equal((await one()).downReason, "failed");
  await respond(panel, "GET", path);
  await until("it to be up", async () => (await one()).state === "up");
  const paused = await panel.request("POST", `/heartbeats/${id}/pause`, { headers }) as Heartbeat;
  assert.deepEqual([paused.state, paused.version], ["paused", 2]);
  await respond(panel, "GET", `${path}/fail`);
  await waitForPings(panel, headers, id, 3);
  assert.equal((await one()).state, "paused");
  assert.equal((await panel.request("POST", `/heartbeats/${id}/resume`, { headers })).state, "up");
});

Deno.test("heartbeats: a replaced key no longer works, and a deleted heartbeat has no address", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const before = await add(panel, headers);
  const { path, version } = await panel.request("POST", `/heartbeats/${before.id}/key`, {
    headers,
  }) as Heartbeat;
  assert.notEqual(path, before.path);
  assert.equal(version, 2);
  assert.equal((await respond(panel, "GET", before.path)).text, "not found");
  assert.equal((await respond(panel, "GET", path)).text, "OK");
  await waitForPings(panel, headers, before.id, 1);
  await panel.request("DELETE", `/heartbeats/${before.id}`, { headers });
  assert.equal((await respond(panel, "GET", path)).text, "not found");
  assert.equal((await respond(panel, "GET", `/heartbeats/${before.id}/pings`, { headers })).status, 404);
  assert.deepEqual(await panel.db.selectFrom("heartbeat_ping").selectAll().execute(), []);
});

Deno.test("heartbeats: invalid fields are rejected, and a schedule takes the place of a period", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const rejections: [object, string, string][] = [
    [{ schedule: null }, "schedule", "required"],
    [{ periodMs: 60_000 }, "periodMs", "invalid"],
    [{ schedule: "61 * * * *" }, "schedule", "incorrect_cron"],
    [{ schedule: "@after 1h" }, "schedule", "incorrect_cron"],
    [{ schedule: null, periodMs: 59_999 }, "periodMs", "too_small"],
    [{ graceMs: 59_999 }, "graceMs", "too_small"],
    [{ maxDurationMs: 1 }, "maxDurationMs", "too_small"],
    [{ timeZone: "Europe/Atlantis" }, "timeZone", "unknown_time_zone"],
    [{ name: "  " }, "name", "required"],
    [{ labels: [" "] }, "labels.0", "required"],
    [{ key: "mine" }, "key", "unknown_field"],
  ];
  for (const [body, path, code] of rejections) {
    const sent = { headers, body: { name: "One", schedule: "0 3 * * *", ...body } };
    const response = await panel.send("POST", "/heartbeats", sent);
    const { issues } = await response.json();
    assert.deepEqual(issues?.map((issue: { path: string; code: string }) => [issue.path, issue.code]), [
      [path, code],
    ]);
  }
  const { id } = await add(panel, headers, { schedule: null, periodMs: 3_600_000 });
  const taken = await panel.send("POST", "/heartbeats", {
    headers,
    body: { name: "Offsite backup", periodMs: 60_000 },
  });
  assert.equal((await taken.json()).issues[0].code, "name_taken");
  const patch = (body: object, version: string) =>
    panel.send("PATCH", `/heartbeats/${id}`, { headers: { ...headers, "if-match": version }, body });
  const changed = await (await patch({ schedule: "@daily" }, '"1"')).json();
  assert.deepEqual([changed.schedule, changed.periodMs, changed.version], ["@daily", null, 2]);
  const late = await patch({ name: "Other" }, '"1"');
  assert.equal((await late.json()).code, "stale_version");
});

Deno.test("heartbeats: the list is searched, filtered, and sorted by what needs attention", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const down = await add(panel, headers, { name: "Zeta", labels: ["prod"] });
  const up = await add(panel, headers, { name: "beta" });
  await add(panel, headers, { name: "Alpha", labels: ["Prod 2"] });
  await respond(panel, "GET", `${down.path}/fail`);
  await respond(panel, "GET", up.path);
  await waitForPings(panel, headers, up.id, 1);
  const names = async (query: string) =>
    (await panel.request("GET", `/heartbeats?${query}`, { headers }) as List<Heartbeat>).items
      .map(({ name }) => name).join(" ");
  assert.equal(await names(""), "Alpha beta Zeta");
  assert.equal(await names("sort=state"), "Zeta beta Alpha");
  assert.equal(await names("sort=-name&pageSize=2&page=2"), "Alpha");
  assert.equal(await names("q=PROD"), "Alpha Zeta");
  assert.equal(await names("label=prod"), "Zeta");
  assert.equal(await names("state=up,down"), "beta Zeta");
  const wrong = await panel.send("GET", "/heartbeats?state=gone", { headers });
  assert.equal(wrong.status, 422);
  await wrong.body?.cancel();
});

Deno.test("heartbeats: a panel with the address of one as its pulse keeps it up", async () => {
  await using panel = await TestPanel.open({ SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" });
  const headers = await panel.logIn();
  const { id, path } = await add(panel, headers, { schedule: null, periodMs: 120_000 });
  const server = await panel.listen();
  try {
    const pulseUrl = `http://127.0.0.1:${server.address.port}${path}`;
    await panel.request("PATCH", "/settings", { headers, body: { pulseUrl } });
    const [ping] = await waitForPings(panel, headers, id, 1);
    assert.deepEqual([ping?.kind, ping?.method], ["success", "GET"]);
    assert.equal((await panel.request("GET", "/settings", { headers })).pulseUrl, pulseUrl);
    const pulse = async (): Promise<PulseState> => await panel.request("GET", "/system/pulse", { headers });
    await until("the success is recorded", async () => (await pulse()).lastSuccessAt !== null);
    const { lastSuccessAt: _, ...rest } = await pulse();
    const host = `127.0.0.1:${server.address.port}`;
    const none = { lastFailureAt: null, failures: 0, problem: null, downAt: null };
    assert.deepEqual(rest, { host, ...none });
    await panel.request("PATCH", "/settings", { headers, body: { pulseUrl: `http://${host}/api/none` } });
    await until("the failure is recorded", async () => (await pulse()).failures === 1);
    const { lastSuccessAt, problem } = await pulse();
    assert.deepEqual([lastSuccessAt, problem], [null, { code: "status", detail: "401" }]);
    await panel.request("PATCH", "/settings", { headers, body: { pulseUrl: null } });
    assert.deepEqual(await pulse(), { host: null, lastSuccessAt: null, ...none });
  } finally {
    await panel.request("PATCH", "/settings", { headers, body: { pulseUrl: null } });
    await server.close(0);
  }
});
