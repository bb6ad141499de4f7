import assert from "node:assert/strict";
import { ApiProblem, issueAt, otherIssues } from "./api_problem.ts";
import { type Api, createApi } from "./request.ts";

interface Sent {
  url: string;
  init: RequestInit;
}

function apiThat(response: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const signedOut: string[] = [];
  const notPermitted: true[] = [];
  const [proofs, returns]: [boolean[], boolean[]] = [[], []];
  const api = createApi({
    fetch: (input, init = {}) => {
      sent.push({ url: String(input), init });
      return Promise.resolve(response({ url: String(input), init }));
    },
    basePath: "/deep/base",
    language: "zh-CN",
    transportText: (code) => ({ title: code, detail: `${code} detail` }),
    onSignedOut: ({ code }) => {
      signedOut.push(code);
      return Promise.resolve(returns.shift() ?? false);
    },
    onNotPermitted: () => notPermitted.push(true),
    settled: () => Promise.resolve(),
    prove: () => Promise.resolve(proofs.shift() ?? false),
  });
  return { api, sent, signedOut, notPermitted, proofs, returns };
}

function problemResponse(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

async function problemOf(work: Promise<unknown>): Promise<ApiProblem> {
  const error = await work.then(() => null, (reason) => reason);
  assert.ok(error instanceof ApiProblem, String(error));
  return error;
}

Deno.test("request: sends base path, query, language and version", async () => {
  const { api, sent } = apiThat(() => Response.json({ id: 7 }));
  await api.patch("/tasks/7", { name: "x" }, { version: 3, query: { q: "a b", none: undefined } });
  const [{ url, init } = { url: "", init: {} }] = sent;
  assert.equal(url, "/deep/base/api/tasks/7?q=a+b");
  assert.equal(init.method, "PATCH");
  assert.equal(init.body, '{"name":"x"}');
  assert.deepEqual(init.headers, {
    "accept": "application/json",
    "accept-language": "zh-CN",
    "x-page-language": "zh-CN",
    "content-type": "application/json",
    "if-match": '"3"',
  });
});

Deno.test("request: a response without content is undefined", async () => {
  const { api } = apiThat(() => new Response(null, { status: 204 }));
  assert.equal(await api.post("/auth/logout"), undefined);
});

Deno.test("request: a problem keeps its code, texts and issues", async () => {
  const issues = [
    { path: "schedules.0", code: "incorrect_cron", message: "Incorrect Cron Expression Format", params: {} },
    { path: "elsewhere", code: "required", message: "Required", params: {} },
  ];
  const { api } = apiThat(() =>
    problemResponse(422, { code: "validation_failed", title: "Validation failed", detail: "d", issues })
  );
  const problem = await problemOf(api.post("/tasks", {}));
  assert.deepEqual([problem.code, problem.status, problem.title], [
    "validation_failed",
    422,
    "Validation failed",
  ]);
  assert.equal(issueAt(problem, "schedules"), "Incorrect Cron Expression Format");
  assert.deepEqual(otherIssues(problem, ["schedules"]).map(({ path }) => path), ["elsewhere"]);
});

for (const code of ["session_expired", "not_authenticated"]) {
  Deno.test(`request: ${code} is reported to the login prompt, and fails without one`, async () => {
    const { api, signedOut } = apiThat(() => problemResponse(401, { code, title: "t", detail: "d" }));
    await problemOf(api.get("/tasks"));
    assert.deepEqual(signedOut, [code]);
  });
}

Deno.test("request: wrong credentials are not a lost session", async () => {
  const { api, signedOut } = apiThat(() =>
    problemResponse(401, { code: "wrong_credentials", title: "t", detail: "d" })
  );
  await problemOf(api.post("/auth/login", {}));
  assert.deepEqual(signedOut, []);
});

const foreign: [string, () => Response | Promise<Response>, string, number][] = [
  ["no network", () => Promise.reject(new TypeError("failed")), "unreachable", 0],
  ["a proxy's 502", () => new Response("<h1>Bad Gateway</h1>", { status: 502 }), "unreachable", 502],
  ["a page in place of JSON", () => new Response("<html>"), "unexpected_answer", 200],
  ["a foreign 404", () => new Response("nothing", { status: 404 }), "unexpected_answer", 404],
  [
    "a truncated problem response",
    () => new Response("{", { status: 500, headers: problemType }),
    "unexpected_answer",
    500,
  ],
];
const problemType = { "content-type": "application/problem+json" };

for (const [name, response, code, status] of foreign) {
  Deno.test(`request: ${name} is ${code}`, async () => {
    const { api } = apiThat(response);
    const problem = await problemOf(api.get("/health"));
    assert.deepEqual([problem.code, problem.status], [code, status]);
  });
}

function hangs({ init }: Sent): Promise<Response> {
  return new Promise((_, reject) =>
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason))
  );
}

