// Webhooks of tasks by the API: what starts a run and what does not, what the run gets, and what the list of deliveries says.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { webhookSignatures } from "../../server/contract/webhook_kinds.ts";
import { until } from "../support/until.ts";
import { signatureOf, WebhookScene } from "../support/webhook_scene.ts";

const parameters = [
  { name: "branch", type: "text", required: true, pattern: "[a-z]+" },
  { name: "count", type: "number", max: 10 },
  { name: "token", type: "secret" },
];

Deno.test("webhooks: off until it is made; the secret is shown once; a new one replaces it at once", async () => {
  await using scene = await WebhookScene.open();
  assert.equal((await scene.call("GET")).status, 404);
  assert.equal((await scene.call("GET", "/webhook/deliveries")).status, 404);
  assert.equal((await scene.call("PATCH", "/webhook", { mapping: {} })).status, 404);
  assert.equal((await scene.call("DELETE")).status, 404);
  await scene.make();
  const { path, secret: lastWeeks } = scene;
  assert.match(lastWeeks, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { json: shown } = await scene.call("GET");
  assert.deepEqual(Object.keys(shown), ["url", "path", "signature", "mapping", "createdAt", "updatedAt"]);
  assert.match(shown.url, /^http:\/\/[^/]+\/hook\/[0-9a-f]{32}$/);
  const stored = JSON.stringify(await scene.panel.db.selectFrom("webhook").selectAll().execute());
  assert.ok(!stored.includes(lastWeeks));

  await scene.make();
  assert.equal(scene.path, path, "the address stays");
  assert.notEqual(scene.secret, lastWeeks);
  assert.equal((await scene.deliver("{}", { secret: lastWeeks })).status, 401);
  assert.equal((await scene.deliver()).status, 202);
  const patched = await scene.call("PATCH", "/webhook", { signature: "header" });
  assert.deepEqual([patched.json.signature, patched.json.secret], ["header", undefined]);
  assert.equal((await scene.deliver()).status, 401, "of another kind");
  assert.equal((await scene.deliver("", { signature: "header" })).status, 202, "with the same secret");
  assert.equal((await scene.call("DELETE")).status, 204);
  assert.equal((await scene.deliver("", { signature: "header" })).status, 401);
  assert.equal((await scene.runs()).length, 2);
});

for (const signature of webhookSignatures) {
  Deno.test(`webhooks: a delivery signed as ${signature} starts a run with the body as its file, and no headers`, async () => {
    await using scene = await WebhookScene.open({
      command: 'cat "$SUNDIAL_TRIGGER_FILE"; ls -l "$SUNDIAL_TRIGGER_FILE" | cut -c1-10; env | grep -i hello',
    });
    await scene.make(signature);
    const { status, json } = await scene.deliver('{"a":"ä\\n$(id)"}\n', { headers: { "x-hello": "hello" } });
    assert.equal(status, 202, JSON.stringify(json));
    assert.deepEqual(Object.keys(json), ["runId"]);
    const run = await scene.end(json.runId);
    assert.equal(run.cause, "webhook");
    assert.match(run.log, /\n\{"a":"ä\\n\$\(id\)"\}\n-rw-------\n/);
    assert.ok(!run.log.includes("hello"));
    const [delivery] = await scene.deliveries(1);
    const { accepted, reason, runId, resendable } = delivery!;
    assert.deepEqual([accepted, reason, runId, resendable], [true, null, json.runId, true]);
  });
}

Deno.test("webhooks: parameters that its mapping would no longer fit are rejected, however they are changed", async () => {
  await using scene = await WebhookScene.open({ parameters });
  const [branch, count, token] = parameters;
  await scene.make("standard", { branch: "/ref", count: "/n" });
  const change = async (body: object, language = "en") => {
    const headers = { ...scene.headers, "accept-language": language };
    const response = await scene.panel.send("PATCH", `/tasks/${scene.task}`, { headers, body });
    const { issues = [] } = await response.json();
    return issues.map(({ path, code, message }: Record<string, string>) => `${path} ${code}: ${message}`);
  };
  const maps = (name: string) =>
    `parameters webhook_maps_parameter: The webhook of this task fills the parameter ${name}, which would be gone: change the webhook first`;
  assert.deepEqual(await change({ parameters: [branch, token] }), [maps("count")]);
  assert.deepEqual(await change({ parameters: [branch, { ...count, name: "number" }, token] }), [
    maps("count"),
  ]);
  assert.deepEqual(await change({ parameters: [] }), [maps("branch"), maps("count")]);
  assert.deepEqual(await change({ parameters: [branch, token] }, "zh"), [
    "parameters webhook_maps_parameter: 此任务的 Webhook 会填写参数 count，而该参数将不存在：请先修改 Webhook",
  ]);
  const more = { name: "more", type: "text", required: true };
  assert.deepEqual(await change({ parameters: [...parameters, more] }), [
    "parameters webhook_lacks_parameter: The webhook of this task does not fill the parameter more: make it not required, or give it a default",
  ]);
  assert.deepEqual(await change({ parameters: [...parameters, { ...more, default: "x" }] }), []);
  // The way out.
  assert.equal((await scene.call("PATCH", "/webhook", { mapping: { branch: "/ref" } })).status, 200);
  assert.deepEqual(await change({ parameters: [branch, token] }), []);
  assert.equal((await scene.deliver('{"ref":"main"}')).status, 202);
  // What was so before the panel checked it, a change of something else does not have to mend.
  await scene.panel.db.updateTable("webhook").set({ mapping_json: '{"branch":"/ref","gone":"/x"}' })
    .execute();
  assert.deepEqual(await change({ parameters: [branch] }), []);
  assert.deepEqual(await change({ parameters: [] }), [maps("branch")]);
});

Deno.test("webhooks: the file ends with the run, and the stored body is sealed", async () => {
  await using scene = await WebhookScene.open({ command: 'stat -c %a "$SUNDIAL_TRIGGER_FILE"; sleep 0.2' });
  await scene.make();
  const { json } = await scene.deliver('"Xyzzy"');
  const marks = join(scene.panel.dataDir, "marks");
  await until("the file is written", () => existsSync(join(marks, `${json.runId}.trigger`)));
  assert.equal(statSync(marks).mode & 0o077, 0);
  assert.match((await scene.end(json.runId)).log, /\n600\n/);
  await until("the file is removed", () => !readdirSync(marks).includes(`${json.runId}.trigger`));
  const stored = await scene.panel.db.selectFrom("trigger_content").selectAll().execute();
  assert.equal(stored.length, 1);
  assert.ok(!JSON.stringify(stored).includes(btoa('"Xyzzy"')));
});

Deno.test("webhooks: responds to an unknown address exactly as to a wrong signature, and starts no run", async () => {
  await using scene = await WebhookScene.open();
  await scene.make();
  const other = `/hook/${"0".repeat(32)}`;
  const responses = [
    await scene.deliver("{}", { path: other }),
    await scene.deliver("{}", { secret: "whsec_AAAA" }),
    await scene.deliver("{}", { signature: "header" }),
    await scene.deliver("{}", { at: Date.now() - 301_000 }),
    await scene.deliver("{}", { at: Date.now() + 302_000 }),
    await scene.deliver("{}", { headers: { "webhook-signature": "v1,AAAA" } }),
  ];
  const comparable = responses.map(({ status, json, headers }) => {
    headers.delete("content-security-policy");
    return { status, json, headers: [...headers] };
  });
  for (const one of comparable) assert.deepEqual(one, comparable[0]);
  assert.equal(comparable[0]!.json.code, "delivery_unsigned");
  const listed = await scene.deliveries(5);
  assert.deepEqual(listed.map(({ reason }) => reason).sort(), [
    "signature",
    "signature",
    "signature",
    "time",
    "time",
  ]);
  assert.ok(listed.every(({ accepted, resendable, runId }) => !accepted && !resendable && runId === null));
  assert.equal((await scene.runs()).length, 0);
  const { items } = await scene.panel.request("GET", "/audit-log", { headers: scene.headers });
  const entries = items.filter(({ action, act }: Record<string, string>) =>
    (action ?? act) === "tasks.webhook.refused"
  );
  assert.equal(entries.length, 1, "one entry for many");
});

Deno.test("webhooks: only POST is served", async () => {
  await using scene = await WebhookScene.open();
  await scene.make("header");
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
    const response = await scene.panel.send(method, scene.path, {
      headers: { "x-sundial-secret": scene.secret },
    });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"], method);
    await response.body?.cancel();
  }
  assert.equal((await scene.runs()).length, 0);
});

