import assert from "node:assert/strict";
import * as z from "zod";
import { route } from "../../server/http/route.ts";
import { TestApp, username } from "../support/test_app.ts";

const echo = route("post", "/echo", {
  access: "tasks:write",
  summary: "Returns what it was given",
  query: z.strictObject({ page: z.coerce.number().int().min(1).default(1) }),
  body: z.strictObject({
    name: z.string().min(2).max(5),
    tags: z.array(z.string()).max(2).optional(),
    when: z.union([z.array(z.string()).min(1), z.literal("manual")]).optional(),
  }),
  bodyLimit: 100,
  results: { 200: { description: "It" } },
  handle: ({ body, query, ip, ifMatch }) => ({ status: 200, body: { body, query, ip, ifMatch } }),
});
const broken = route("get", "/broken/{id}", {
  access: "tasks:read",
  summary: "Fails",
  results: {},
  handle: () => {
    throw new Error("the secret reason", { cause: new Error("deeper") });
  },
});
const fixedPath = route("get", "/broken/here", {
  access: "tasks:read",
  summary: "Has a path like an ID",
  results: { 200: { description: "It" } },
  handle: () => ({ status: 200, body: "here" }),
});

const open = () => TestApp.open({ routes: [echo, broken, fixedPath], trustedProxies: ["10.0.0.0/8"] });

Deno.test("request: a valid request reaches the handler with the client's address", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  const { status, json } = await app.call("POST", "/api/echo?page=3", {
    cookie,
    body: { name: "abc" },
    peer: "10.1.2.3",
    headers: {
      "x-forwarded-for": "6.6.6.6, 203.0.113.5, 10.9.9.9",
      "content-type": "application/json; charset=utf-8",
    },
  });
  assert.equal(status, 200);
  assert.deepEqual(json, { body: { name: "abc" }, query: { page: 3 }, ip: "203.0.113.5", ifMatch: null });
});

const malformed: [string, { raw?: BodyInit; type?: string }, number, string][] = [
  ["text/plain", { raw: '{"name":"abc"}', type: "text/plain" }, 415, "unsupported_media_type"],
  ["a form", { raw: "name=abc", type: "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
  ["a look-alike type", { raw: "{}", type: "application/jsonp" }, 415, "unsupported_media_type"],
  ["no type and no body", {}, 415, "unsupported_media_type"],
  ["an empty body", { raw: "", type: "application/json" }, 400, "malformed_request"],
  ["a truncated body", { raw: '{"name":', type: "application/json" }, 400, "malformed_request"],
  [
    "bytes that are not UTF-8",
    { raw: new Uint8Array([0x22, 0xff, 0x22]), type: "application/json" },
    400,
    "malformed_request",
  ],
  ["too much", { raw: `{"name":"${"x".repeat(100)}"}`, type: "application/json" }, 413, "payload_too_large"],
  ["excessive nesting", { raw: "[".repeat(99), type: "application/json" }, 400, "malformed_request"],
];
for (const [what, { raw, type }, expected, code] of malformed) {
  Deno.test(`request: ${what} returns ${expected} ${code}`, async () => {
    await using app = await open();
    const cookie = await app.setUp();
    const { status, problem, headers } = await app.call("POST", "/api/echo", {
      cookie,
      ...(raw !== undefined && { raw }),
      headers: type === undefined ? {} : { "content-type": type },
    });
    assert.deepEqual([status, problem.code], [expected, code]);
    assert.equal(headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.equal(problem.type, `urn:sundial:problem:${code}`);
    assert.ok(!/[{}]/.test(problem.detail), problem.detail);
  });
}

Deno.test("request: a streamed body without a length is cut off at the limit", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 50;
      controller.enqueue(new Uint8Array(50).fill(0x20));
    },
  });
  const { status } = await app.call("POST", "/api/echo", {
    cookie,
    raw: endless,
    headers: { "content-type": "application/json" },
  });
  assert.equal(status, 413);
  assert.ok(sent < 1000, `${sent} bytes were read`);
});

