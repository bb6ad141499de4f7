import assert from "node:assert/strict";
import * as z from "zod";
import { CompatibleClient } from "../support/compatible_client.ts";
import { listRouteLines } from "../support/list_route_lines.ts";
import { TestPanel } from "../support/test_panel.ts";
import { version } from "../../server/platform/build_info.ts";
import { TestApp, type TestAppOptions } from "../support/test_app.ts";
import { addressOf, route } from "../../server/http/route.ts";

interface Operation {
  summary: string;
  operationId: string;
  "x-access": string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
}
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

async function read(app: TestApp): Promise<Document> {
  const { status, text } = await app.call("GET", "/api/openapi.json", { cookie: await app.setUp() });
  assert.equal(status, 200);
  return JSON.parse(text);
}

Deno.test("openapi: the document lists exactly the registered routes, with the required access", async () => {
  await using app = await TestApp.open({ basePath: "/deep/base" });
  const document = await read(app);
  assert.equal(document.openapi, "3.1.0");
  assert.equal(document.info.version, version);
  assert.deepEqual(document.servers, [{ url: "http://localhost:5780/deep/base/api" }]);
  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => `${method} ${path} ${one["x-access"]}`)
  );
  const registered = app.routes.map(({ method, path, access }) => `${method} ${path} ${access}`);
  assert.deepEqual(written.sort(), registered.sort());
  assert.ok(registered.includes("get /openapi.json system:read"));
});

Deno.test("routes: each registered route has a line, with its access and summary", async () => {
  await using app = await TestApp.open({ routes: [openRoute] });
  const lines = listRouteLines(await read(app)).map((line) => line.replace(/ {2,}/g, "  "));
  assert.ok(lines.includes("GET  /open/envs  variables:read  Lists variables"));
  assert.deepEqual(
    lines.toSorted(),
    app.routes.map((route) =>
      [route.method.toUpperCase(), addressOf(route), route.access, route.summary].join("  ")
    ).sort(),
  );
});

const openRoute = route("get", "/open/envs", {
  access: "variables:read",
  compatible: true,
  summary: "Lists variables",
  results: { 200: { description: "The variables" } },
  handle: () => ({ status: 200 }),
});

Deno.test("openapi: servers are absolute, unless only a proxy knows the address", async () => {
  const serversOf = async (options: TestAppOptions, headers: Record<string, string> = {}) => {
    await using app = await TestApp.open({ ...options, routes: [openRoute] });
    const cookie = await app.setUp();
    const { json } = await app.call("GET", "/api/openapi.json", { cookie, headers });
    const { servers, paths } = json as unknown as Document;
    const { servers: own } = paths["/open/envs"]!.get as unknown as Pick<Document, "servers">;
    return [servers, own].map(([server]) => server!.url);
  };
  const local = "http://localhost:5780";
  assert.deepEqual(await serversOf({}), [`${local}/api`, local]);
  assert.deepEqual(await serversOf({ basePath: "/deep" }), [`${local}/deep/api`, `${local}/deep`]);
  assert.deepEqual(await serversOf({}, { "x-forwarded-proto": "https" }), ["/api", "/"]);
  assert.deepEqual(await serversOf({ basePath: "/deep" }, { via: "1.1 proxy" }), ["/deep/api", "/deep"]);
  const publicUrl = "https://localhost:8443";
  const headers = { "x-forwarded-proto": "https" };
  assert.deepEqual(await serversOf({ publicUrl }, headers), [`${publicUrl}/api`, publicUrl]);
});

Deno.test("openapi: every operation has a unique ID and its path parameters", async () => {
  await using app = await TestApp.open();
  const { paths } = await read(app);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((one) => ({ path, ...one }))
  );
  assert.equal(new Set(operations.map((operation) => operation.operationId)).size, operations.length);
  for (const { path, parameters } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === "path" && parameter.required).map((
      parameter,
    ) => parameter.name);
    assert.deepEqual(inPath, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]), path);
  }
  assert.equal(paths["/auth/sessions/{id}"]!.delete!.operationId, "deleteAuthSessionsId");
});