Deno.test("webhooks: what was accepted is not accepted again, whatever its sender changes that is not signed", async () => {
  await using scene = await WebhookScene.open();
  await scene.make();
  const first = await scene.deliver("{}", { id: "one" });
  assert.equal(first.status, 202);
  for (const at of [Date.now(), Date.now() - 60_000]) {
    const again = await scene.deliver("{}", { id: "one", at });
    assert.deepEqual([again.status, again.json.code], [409, "delivery_repeated"]);
  }
  await scene.make("github");
  const pushed = await scene.deliver('{"ref":"a"}', { id: "two" });
  assert.equal(pushed.status, 202);
  for (
    const [body, id] of [['{"ref":"a"}', "two"], ['{"ref":"a"}', "three"], ['{"ref":"b"}', "two"]] as const
  ) {
    assert.equal((await scene.deliver(body, { id })).status, 409, `${body} ${id}`);
  }
  await scene.make("gitlab");
  assert.equal((await scene.deliver("{}", { id: "four" })).status, 202);
  assert.equal((await scene.deliver("{}", { id: "four" })).status, 409);
  await scene.make("header");
  // Whoever can repeat it has the secret.
  for (const headers of [{}, {}, { "idempotency-key": "k" }] as Record<string, string>[]) {
    assert.equal((await scene.deliver("", { headers })).status, 202);
  }
  assert.equal((await scene.deliver("", { headers: { "idempotency-key": "k" } })).status, 409);
  assert.equal((await scene.runs()).length, 6);
  const repeated = (await scene.deliveries(1)).filter(({ reason }) => reason === "repeated");
  assert.equal(repeated.length, 7);
  assert.equal(repeated.at(-1)!.runId, first.json.runId);
});

