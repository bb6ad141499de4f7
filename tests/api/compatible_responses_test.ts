// Every call of the compatible API with every kind of ID and body: the response has one of the old panel's shapes. A status of
// 500 is one of them, for what is missing or exists already; no other failure is.
import assert from "node:assert/strict";
import { CompatibleClient, type Json } from "../support/compatible_client.ts";
import { type Endpoint, listCompatibleEndpoints } from "../support/endpoints.ts";
import { TestPanel } from "../support/test_panel.ts";

const ids = [
  ...["0", "-1", "1", "9", "01", "1.5", "1e3", "999999999999999", "9007199254740993", "NaN", "abc", "null"],
  ...["constructor", "__proto__", "%00", "%20", "1%00", "%D9%A1", "a%2Fb", "..%2F..", "%ED%A0%80", "😀"],
];
const values: unknown[] = [null, true, 0, -1, 9, "", "9", "a", "a\0", [], {}, [9], ["9"], [[]], [{}], [null]];
const bodies: unknown[] = [
  ...values,
  ...[[0], [-1], [1.5], ["a"], [true], [9, 9, 9], [1e15], ["constructor"], { ids: [9] }, { id: 9 }, {
    id: "a",
  }],
  ...[{ __proto__: null, constructor: 1 }, JSON.parse('{"__proto__": {"id": 1}}'), { ids: {}, labels: {} }],
];
/** For each field of a body: the others are tried by the values that the contract rejects. */
const inFields: unknown[] = [null, true, -1, "", [], {}, [9]];
const texts = ["", "{", "[1,", "\0", "undefined", "\ufeff[9]", '"\ud800"', "[".repeat(2_000)];

/** Calls that another test makes: their response is a stream, or what they change is not the panel's. */
const leftOut = /^(PUT \/system\/command-run|GET \/crons\/import)$/;

function* variants(
  { method, path, hasBody, body }: Endpoint,
): Generator<{ path: string; body?: unknown; raw?: string }> {
  const paths = path.includes("/1") ? ids.map((id) => path.replaceAll("/1", `/${id}`)) : [path];
  for (const one of paths) yield { path: one, ...(hasBody && { body }) };
  for (
    const query of [
      "?id=9",
      "?page=a&size=-1",
      "?filters={",
      "?sorter=[]",
      "?queryString=5",
      "?searchValue=%00",
    ]
  ) {
    if (method === "GET") yield { path: path + query };
  }
  if (method === "GET") return;
  for (const one of bodies) yield { path, body: one };
  for (const raw of texts) yield { path, raw };
  // Each field of a body that would be accepted, with each value.
  const sample = Array.isArray(body) ? body[0] : body;
  if (typeof sample !== "object" || sample === null) return;
  for (const name of Object.keys(sample)) {
    for (const value of inFields) {
      const changed = { ...sample, [name]: value };
      yield { path, body: Array.isArray(body) ? [changed] : changed };
    }
  }
}

/** Returns what is wrong with a response; null for one of the old panel's shapes. */
function problemOf(status: number, json: Json): string | null {
  const isText = (value: unknown) => typeof value === "string";
  if (status === 200) return Array.isArray(json) || typeof json?.code === "number" ? null : "no code";
  if (status === 500) {
    const isKnown = json.code === 500 && / not found$/.test(json.message) ||
      json.code === 400 && json.errors?.[0]?.type === "unique violation";
    return isKnown ? null : "another failure";
  }
  if (status === 400 && json.validation) {
    const [part] = Object.values<Json>(json.validation);
    return isText(part?.message) && Array.isArray(part?.keys) && json.code === undefined
      ? null
      : "no validation";
  }
  if (![400, 404, 413, 429].includes(status)) return "another status";
  return json.code === status && isText(json.message) ? null : "no message";
}

Deno.test("compatible responses: every ID, query and body returns one of the old panel's shapes", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  const endpoints = (await listCompatibleEndpoints(panel, headers)).filter(({ path }) =>
    path.startsWith("/open/") && !path.startsWith("/open/user/")
  );
  assert.ok(endpoints.length > 60);
  const problems: string[] = [];
  let calls = 0;
  for (const endpoint of endpoints) {
    const { method } = endpoint;
    if (leftOut.test(`${method} ${endpoint.path.replace("/open", "")}`)) continue;
    for (const { path, body, raw } of variants(endpoint)) {
      const sent = raw === undefined
        ? { body }
        : { raw, headers: { "content-type": "application/json", ...client.headers } };
      const response = await panel.send(method, path, { headers: client.headers, ...sent });
      const text = await response.text();
      calls++;
      const isJson = response.headers.get("content-type")?.includes("json") ?? false;
      const problem = isJson
        ? problemOf(response.status, JSON.parse(text))
        : response.status === 200
        ? null
        : "no JSON";
      if (problem === null) continue;
      const what = JSON.stringify(body ?? raw ?? "").slice(0, 60);
      problems.push(`${method} ${path} ${what}: ${problem}: ${response.status} ${text.slice(0, 120)}`);
    }
  }
  assert.deepEqual(problems.slice(0, 40), []);
  assert.ok(calls > 2_500, `${calls} calls`);
});