Deno.test("openapi: every reference resolves, and only public routes need no credential", async () => {
  await using app = await TestApp.open();
  const document = await read(app);
  const text = JSON.stringify(document);
  assert.ok(!text.includes("$defs"));
  for (const [, section, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    assert.ok(document.components[section!]?.[name!], `${section}/${name} is missing`);
  }
  for (const name of ["Session", "Settings", "Problem"]) assert.ok(document.components.schemas![name], name);
  const open = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, one]) => one.security.length === 0).map(([method]) =>
      `${method} ${path}`
    )
  );
  assert.deepEqual(open.sort(), [
    "get /auth/login",
    "get /auth/oidc/{id}/callback",
    "get /auth/oidc/{id}/start",
    "get /health",
    "get /initialization",
    "post /auth/invitation",
    "post /auth/invitation/check",
    "post /auth/login",
    "post /auth/proxy",
    "post /auth/token",
    "post /initialization",
  ]);
});

Deno.test("openapi: schemas suit generators of other languages, and every tag is described", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const document = await panel.request("GET", "/openapi.json", { headers });
  const patterns = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, enum: values, pattern } = value as Record<string, unknown>;
    if (typeof pattern === "string") {
      patterns.add(pattern);
      // Generated clients match patterns before they send, and fail for a number.
      assert.ok(type === undefined || type === "string", JSON.stringify(value));
    }
    // The values of an enum are of its type, and so is a default.
    if (Array.isArray(values) && ["string", "boolean"].includes(String(type))) {
      assert.ok(
        values.every((one) => type === (typeof one === "string" ? "string" : "boolean")),
        JSON.stringify(value),
      );
    }
    const content = (value as Record<string, Record<string, unknown>>)["application/json"];
    assert.notDeepEqual(content?.["schema"], { type: "string" }, "a JSON response is more than a string");
    Object.values(value).forEach(visit);
  };
  visit(document);
  assert.ok(patterns.size > 5);
  // What only ECMAScript knows, such as \p{…} and named groups, fails to compile in Python and Go.
  for (const pattern of patterns) assert.doesNotMatch(pattern, /\\[pPk]|\(\?<|\(\?[=!]/, pattern);
  for (const { name, description } of document.tags) assert.ok(description, `a description of ${name}`);
  assert.equal(document.info.license.identifier, "MIT");
});

Deno.test("openapi: documents the input and errors of each route, and the meaning of each scope", async () => {
  await using app = await TestApp.open();
  const { paths, "x-scopes": opened } = await read(app) as Document & {
    "x-scopes": Record<string, string[]>;
  };
  assert.deepEqual(paths["/settings"]!.patch!.security, [{ session: [] }, { token: ["system:write"] }]);
  assert.deepEqual(paths["/applications"]!.get!.security, [{ session: [] }]);
  assert.deepEqual(paths["/events"]!.get!.security, [{ session: [] }, { token: [] }]);
  const secret = paths["/applications/{id}/secret"]!.post as unknown as Record<string, object>;
  assert.deepEqual([secret["x-step-up"], secret["x-audit"]], [true, "applications.secret"]);
  assert.deepEqual(Object.keys(secret["responses"]!), ["200", "401", "403", "404", "default"]);
  assert.deepEqual(opened["system:write"], ["PATCH /settings"]);
  assert.equal(Object.keys(opened).length, 23);
});

Deno.test("openapi: documents the media types of a body that is not JSON", async () => {
  await using panel = await TestPanel.open();
  const { paths }: Document = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
  const files = (path: string, method: string) => {
    const { requestBody } = paths[path]![method] as { requestBody?: { content: Record<string, object> } };
    return Object.keys(requestBody?.content ?? {});
  };
  assert.deepEqual(files("/files/scripts/upload", "post"), ["multipart/form-data"]);
  assert.deepEqual(files("/files/config/upload", "post"), ["multipart/form-data"]);
  assert.deepEqual(files("/account/avatar", "put"), ["image/png", "image/jpeg"]);
  assert.deepEqual(files("/backups/inspect", "post"), ["application/octet-stream", "multipart/form-data"]);
  const { responses } = paths["/account/avatar"]!.put as unknown as { responses: object };
  assert.deepEqual(Object.keys(responses), ["200", "400", "401", "403", "413", "415", "default"]);
});

const tokenOf = (id: string) => `/auth/token?client_id=${id}&client_secret=wrong`;