Deno.test("webhooks: a delivery that was rejected for another reason may come again", async () => {
  await using scene = await WebhookScene.open({ parameters });
  await scene.make("standard", { branch: "/ref" });
  assert.equal((await scene.deliver("{}", { id: "one" })).status, 422);
  assert.equal((await scene.deliver('{"ref":"main"}', { id: "one" })).status, 202);
});

Deno.test("webhooks: declared parameters get values by JSON pointers, secrets stay sealed", async () => {
  await using scene = await WebhookScene.open({ parameters, command: 'echo "$branch $count $token"' });
  await scene.make("standard", { branch: "/ref", count: "/head/n", token: "/t" });
  const { json } = await scene.deliver('{"ref":"main","head":{"n":3},"t":"Xyzzy-secret","PATH":"/x"}');
  const run = await scene.end(json.runId);
  assert.match(run.log, /\nmain 3 \*\*\*\n/);
  assert.deepEqual(run.parameters, { branch: "main", count: 3, token: null });
  const rows = await scene.panel.db.selectFrom("run").select("request_json").execute();
  assert.ok(!JSON.stringify(rows).includes("Xyzzy"));
});

Deno.test("webhooks: rejects values that the parameters do not allow, each with its reason and without the value", async () => {
  await using scene = await WebhookScene.open({ parameters });
  await scene.make("standard", { branch: "/ref", count: "/n" });
  const cases: [string, string, string][] = [
    ['{"ref":"Xyzzy"}', "parameters", "branch pattern_mismatch"],
    ['{"ref":"main","n":11}', "parameters", "count too_big"],
    ['{"n":1}', "parameters", "branch parameter_required"],
    ['{"ref":{}}', "parameters", "branch invalid"],
    ['{"ref":"main","n":"many"}', "parameters", "count bad_number"],
    ["no JSON", "not_json", ""],
    ["", "not_json", ""],
  ];
  for (const [body, reason, issue] of cases) {
    const { status, json } = await scene.deliver(body);
    assert.equal(status, 422, body);
    assert.ok(!JSON.stringify(json).includes("Xyzzy"));
    const [delivery] = await scene.deliveries(1);
    const { accepted, issues, runId } = delivery!;
    assert.deepEqual([accepted, delivery!.reason, runId], [false, reason, null], body);
    const [first] = issues;
    assert.equal(first ? `${first.parameter} ${first.code}` : "", issue, body);
  }
  assert.equal((await scene.runs()).length, 0);
});

