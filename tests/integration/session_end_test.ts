// deno-lint-ignore-file no-console -- measured values
// Every way a session ends, on a real panel: the old cookie is rejected, and its open streams are closed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeAt } from "../support/second_factor.ts";
import { freePort } from "../support/free_port.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const DAY_MS = 24 * 3_600_000;

interface Scene {
  address: string;
  dataDir: string;
  owner: string;
  victim: string;
  password: string;
  recoveryCodes: string[];
}

// deno-lint-ignore no-explicit-any -- any response of the API
type Json = any;

function send({ address }: Scene, cookie: string, call: string, body?: unknown): Promise<Response> {
  const [method = "", path = ""] = call.split(" ");
  const headers = { cookie, "content-type": "application/json" };
  return fetch(`${address}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function ask(scene: Scene, cookie: string, call: string, body?: unknown): Promise<Json> {
  const response = await send(scene, cookie, call, body);
  const text = await response.text();
  assert.ok(response.ok, `${call}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

async function logIn(scene: Scene, cookie = ""): Promise<string> {
  const code = scene.recoveryCodes.shift();
  const response = await send(scene, cookie, "POST /auth/login", {
    ...{ username: account.username, password: scene.password },
    ...(code && { code }),
  });
  assert.equal(response.status, 200, await response.text());
  return response.headers.getSetCookie()[0]!.split(";")[0]!;
}

function age({ dataDir }: Scene, column: string, at: number): void {
  using database = new DatabaseSync(join(dataDir, "sundial.sqlite"), { timeout: 10_000 });
  database.prepare(`update session set ${column} = ? where id = (select max(id) from session)`).run(at);
}

async function turnFactorOn(scene: Scene): Promise<void> {
  const { secret } = await ask(scene, scene.owner, "POST /account/second-factor/start");
  const code = codeAt(secret, Date.now());
  const { codes } = await ask(scene, scene.owner, "POST /account/second-factor/activate", { code });
  scene.recoveryCodes = codes;
}

const endings: [what: string, end: (scene: Scene) => Promise<unknown> | void][] = [
  ["logging out", (scene) => ask(scene, scene.victim, "POST /auth/logout")],
  ["logging in over it", (scene) => logIn(scene, scene.victim)],
  ["being ended from elsewhere", async (scene) => {
    const { items } = await ask(scene, scene.victim, "GET /auth/sessions");
    const { id } = items.find(({ current }: Json) => current);
    await ask(scene, scene.owner, `DELETE /auth/sessions/${id}`);
  }],
  ["ending all others", (scene) => ask(scene, scene.owner, "DELETE /auth/sessions")],
  ["another password", async (scene) => {
    const next = "another lantern in the harbour";
    await ask(scene, scene.owner, "POST /account/password", { current: scene.password, next });
    scene.password = next;
  }],
  ["a second factor", turnFactorOn],
  ["a removed second factor", (scene) => {
    const code = scene.recoveryCodes.pop();
    scene.recoveryCodes = [];
    return ask(scene, scene.owner, "POST /account/second-factor/deactivate", { code });
  }],
  ["a week unused", (scene) => age(scene, "last_seen_at", Date.now() - 8 * DAY_MS)],
  ["thirty days", (scene) => age(scene, "expires_at", Date.now() - 1)],
];

Deno.test("session end: however a session ends, its cookie is rejected and its streams are closed", async () => {
  await using dataDir = await temporaryFolder();
  {
    await using panel = await PanelProcess.start({
      ...{
        dataDir: dataDir.path,
        setUp: true,
        flags: ["--port", String(freePort()), "--log-level", "error"],
      },
    });
    const { password } = account;
    const scene = {
      address: panel.address,
      dataDir: dataDir.path,
      owner: "",
      victim: "",
      password,
      recoveryCodes: [],
    };
    await endAll(scene);
    await endByRestore(scene);
  }
});

async function endAll(scene: Scene): Promise<void> {
  scene.owner = await logIn(scene);
  const run = await startLongRun(scene);
  const rejectedMs: number[] = [];
  const cutMs: number[] = [];
  for (const [what, end] of endings) {
    scene.victim = await logIn(scene);
    const ends = await openStreams(scene, run);
    await end(scene);
    const from = performance.now();
    await assertRejected(scene, what);
    rejectedMs.push(performance.now() - from);
    // A stream that stayed open would hang here.
    cutMs.push(...(await Promise.all(ends)).map((at) => Math.max(at - from, 0)));
  }
  await ask(scene, scene.owner, "POST /tasks/stop", { ids: [1] });
  console.info(
    `${endings.length} ways: rejected within ${Math.max(...rejectedMs).toFixed(0)} ms, ` +
      `${cutMs.length} streams cut off within ${Math.max(...cutMs).toFixed(0)} ms`,
  );
}

// The backup contains sessions, which a restore must not revive.
async function endByRestore(scene: Scene): Promise<void> {
  scene.victim = await logIn(scene);
  const { id } = await ask(scene, scene.owner, "POST /backups", { parts: ["database"] });
  await until("the backup is ready", async () => {
    const { items } = await ask(scene, scene.owner, "GET /backups");
    return items.some((item: Json) => item.id === id && item.state === "ready");
  });
  const [end] = await openStreams(scene);
  await ask(scene, scene.owner, "POST /backups/restore", { backupId: id });
  await end;
  await until("the panel responds again", async () => {
    const response = await send(scene, "", "GET /initialization").catch(() => null);
    await response?.body?.cancel();
    return response?.status === 200;
  });
  await assertRejected(scene, "restoring a backup");
  const again = await send(scene, "", "POST /initialization", {
    username: "other",
    password: "another lantern",
  });
  assert.equal(again.status, 409, await again.text());
}

async function assertRejected(scene: Scene, what: string): Promise<void> {
  for (const call of ["GET /tasks", "GET /events", "PATCH /settings"]) {
    const response = await send(scene, scene.victim, call);
    await response.body?.cancel();
    assert.equal(response.status, 401, `${call} after ${what}`);
  }
}

/** Opens streams; returns when each ends. */
async function openStreams(scene: Scene, run?: number): Promise<Promise<number>[]> {
  const paths = ["/events", ...run === undefined ? [] : [`/runs/${run}/log/stream`]];
  const streams = await Promise.all(paths.map((path) => send(scene, scene.victim, `GET ${path}`)));
  assert.ok(streams.every(({ status }) => status === 200));
  return streams.map((stream) => stream.text().catch(() => "").then(() => performance.now()));
}

async function startLongRun(scene: Scene): Promise<number> {
  const task = { name: "Slow", command: "echo begun; sleep 600", schedules: "manual" };
  const { id } = await ask(scene, scene.owner, "POST /tasks", task);
  await ask(scene, scene.owner, "POST /tasks/run", { ids: [id] });
  const { items } = await ask(scene, scene.owner, `GET /tasks/${id}/runs`);
  return items[0].id;
}