const rejections: [string, unknown, [string, string][]][] = [
  ["", {}, [["name", "required"]]],
  ["", { name: "a" }, [["name", "too_short"]]],
  ["", { name: "abcdef" }, [["name", "too_long"]]],
  ["", { name: 5 }, [["name", "invalid_type"]]],
  ["", { name: "abc", tags: ["a", "b", "c"] }, [["tags", "too_many"]]],
  ["", { name: "abc", tags: ["a", 1] }, [["tags.1", "invalid_type"]]],
  ["", { name: "abc", when: [] }, [["when", "too_few"]]],
  ["", { name: "abc", when: [1] }, [["when.0", "invalid_type"]]],
  ["", { name: "abc", extra: 1, more: 2 }, [["extra", "unknown_field"], ["more", "unknown_field"]]],
  ["", JSON.parse('{"name":"abc","__proto__":{"admin":true}}'), [["__proto__", "unknown_field"]]],
  ["", { name: "ab\ud800" }, [["name", "invalid_character"]]],
  ["", { name: "abc", tags: ["😀", "\ude00"] }, [["tags.1", "invalid_character"]]],
  ["", { name: "abc", "\ud83d": 1 }, [["", "invalid_character"]]],
  ["?page=0", { name: "abc" }, [["page", "too_small"]]],
  ["?page=x", { name: "abc" }, [["page", "invalid_type"]]],
  ["?page=1&page=2", { name: "abc" }, [["page", "invalid_type"]]],
  ["?pge=1", { name: "abc" }, [["pge", "unknown_field"]]],
];
for (const [query, body, expected] of rejections) {
  Deno.test(`request: ${query}${JSON.stringify(body)} is rejected field by field`, async () => {
    await using app = await open();
    const cookie = await app.setUp();
    const { status, problem } = await app.call("POST", `/api/echo${query}`, { cookie, body });
    assert.deepEqual([status, problem.code], [422, "validation_failed"]);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), expected);
    for (const { message } of problem.issues!) assert.ok(message !== "" && !/[{}]/.test(message), message);
  });
}

Deno.test("request: a deeply nested body with half a character is rejected at once", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const depth = 200_000;
  const raw = `${"[".repeat(depth)}"\\ud800"${"]".repeat(depth)}`;
  const headers = { "content-type": "application/json" };
  const { status, problem } = await app.call("PATCH", "/api/settings", { cookie, raw, headers });
  assert.deepEqual([status, problem.issues?.[0]?.code], [422, "invalid_character"]);
});

Deno.test("request: an invalid ID is not found, and a fixed path takes precedence over an ID", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  for (const id of ["0", "-1", "1.5", "x", "..%2f1", "%00"]) {
    const { status, problem } = await app.call("GET", `/api/broken/${id}`, { cookie });
    assert.deepEqual([status, problem.code], [404, "not_found"], id);
  }
  assert.equal((await app.call("GET", "/api/broken/here", { cookie })).json, "here");
});

Deno.test("request: a bug returns 500 without its reason and is logged once with the reference", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  const { status, problem, text } = await app.call("GET", "/api/broken/1", { cookie });
  assert.deepEqual([status, problem.code], [500, "internal_error"]);
  assert.ok(!/secret|deeper|Error:|\.ts/.test(text), text);
  assert.equal(app.logged.length, 1);
  const { fields } = app.logged[0]!;
  assert.ok(problem.detail.includes(String(fields.reference)));
  assert.equal((fields.error as Error).message, "the secret reason");
});

Deno.test("request: an error uses the browser's language, Chinese for an unknown one, English for none", async () => {
  await using app = await open();
  const rows: [string | undefined, string][] = [
    [undefined, "Not logged in"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "未登录"],
    ["fr, zh-TW;q=0.5, en;q=0.4", "未登录"],
    ["en;q=0.1, zh;q=0", "Not logged in"],
    ["fr", "未登录"],
    ["de-DE,de;q=0.9", "未登录"],
    ["de, en;q=0.5", "Not logged in"],
    ["*", "Not logged in"],
    [";;;,,q=", "Not logged in"],
  ];
  for (const [language, title] of rows) {
    const headers: Record<string, string> = language === undefined ? {} : { "accept-language": language };
    assert.equal((await app.call("GET", "/api/echo", { headers })).problem.title, title, `${language}`);
  }
});

Deno.test("request: a wrong method is 401 without a credential, else 405 with the allowed ones", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  assert.equal((await app.call("DELETE", "/api/echo")).status, 401);
  const { status, problem, headers } = await app.call("DELETE", "/api/settings", { cookie });
  assert.deepEqual([status, problem.code], [405, "method_not_allowed"]);
  assert.equal(headers.get("allow"), "GET, PATCH");
  assert.equal((await app.call("PUT", "/api/auth/login")).status, 401);
});

Deno.test("request: API responses are not cacheable", async () => {
  await using app = await open();
  const cookie = await app.setUp();
  for (const path of ["/api/health", "/api/settings", "/api/nothing", "/api/auth/session"]) {
    assert.equal((await app.call("GET", path, { cookie })).headers.get("cache-control"), "no-store", path);
  }
  assert.equal(
    (await app.call("POST", "/api/auth/login", { body: { username } })).headers.get("cache-control"),
    "no-store",
  );
});