Deno.test("webhooks: a mapping names declared parameters and JSON pointers only", async () => {
  await using scene = await WebhookScene.open({ parameters });
  const wrong: [unknown, string][] = [
    [{ signature: "standard", mapping: { PATH: "/x" } }, "mapping.PATH unknown_parameter"],
    [{ signature: "standard", mapping: { branch: "x" } }, "mapping.branch"],
    [{ signature: "standard", mapping: { branch: "/a~2" } }, "mapping.branch"],
    [{ signature: "standard", mapping: { branch: `/${"a".repeat(1000)}` } }, "mapping.branch"],
    [{ signature: "none" }, "signature"],
    [{ signature: "standard", secret: "mine" }, "secret"],
    [{}, "signature"],
  ];
  for (const [body, at] of wrong) {
    const { status, json } = await scene.call("PUT", "/webhook", body);
    assert.equal(status, 422, JSON.stringify(body));
    assert.ok(`${json.issues[0].path} ${json.issues[0].code}`.startsWith(at), JSON.stringify(json.issues));
  }
  // One that is gone nevertheless is the sender's problem to see, not nobody's.
  await scene.make("standard", { branch: `/${"a".repeat(999)}` });
  await scene.panel.db.updateTable("task").set({ parameters_json: "[]" }).execute();
  assert.equal((await scene.deliver(`{"${"a".repeat(999)}":"x"}`)).status, 422);
});

