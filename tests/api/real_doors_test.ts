// The doors of the panel as it is put together for real: what its API document names, and the document names all of it.
import assert from "node:assert/strict";
import { readConfig } from "../../server/platform/config.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { SystemLogFiles } from "../../server/platform/system_log/system_log_files.ts";
import { openServices } from "../../server/services.ts";
import { spellPath } from "../support/path_spellings.ts";
import { password, username } from "../support/test_app.ts";

interface Door {
  method: string;
  path: string;
  access: string;
}

const info: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 40_000 },
  completed: Promise.resolve(),
};
const silent = { debug() {}, info() {}, warn() {}, error() {} };

Deno.test("real doors: nothing but the promised five answers without a credential, however it is spelled", async () => {
  const basePath = "/deep/base";
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-doors-" });
  const variables = {
    SUNDIAL_DATA_DIR: dataDir,
    SUNDIAL_BASE_PATH: basePath,
    SUNDIAL_ADMIN_USERNAME: username,
    SUNDIAL_ADMIN_PASSWORD: password,
  };
  const services = await openServices(readConfig(new Map(), variables), {
    clock: systemClock,
    logger: silent,
    systemLog: new SystemLogFiles({ clock: systemClock }),
    restart: null,
  });
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const body = method === "GET" ? {} : { body: "{}" };
    const headers = { "content-type": "application/json", ...init.headers };
    const request = new Request(`http://localhost${path}`, { method, ...body, ...init, headers });
    const response = await services.app.fetch(request, info);
    return {
      status: response.status,
      text: await response.text(),
      cookie: response.headers.get("set-cookie"),
    };
  };
  try {
    const login = await send("POST", `${basePath}/api/auth/login`, {
      body: JSON.stringify({ username, password }),
    });
    const cookie = login.cookie!.split(";")[0]!;
    const kept = async () => (await send("GET", `${basePath}/api/tasks`, { headers: { cookie } })).text;
    const doors = listDoors(
      (await send("GET", `${basePath}/api/openapi.json`, { headers: { cookie } })).text,
    );
    const open = doors.filter((door) => door.access === "public").map(({ method, path }) =>
      `${method} ${path}`
    );
    assert.deepEqual(open.sort(), [
      "GET /health",
      "GET /initialization",
      "POST /auth/login",
      "POST /auth/token",
      "POST /initialization",
    ]);
    const guarded = doors.filter((door) => door.access !== "public");
    assert.ok(guarded.some((door) => door.path === "/tasks/run"), "the routes of the tasks are missing");
    const before = await kept();
    for (const { method, path } of guarded) {
      const target = `/api${path.replaceAll(/\{\w+\}/g, "1")}`;
      assert.equal((await send(method, basePath + target)).status, 401, `${method} ${target}`);
      for (const { how, target: spelled } of spellPath(basePath, target)) {
        const { status } = await send(method, spelled);
        // Without a built page its addresses say 503, and they are no doors.
        assert.ok([401, 404, 503].includes(status), `${method} ${spelled} (${how}): ${status}`);
      }
    }
    assert.equal(await kept(), before);
  } finally {
    await services.closeStreams();
    await services.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

function listDoors(document: string): Door[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, { "x-access": string }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      method: method.toUpperCase(),
      path,
      access: one["x-access"],
    }))
  );
}