// Path of the document, request, `code` and whether there is data.
const compatibleCalls: [path: string, query: string, code: number, hasData?: boolean][] = [
  ["/open/auth/token", tokenOf("unknown"), 400],
  ["/open/scripts/detail", "/scripts/detail?file=a.sh", 200, true],
  ["/open/scripts/detail", "/scripts/detail?file=.", 400],
  ["/open/logs/detail", "/logs/detail?file=none.log", 200, true],
  ["/open/logs/detail", "/logs/detail?file=..%2F..%2Fsecret.key", 403],
  ["/open/crons/detail", "/crons/detail?log_path=none.log", 200],
  ["/open/configs/detail", "/configs/detail?path=config.sh", 200, true],
  ["/open/configs/detail", "/configs/detail?path=..%2Fsecret.key", 403],
  ["/open/crons", "/crons", 200, true],
  ["/open/envs", "/envs", 200, true],
];

Deno.test("openapi: describes what compatible routes respond with status 200, rejections included", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const document = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
  const text = JSON.stringify(document).replaceAll("#/components/schemas/", "#/$defs/");
  const { paths, components: { schemas } } = JSON.parse(text);
  for (const [path, request, code, hasData = false] of compatibleCalls) {
    const { status, json } = await client.send("GET", request);
    assert.deepEqual(
      [status, json.code, "data" in json],
      [200, code, hasData],
      JSON.stringify([request, json]),
    );
    const described = paths[path].get.responses["200"].content["application/json"].schema;
    const schema = z.fromJSONSchema({ ...described, $defs: schemas });
    assert.deepEqual(schema.safeParse(json).error?.issues ?? [], [], request);
    assert.ok(!schema.safeParse({ code: 500, message: "x" }).success, request);
  }
  // A download that is rejected is JSON, too.
  const download = document.paths["/open/logs/download"].post.responses["200"].content;
  assert.deepEqual(Object.keys(download).sort(), ["application/json", "text/plain"]);
  for (const path of ["/open/auth/token", "/open/crons/detail", "/crons/detail"]) {
    const { anyOf } = document.paths[path].get.responses["200"].content["application/json"].schema;
    assert.deepEqual(anyOf.at(-1), { $ref: "#/components/schemas/CompatibleRejection" }, path);
  }
});

// Listed explicitly, so that no route or field can stop requiring re-authentication unnoticed.
const stepUpRoutes = [
  "delete /account/passkeys/{id}",
  "get /backups/inspect/ready",
  "get /backups/{id}",
  "get /backups/{id}/ready",
  "get /system/diagnostics",
  "get /variables/export secrets",
  "patch /account",
  "patch /applications/{id}",
  "patch /settings dependencies.denoMirror",
  "patch /settings dependencies.denoProxy",
  "patch /settings dependencies.linuxProxy",
  "patch /settings dependencies.nodeManager",
  "patch /settings dependencies.nodeMirror",
  "patch /settings dependencies.nodeProxy",
  "patch /settings dependencies.pythonMirror",
  "patch /settings dependencies.pythonProxy",
  "patch /settings proxy",
  "patch /settings sshKey",
  "patch /settings updateAddress",
  "post /account/passkeys",
  "post /account/passkeys/start",
  "post /account/password",
  "post /account/second-factor/activate",
  "post /account/second-factor/deactivate",
  "post /account/second-factor/recovery-codes",
  "post /account/second-factor/start",
  "post /applications",
  "post /applications/{id}/enable",
  "post /applications/{id}/secret",
  "post /backups/inspect",
  "post /backups/restore",
  "post /system/restart",
  "post /system/update/install",
  "post /variables/export secrets",
  "put /backups/passphrase",
];

Deno.test("openapi: names each route and field that requires step-up", async () => {
  await using panel = await TestPanel.open();
  const { paths }: Document = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => {
      const stepUp = (one as unknown as { "x-step-up"?: true | string[] })["x-step-up"];
      if (stepUp === undefined) return [];
      return stepUp === true ? [`${method} ${path}`] : stepUp.map((field) => `${method} ${path} ${field}`);
    })
  );
  assert.deepEqual(stepUpRoutes.filter((route) => !named.includes(route)), []);
});