Deno.test("request: fails after its timeout", async () => {
  const { api } = apiThat(hangs);
  const problem = await problemOf(api.get("/health", { timeoutMs: 1 }));
  assert.equal(problem.code, "timeout");
});

Deno.test("request: an abort by the caller stays an abort", async () => {
  const { api }: { api: Api } = apiThat(hangs);
  const given = new AbortController();
  const work = api.get("/health", { signal: given.signal });
  given.abort();
  await assert.rejects(work, { name: "AbortError" });
});

Deno.test("request: is sent again after a step-up, and fails when the step-up was cancelled", async () => {
  const results = [{ code: "step_up_required" }, null, { code: "step_up_required" }];
  const { api, sent, proofs } = apiThat(() => {
    const problem = results.shift();
    return problem
      ? problemResponse(403, { title: "", detail: "", ...problem })
      : Response.json({ done: true });
  });
  proofs.push(true, false);
  assert.deepEqual(await api.post("/account/password", { next: "x" }), { done: true });
  assert.deepEqual(sent.map(({ init }) => init.body), ['{"next":"x"}', '{"next":"x"}']);
  assert.equal((await problemOf(api.post("/account/password", {}))).code, "step_up_required");
  assert.equal(sent.length, 3);
});

Deno.test("request: a change rejected without a session is sent again unchanged once there is one", async () => {
  const results = ["session_expired", "not_authenticated", null];
  const { api, sent, signedOut, returns } = apiThat(() => {
    const code = results.shift();
    return code ? problemResponse(401, { code, title: "", detail: "" }) : Response.json({ id: 7 });
  });
  returns.push(true, true);
  assert.deepEqual(await api.patch("/tasks/7", { name: "x" }, { version: 3 }), { id: 7 });
  assert.deepEqual(signedOut, ["session_expired", "not_authenticated"]);
  const same = sent.map(({ init: { method, body, headers } }) => JSON.stringify([method, body, headers]));
  assert.deepEqual([same.length, new Set(same).size], [3, 1]);
});

for (
  const [what, response] of [
    ["a proxy's own 401", () => new Response("who are you?", { status: 401 })],
    ["a lost response", () => Promise.reject(new TypeError("failed"))],
  ] as const
) {
  Deno.test(`request: a change is not repeated when ${what} leaves its result unknown`, async () => {
    const { api, sent, signedOut, returns } = apiThat(response);
    returns.push(true);
    await problemOf(api.post("/tasks/run", { ids: [1] }));
    assert.deepEqual([sent.length, signedOut], [1, []]);
  });
}

Deno.test("request: is not sent again when the caller has aborted in the meantime", async () => {
  const given = new AbortController();
  const { api, returns } = apiThat(({ init }) => {
    init.signal?.throwIfAborted();
    return problemResponse(401, { code: "session_expired", title: "", detail: "" });
  });
  returns.push(true);
  const work = api.get("/tasks", { signal: given.signal });
  given.abort();
  await assert.rejects(work, { name: "AbortError" });
});

Deno.test("request: work sent by other means runs again once there is a session", async () => {
  const { api, returns } = apiThat(() => Response.json({}));
  returns.push(true);
  const rejected = new ApiProblem({ code: "session_expired", status: 401, title: "", detail: "" });
  const attempts = [() => Promise.reject(rejected), () => Promise.resolve("sent")];
  assert.equal(await api.admitted(() => attempts.shift()?.() ?? assert.fail("too often")), "sent");
});

Deno.test("request: a missing permission is reported, because the role may have changed, and nothing else is", async () => {
  const codes = ["permission_missing", "scope_missing", "stale_version"];
  const { api, notPermitted } = apiThat(() =>
    problemResponse(403, { code: codes.shift(), title: "", detail: "" })
  );
  await problemOf(api.get("/tasks"));
  assert.equal(notPermitted.length, 1);
  await problemOf(api.get("/tasks"));
  await problemOf(api.get("/tasks"));
  assert.equal(notPermitted.length, 1);
});