Deno.test("webhooks: accepts a body of 1 MiB, and rejects one byte more before anything else", async () => {
  await using scene = await WebhookScene.open({ command: 'wc -c < "$SUNDIAL_TRIGGER_FILE"' });
  await scene.make();
  const most = `"${"a".repeat(1024 * 1024 - 2)}"`;
  const { status, json } = await scene.deliver(most);
  assert.equal(status, 202);
  assert.match((await scene.end(json.runId)).log, /\n1048576\n/);
  for (const body of [`${most} `, "x".repeat(2 * 1024 * 1024)]) {
    assert.equal((await scene.deliver(body)).status, 413);
    assert.equal((await scene.deliver(body, { path: `/hook/${"0".repeat(32)}` })).status, 413);
  }
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("webhooks: the sender waits for the end if it asks, for 30 seconds at most", async () => {
  await using scene = await WebhookScene.open({ command: "sleep 0.3; exit 7" });
  await scene.make();
  const ended = await scene.deliver("{}", { query: "?wait=30" });
  assert.deepEqual([ended.status, ended.json], [200, {
    runId: ended.json.runId,
    state: "failed",
    exitCode: 7,
  }]);
  await scene.call("PATCH", "", { command: "sleep 20" });
  const before = Date.now();
  const left = await scene.deliver("{}", { query: "?wait=1" });
  assert.deepEqual([left.status, Object.keys(left.json)], [202, ["runId"]]);
  assert.ok(Date.now() - before >= 1000);
  assert.equal((await scene.deliver("{}", { query: "?wait=0" })).status, 202);
  for (const wait of ["31", "-1", "x", "1.5", ""]) {
    assert.equal((await scene.deliver("{}", { query: `?wait=${wait}` })).status, 422, wait);
  }
  await scene.panel.request("POST", "/tasks/stop", { headers: scene.headers, body: { ids: [scene.task] } });
});

Deno.test("webhooks: a disabled task, one in the trash and one outside its validity are not started", async () => {
  await using scene = await WebhookScene.open();
  const { panel, headers, task } = scene;
  await scene.make();
  const reasonOf = async () => {
    const { status, json } = await scene.deliver();
    return [status, json.code, (await scene.deliveries(1))[0]!.reason];
  };
  await scene.call("PATCH", "", { enabled: false });
  assert.deepEqual(await reasonOf(), [409, "task_disabled", "disabled"]);
  await scene.call("PATCH", "", { enabled: true, validFrom: "2100-01-01T00:00:00.000Z" });
  assert.deepEqual(await reasonOf(), [409, "task_expired", "expired"]);
  await scene.call("PATCH", "", { validFrom: null });
  await panel.request("DELETE", "/tasks", { headers, body: { ids: [task] } });
  assert.equal((await scene.deliver()).status, 401);
  assert.equal((await scene.call("GET")).status, 404);
  await panel.request("POST", "/tasks/restore", { headers, body: { ids: [task] } });
  assert.equal((await scene.deliver()).status, 202, "restored with its webhook");
});

Deno.test("webhooks: what the overlap rule does not allow is rejected, and can be sent again later", async () => {
  await using scene = await WebhookScene.open({ command: "sleep 20", overlap: { policy: "skip" } });
  await scene.make();
  assert.equal((await scene.deliver()).status, 202);
  const second = await scene.deliver('"second"');
  assert.deepEqual([second.status, second.json.code], [409, "task_already_active"]);
  const [rejected] = await scene.deliveries(2);
  assert.deepEqual([rejected!.reason, rejected!.resendable], ["overlap", true]);
  const resend = () => scene.call("POST", `/webhook/deliveries/${rejected!.id}/resend`);
  assert.equal((await resend()).status, 409);
  await scene.panel.request("POST", "/tasks/stop", { headers: scene.headers, body: { ids: [scene.task] } });
  await scene.call("PATCH", "", { command: 'cat "$SUNDIAL_TRIGGER_FILE"' });
  await until("it is not active", async () => (await scene.call("GET", "")).json.status === "idle");
  const { status, json } = await resend();
  assert.equal(status, 202);
  const run = await scene.end(json.runId);
  assert.deepEqual([run.cause, run.log.includes('\n"second"')], ["webhook", true]);
  const [sent] = await scene.deliveries(4);
  const { accepted, resentFrom, requestedBy, ip } = sent!;
  assert.deepEqual([accepted, resentFrom, requestedBy, ip], [true, rejected!.id, "mira", null]);
  assert.equal((await scene.call("POST", "/webhook/deliveries/999/resend")).status, 404);
});

Deno.test("webhooks: a window that holds runs holds each of them, one that skips refuses them", async () => {
  await using scene = await WebhookScene.open({ command: 'cat "$SUNDIAL_TRIGGER_FILE"' });
  const { panel, headers, task } = scene;
  await scene.make();
  const window = {
    ...{ name: "Works", from: new Date(Date.now() - 60_000).toISOString() },
    ...{ to: new Date(Date.now() + 3_600_000).toISOString(), scope: { taskIds: [task] } },
  };
  const { id } = await panel.request("POST", "/windows", { headers, body: { ...window, effect: "skip" } });
  const skipped = await scene.deliver();
  assert.deepEqual([skipped.status, skipped.json.code], [409, "task_in_window"]);
  assert.equal((await scene.deliveries(1))[0]!.reason, "window");
  await panel.request("PATCH", `/windows/${id}`, { headers, body: { effect: "hold" } });
  const held = [await scene.deliver('"one"'), await scene.deliver('"two"')];
  assert.deepEqual(held.map(({ status }) => status), [202, 202]);
  const waiting = await panel.request("GET", `/runs/${held[0]!.json.runId}`, { headers });
  assert.deepEqual([waiting.state, waiting.windowId, waiting.heldUntil], ["queued", id, window.to]);
  await panel.request("POST", `/windows/${id}/end`, { headers });
  const logs = [];
  for (const { json } of held) logs.push((await scene.end(json.runId)).log);
  assert.match(logs[0]!, /\n"one"/);
  assert.match(logs[1]!, /\n"two"/);
});

Deno.test("webhooks: a thousand at once make exactly as many runs as were accepted", async () => {
  await using scene = await WebhookScene.open({ command: "true" });
  await scene.make();
  const responses = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => scene.deliver(String(index))),
  );
  const accepted = responses.filter(({ status }) => status === 202);
  assert.deepEqual([...new Set(responses.map(({ status }) => status))].sort(), [202, 429]);
  assert.ok(accepted.length >= 60, String(accepted.length));
  assert.ok(responses.every(({ status, headers }) => status !== 429 || headers.get("retry-after") === "30"));
  const ids = new Set(accepted.map(({ json }) => json.runId));
  assert.equal(ids.size, accepted.length);
  const rows = await scene.panel.db.selectFrom("run").select("id").execute();
  assert.deepEqual(new Set(rows.map(({ id }) => id)), ids);
  assert.equal(
    (await scene.deliveries(accepted.length)).filter((one) => one.accepted).length,
    Math.min(accepted.length, 200),
  );
});

Deno.test("webhooks: the same delivery a hundred times at once makes one run", async () => {
  await using scene = await WebhookScene.open({ command: "true" });
  await scene.make("github");
  const headers = signatureOf('"x"', { signature: "github", secret: scene.secret, id: "one" });
  const responses = await Promise.all(Array.from({ length: 50 }, () => scene.deliver('"x"', { headers })));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [202, ...Array(49).fill(409)]);
  assert.equal((await scene.runs()).length, 1);
});

Deno.test("webhooks: random bodies and headers are never an internal error", async () => {
  await using scene = await WebhookScene.open({ parameters, command: "true" });
  await scene.make("standard", { branch: "/ref", count: "/a/0", token: "" });
  // Ten thousand with SUNDIAL_LONG.
  const count = Deno.env.get("SUNDIAL_LONG") ? 10_000 : 300;
  const signs = '{}[]",:0123456789.eE-+\\utrfalsn /\0\x7fä\ud83d\ude00';
  const random = (max: number) => Math.floor(Math.random() * max);
  const some = () =>
    Array.from({ length: random(60) }, () => signs[random(signs.length)]).join("").toWellFormed();
  const wrappers = [
    (text: string) => text,
    (text: string) => `{"ref":${text}}`,
    (text: string) => `{"ref":"a","a":[${text}]}`,
  ];
  const types = [
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "",
    ";;",
    "a/b; charset=\x7f",
  ];
  const found = new Set<number>();
  for (let sent = 0; sent < count; sent++) {
    if (sent % 50 === 0) await scene.panel.db.deleteFrom("webhook_delivery").execute();
    const body = random(5) === 0
      ? crypto.getRandomValues(new Uint8Array(random(200)))
      : wrappers[random(3)]!(some());
    const signature = webhookSignatures[random(4)]!;
    const isSigned = random(2) === 0;
    const { status } = await scene.deliver(body, {
      ...isSigned ? {} : { signature, secret: "whsec_AAAA", id: "ä$()".slice(0, random(4)) || "x" },
      headers: { "content-type": types[random(types.length)]! },
      path: random(3) === 0 ? scene.path : `/hook/${encodeURIComponent(some()) || "x"}`,
      query: random(10) === 0 ? `?wait=${encodeURIComponent(some())}` : "",
    });
    found.add(status);
    assert.ok(status < 500, `${status}: ${JSON.stringify(String(body))}`);
  }
  assert.ok(found.has(401), [...found].join());
});
