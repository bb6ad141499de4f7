// Notifications through the whole panel: its routes, its rules, and a local service that records what it
// received.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { everyTable } from "../support/retained_files.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const TOKEN = "gotify-t0ken-9f3a";

interface Got {
  path: string;
  token: string | null;
  body: { title: string; message: string };
}

class Service implements AsyncDisposable {
  readonly got: Got[] = [];
  response = () => Response.json({ id: 7 });
  readonly #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    this.got.push({ path: pathname, token: request.headers.get("x-gotify-key"), body: await request.json() });
    return this.response();
  });

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

class Scene implements AsyncDisposable {
  readonly service = new Service();
  private constructor(readonly panel: TestPanel, readonly headers: Record<string, string>) {}

  static async open(more: Record<string, string> = {}): Promise<Scene> {
    const panel = await TestPanel.open({
      ...{ SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8", SUNDIAL_ADMIN_LANGUAGE: "en" },
      ...more,
    });
    return new Scene(panel, await panel.logIn());
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  request(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<any> {
    return this.panel.request(method, path, { body, headers: { ...this.headers, ...more } });
  }

  async rejected(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await this.panel.send(method, path, { body, headers: { ...this.headers, ...more } });
    const problem = await response.json();
    // deno-lint-ignore no-explicit-any -- issues of the API
    const issues = (problem.issues ?? []).map((issue: any) => [issue.path, issue.code, issue.message]);
    return { status: response.status, code: problem.code, issues };
  }

  add(more: Record<string, unknown> = {}, fields: Record<string, string> = {}) {
    const all = { gotifyUrl: this.service.address, gotifyToken: TOKEN, ...fields };
    return this.request("POST", "/notifications", { name: "Gotify", type: "gotify", fields: all, ...more });
  }

  async delivered(count: number) {
    await until("the service has received it", () => this.service.got.length >= count);
    await until("all is delivered", async () => {
      const { items } = await this.request("GET", "/notifications/deliveries");
      return items.every(({ state }: { state: string }) => state === "delivered" || state === "failed");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }
}

Deno.test("notifications: lists the channel types with their forms, in both languages", async () => {
  await using scene = await Scene.open();
  const { items } = await scene.request("GET", "/notifications/channel-types");
  const gotify = items.find(({ type }: { type: string }) => type === "gotify");
  assert.deepEqual(gotify.fields.map(({ name, kind }: Record<string, string>) => [name, kind]), [
    ["gotifyUrl", "address"],
    ["gotifyToken", "secret"],
    ["gotifyPriority", "number"],
  ]);
  for (const { label, fields } of items) {
    for (const { en, zh } of [label, ...fields.map((field: { label: object }) => field.label)]) {
      assert.ok(en && zh);
    }
  }
});

Deno.test("notifications: the first channel becomes the default and gets a rule, a second one neither", async () => {
  await using scene = await Scene.open();
  const first = await scene.add();
  assert.deepEqual([first.isDefault, first.enabled, first.secretsSet, first.lastDelivery], [
    ...[true, true, ["gotifyToken"], null],
  ]);
  const { rules } = await scene.request("GET", "/notifications/rules");
  assert.equal(rules.length, 1);
  assert.deepEqual([rules[0].oncePerState, rules[0].groupMs, rules[0].channelIds], [true, 300_000, []]);
  assert.ok(rules[0].events.includes("run_failed") && rules[0].events.includes("panel_crashed"));
  const second = await scene.add({ name: "Second" });
  assert.equal(second.isDefault, false);
  await scene.request("PATCH", `/notifications/${second.id}`, { isDefault: true });
  const { items } = await scene.request("GET", "/notifications");
  assert.deepEqual(items.map(({ isDefault }: { isDefault: boolean }) => isDefault), [false, true]);
  await scene.request("DELETE", `/notifications/${second.id}`);
  assert.equal((await scene.request("GET", `/notifications/${first.id}`)).isDefault, true);
  assert.equal((await scene.request("GET", "/notifications/rules")).rules.length, 1);
});

Deno.test("notifications: fields are validated against the form, in the client's language", async () => {
  await using scene = await Scene.open();
  const fields = { gotifyUrl: "push.example", gotifyPriority: "high", other: "x" };
  const request = { name: "x", type: "gotify", fields };
  const { status, issues } = await scene.rejected("POST", "/notifications", request);
  assert.equal(status, 422);
  assert.deepEqual(issues.map(([path, code]: string[]) => [path, code]), [
    ["fields.other", "unknown_field"],
    ["fields.gotifyUrl", "not_web_address"],
    ["fields.gotifyToken", "required"],
    ["fields.gotifyPriority", "invalid_type"],
  ]);
  const chinese = await scene.rejected("POST", "/notifications", request, { "accept-language": "zh-CN" });
  assert.equal(chinese.issues[1][2], "请输入以 https:// 或 http:// 开头的 URL");
  const rows: [object, string, string][] = [
    [{ type: "pigeon" }, "type", "unknown_channel_type"],
    [{ name: " " }, "name", "required"],
    [{ proxy: "nonsense" }, "proxy", "bad_proxy"],
    [{ proxy: "http://a:***@x:1" }, "proxy", "proxy_password_hidden"],
    [{ fields: { gotifyUrl: "https://u:p@x", gotifyToken: "x" } }, "fields.gotifyUrl", "address_has_secret"],
    [
      { fields: { gotifyUrl: "https://x/\u0007", gotifyToken: "x" } },
      "fields.gotifyUrl",
      "invalid_character",
    ],
  ];
  for (const [part, path, code] of rows) {
    const fine = { gotifyUrl: "https://x", gotifyToken: "x" };
    const output = await scene.rejected("POST", "/notifications", { ...request, fields: fine, ...part });
    assert.deepEqual(output.issues.map((issue: string[]) => issue.slice(0, 2)), [[path, code]]);
  }
  await scene.add();
  assert.deepEqual(
    (await scene.rejected("POST", "/notifications", {
      ...request,
      name: "GOTIFY",
      fields: { gotifyUrl: "https://x", gotifyToken: "x" },
    })).issues[0].slice(0, 2),
    [
      "name",
      "name_taken",
    ],
  );
});

Deno.test("notifications: a test returns the response of the service, saved or not", async () => {
  await using scene = await Scene.open();
  const { id } = await scene.add();
  assert.deepEqual(await scene.request("POST", `/notifications/${id}/test`), {
    ok: true,
    answer: "HTTP 200",
  });
  assert.deepEqual(scene.service.got[0]!.token, TOKEN);
  scene.service.response = () => new Response(`wrong\n token ${TOKEN}`, { status: 401 });
  const rejection = await scene.request("POST", `/notifications/${id}/test`);
  assert.equal(rejection.ok, false);
  assert.equal(rejection.answer, "HTTP 401");
  scene.service.response = () =>
    Response.json({ error: "wrong", errorDescription: `no ${TOKEN}`, page: "x" }, { status: 401 });
  assert.equal((await scene.request("POST", `/notifications/${id}/test`)).answer, "HTTP 401: no ***");
  const draft = { type: "gotify", fields: { gotifyUrl: `${scene.service.address}/below/` } };
  await scene.request("POST", "/notifications/test", { ...draft, id });
  assert.deepEqual([scene.service.got[3]!.path, scene.service.got[3]!.token], ["/below/message", TOKEN]);
  assert.equal((await scene.rejected("POST", "/notifications/test", draft)).issues[0][1], "required");
  const { rows } = { rows: await scene.panel.db.selectFrom("delivery").selectAll().execute() };
  assert.deepEqual(rows, [], "a test is not a delivery");
  const { items } = await scene.request("GET", "/audit-log?act=notifications.test");
  // deno-lint-ignore no-explicit-any -- entries of the API
  assert.deepEqual(items.map((item: any) => [item.act, item.object]), [
    ["notifications.test", "gotify"],
    ...Array(3).fill(["notifications.test", "Gotify"]),
  ]);
});

Deno.test("notifications: a stored secret is not sent to another address than the one it was entered for", async () => {
  await using scene = await Scene.open();
  await using thief = new Service();
  const { id } = await scene.add();
  const fields = { gotifyUrl: thief.address };
  for (
    const [method, path, body] of [
      ["POST", "/notifications/test", { type: "gotify", fields, id }],
      ["PATCH", `/notifications/${id}`, { fields }],
      ["PATCH", `/notifications/${id}`, { proxy: "http://127.0.0.1:9" }],
    ] as const
  ) {
    const { status, issues } = await scene.rejected(method, path, body);
    assert.deepEqual([status, issues[0].slice(0, 2)], [422, ["fields.gotifyToken", "secret_again"]]);
  }
  assert.deepEqual(thief.got, []);
  const changed = await scene.request("PATCH", `/notifications/${id}`, {
    fields: { ...fields, gotifyToken: "new-one" },
  });
  assert.equal(changed.fields.gotifyUrl, thief.address);
});

Deno.test("notifications: headers and body are sealed, and not sent to another address than their own", async () => {
  await using scene = await Scene.open();
  await using thief = new Service();
  const fields = {
    ...{ webhookMethod: "POST", webhookContentType: "application/json" },
    webhookUrl: `${scene.service.address}/hook`,
    webhookHeaders: "Authorization: Bearer he4der-5ecret\nX-Gotify-Key: lines-kept",
    webhookBody: "title: $title\nmessage: $content\nkey: b0dy-5ecret",
  };
  const request = { name: "Hook", type: "webhook", fields };
  const made = await scene.request("POST", "/notifications", request);
  assert.deepEqual(Object.keys(made.fields).sort(), ["webhookContentType", "webhookMethod"]);
  assert.deepEqual(made.secretsSet.sort(), ["webhookBody", "webhookHeaders", "webhookUrl"]);
  scene.service.response = () =>
    Response.json({ message: "no: he4der-5ecret and b0dy-5ecret" }, { status: 400 });
  assert.deepEqual(await scene.request("POST", `/notifications/${made.id}/test`), {
    ok: false,
    answer: "HTTP 400: no: *** and ***",
  });
  assert.deepEqual([scene.service.got[0]!.path, scene.service.got[0]!.token], ["/hook", "lines-kept"]);
  const { webhookMethod, webhookContentType } = fields;
  const elsewhere = { webhookMethod, webhookContentType, webhookUrl: `${thief.address}/hook` };
  const again = [["fields.webhookHeaders", "secret_again"], ["fields.webhookBody", "secret_again"]];
  for (
    const [method, path, body] of [
      ["PATCH", `/notifications/${made.id}`, { fields: elsewhere }],
      ["POST", "/notifications/test", { type: "webhook", id: made.id, fields: elsewhere }],
    ] as const
  ) {
    const { issues } = await scene.rejected(method, path, body);
    assert.deepEqual(issues.map((issue: string[]) => issue.slice(0, 2)), again);
  }
  assert.deepEqual(thief.got, []);
  const sameAddress = { webhookMethod, webhookContentType, webhookUrl: `${scene.service.address}/other` };
  await scene.request("PATCH", `/notifications/${made.id}`, { fields: sameAddress });
  const everything = JSON.stringify([
    await everyTable(scene.panel.db),
    await scene.request("GET", "/audit-log"),
  ]);
  for (const secret of ["he4der-5ecret", "b0dy-5ecret", "lines-kept"]) {
    assert.equal(everything.includes(secret), false);
    assert.equal(await fileHolds(scene.panel.dataDir, secret), false);
  }
});

Deno.test("notifications: accepts a field under its name in older settings", async () => {
  await using scene = await Scene.open();
  const add = (name: string, fields: Record<string, string>) =>
    scene.request("POST", "/notifications", {
      name,
      type: "pushPlus",
      fields: { pushPlusToken: "t", ...fields },
    });
  assert.deepEqual((await add("a", { pushplusTemplate: "txt" })).fields, { pushPlusTemplate: "txt" });
  const both = { pushplusTemplate: "txt", pushPlusTemplate: "json" };
  assert.deepEqual((await add("b", both)).fields, { pushPlusTemplate: "json" });
});

Deno.test("notifications: an address of this machine is called only if the operator allows it", async () => {
  await using scene = await Scene.open({ SUNDIAL_ALLOW_NETWORKS: "10.0.0.0/8" });
  const { id } = await scene.add();
  const { ok, answer } = await scene.request("POST", `/notifications/${id}/test`);
  assert.equal(ok, false);
  assert.match(answer, /127\.0\.0\.1 .*SUNDIAL_ALLOW_NETWORKS/);
  assert.deepEqual(scene.service.got, []);
});

Deno.test("notifications: secrets and proxies are sealed, never returned, and stay unless sent again", async () => {
  await using scene = await Scene.open();
  const { id, version } = await scene.add({ proxy: "http://me:pr0xy-pass@127.0.0.1:9" });
  const channel = await scene.request("GET", `/notifications/${id}`);
  assert.deepEqual(channel.proxy, "http://me:***@127.0.0.1:9");
  assert.equal(channel.fields.gotifyToken, undefined);
  const stale = await scene.rejected("PATCH", `/notifications/${id}`, { name: "x" }, {
    "if-match": `"${version + 5}"`,
  });
  assert.equal(stale.status, 412);
  const patch = { name: "Renamed", proxy: channel.proxy, fields: { gotifyUrl: scene.service.address } };
  const stored = await scene.request("PATCH", `/notifications/${id}`, patch);
  assert.deepEqual([stored.secretsSet, stored.proxy], [["gotifyToken"], channel.proxy]);
  await scene.request("PATCH", `/notifications/${id}`, { proxy: "" });
  await scene.request("POST", `/notifications/${id}/test`);
  assert.equal(scene.service.got.at(-1)!.token, TOKEN);
  const { issues } = await scene.rejected("PATCH", `/notifications/${id}`, {
    fields: { gotifyUrl: scene.service.address, gotifyToken: "" },
  });
  assert.deepEqual(issues[0].slice(0, 2), ["fields.gotifyToken", "required"]);
  const everything = JSON.stringify([
    await everyTable(scene.panel.db),
    await scene.request("GET", "/notifications"),
    await scene.request("GET", "/audit-log"),
  ]);
  for (const secret of [TOKEN, "pr0xy-pass"]) assert.equal(everything.includes(secret), false);
  assert.equal(await fileHolds(scene.panel.dataDir, TOKEN), false);
});

async function fileHolds(folder: string, text: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) return true;
  }
  return false;
}

Deno.test("notifications: a message is sent by the given channels or the default, and is in the delivery log", async () => {
  await using scene = await Scene.open();
  assert.equal(
    (await scene.rejected("POST", "/notifications/send", { title: "x", content: "" })).code,
    "no_channel",
  );
  const { id } = await scene.add();
  const text = `& " ' < > 😀 中文\nsecond`;
  const { deliveryIds } = await scene.request("POST", "/notifications/send", {
    title: text.split("\n")[0],
    content: text,
  });
  await scene.delivered(1);
  assert.equal(scene.service.got[0]!.body.message, text);
  const { items, total } = await scene.request(
    "GET",
    `/notifications/deliveries?channelId=${id}&state=delivered,failed`,
  );
  assert.deepEqual([total, items[0].id, items[0].answer, items[0].content], [
    1,
    deliveryIds[0],
    "HTTP 200",
    text,
  ]);
  const { db } = scene.panel;
  await db.updateTable("delivery").set({ answer: "The host push.example was not found" }).execute();
  const chinese = { "accept-language": "zh-CN" };
  const listed = await scene.request("GET", "/notifications/deliveries", undefined, chinese);
  assert.equal(listed.items[0].answer, "找不到主机 push.example");
  const one = `/notifications/deliveries/${deliveryIds[0]}`;
  assert.deepEqual(await scene.request("GET", one, undefined, chinese), listed.items[0]);
  assert.equal((await scene.rejected("GET", "/notifications/deliveries/999")).code, "not_found");
  const channels = await scene.request("GET", "/notifications", undefined, chinese);
  assert.equal(channels.items[0].lastDelivery.answer, "找不到主机 push.example");
  assert.equal((await scene.request("GET", "/notifications/deliveries?state=held")).total, 0);
  assert.equal((await scene.rejected("GET", "/notifications/deliveries?state=lost")).status, 422);
  const unknown = await scene.rejected("POST", "/notifications/send", {
    title: "x",
    content: "",
    channelIds: [id, 99],
  });
  assert.deepEqual(unknown.issues[0].slice(0, 2), ["channelIds.1", "unknown_channel"]);
  assert.equal(
    (await scene.rejected("POST", `/notifications/deliveries/${deliveryIds[0]}/retry`)).code,
    "delivery_not_over",
  );
});

Deno.test("notifications: an application needs one scope to send and another to read", async () => {
  await using scene = await Scene.open();
  await scene.add();
  const headersOf = async (scope: string) => {
    const { clientId, clientSecret } = await scene.request("POST", "/applications", {
      name: scope,
      scopes: [scope],
    });
    const { token } = await scene.panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
    return { authorization: `Bearer ${token}` };
  };
  const body = { title: "Hello", content: "there" };
  const [reader, writer] = [await headersOf("notifications:read"), await headersOf("notifications:write")];
  const status = async (headers: Record<string, string>) => {
    const response = await scene.panel.send("POST", "/notifications/send", { body, headers });
    await response.body?.cancel();
    return response.status;
  };
  assert.deepEqual([await status(reader), await status(writer)], [403, 202]);
  await scene.delivered(1);
  const { items } = await scene.panel.request("GET", "/notifications", { headers: reader });
  assert.equal(items[0].lastDelivery.state, "delivered");
});

Deno.test("notifications: rules are validated, keep ids and order, and lose deleted channels", async () => {
  await using scene = await Scene.open();
  const { id } = await scene.add();
  const defaults = (await scene.request("GET", "/notifications/rules")).rules[0];
  const { id: ruleId, ...rule } = defaults;
  const second = await scene.add({ name: "Second" });
  const fresh = { ...rule, name: "Fresh", channelIds: [second.id], title: "{task}: {outcome}" };
  const { rules } = await scene.request("PUT", "/notifications/rules", { rules: [fresh, defaults] });
  assert.deepEqual(rules.map((rule: { id: number; name: string }) => [rule.id === ruleId, rule.name]), [
    [false, "Fresh"],
    [true, rule.name],
  ]);
  const wrong = {
    ...{ ...rule, title: "{task} {nosuch}", quietHours: { from: "07:00", to: "07:00" } },
    ...{ channelIds: [id, 99], id: 77, name: " " },
  };
  const { issues } = await scene.rejected("PUT", "/notifications/rules", { rules: [fresh, wrong] });
  assert.deepEqual(issues.map((issue: string[]) => issue.slice(0, 2)), [
    ["rules.1.id", "unknown_rule"],
    ["rules.1.name", "required"],
    ["rules.1.channelIds.1", "unknown_channel"],
    ["rules.1.quietHours.to", "quiet_all_day"],
    ["rules.1.title", "unknown_placeholder"],
  ]);
  assert.match(issues[4][2], /no field nosuch. Available fields: \{panel\} \{event\}/);
  await scene.request("DELETE", `/notifications/${second.id}`);
  const [left] = (await scene.request("GET", "/notifications/rules")).rules;
  assert.deepEqual(
    [left.channelIds, left.enabled],
    [[], false],
    "it does not notify another channel instead",
  );
});

Deno.test("notifications: a deleted channel is restored with its secrets, its rules and as the default", async () => {
  await using scene = await Scene.open();
  const first = await scene.add();
  const second = await scene.add({ name: "Second" });
  await scene.request("PATCH", `/notifications/${second.id}`, { isDefault: true });
  const [rule] = (await scene.request("GET", "/notifications/rules")).rules;
  await scene.request("PUT", "/notifications/rules", { rules: [{ ...rule, channelIds: [second.id] }] });
  await scene.request("DELETE", `/notifications/${second.id}`);
  const restored = await scene.request("POST", `/notifications/${second.id}/restore`);
  assert.deepEqual([restored.name, restored.isDefault, restored.secretsSet], [
    ...["Second", true, ["gotifyToken"]],
  ]);
  assert.equal((await scene.request("GET", `/notifications/${first.id}`)).isDefault, false);
  const [after] = (await scene.request("GET", "/notifications/rules")).rules;
  assert.deepEqual([after.channelIds, after.enabled], [[restored.id], true]);
  assert.equal((await scene.request("POST", `/notifications/${restored.id}/test`)).ok, true);
  assert.equal(scene.service.got.at(-1)?.token, TOKEN);
  assert.equal((await scene.rejected("POST", `/notifications/${restored.id}/restore`)).status, 404);
});

Deno.test("notifications: a restored channel takes neither the name nor the id of a newer one", async () => {
  await using scene = await Scene.open();
  await scene.add();
  const second = await scene.add({ name: "Second" });
  await scene.request("DELETE", `/notifications/${second.id}`);
  const newer = await scene.add({ name: "Second" });
  const { issues } = await scene.rejected("POST", `/notifications/${second.id}/restore`);
  assert.deepEqual(issues[0].slice(0, 2), ["name", "name_taken"]);
  await scene.request("PATCH", `/notifications/${newer.id}`, { name: "Newer" });
  await scene.request("POST", `/notifications/${second.id}/restore`);
  const { items } = await scene.request("GET", "/notifications");
  const names = items.map(({ name }: { name: string }) => name);
  assert.deepEqual(names.toSorted(), ["Gotify", "Newer", "Second"].toSorted());
});

Deno.test("notifications: failed logins are grouped, with their origin and without the name", async () => {
  await using scene = await Scene.open();
  await scene.add();
  for (let n = 0; n < 3; n++) {
    const body = { username: "hunter-secret-name", password: "wrong" };
    const response = await scene.panel.send("POST", "/auth/login", { body });
    await response.body?.cancel();
  }
  const read = () => scene.panel.db.selectFrom("delivery").selectAll().orderBy("id").execute();
  await until(
    "all are notified",
    async () =>
      (await read()).reduce((sum, { count }) => sum + count, 0) === 3 &&
      (await read())[0]?.state === "delivered",
  );
  const rows = await read();
  assert.deepEqual(rows.map(({ state, count }) => [state, count]), [["delivered", 1], ["held", 2]]);
  assert.match(rows[0]!.content, /wrong username or password/);
  assert.match(rows[0]!.content, /IP address: 127\.0\.0\.1/);
  assert.equal(JSON.stringify(rows).includes("hunter"), false);
});

Deno.test("notifications: the second of two replacements of one version of the rules is rejected", async () => {
  await using scene = await Scene.open();
  const { id } = await scene.add({});
  const read = () => scene.request("GET", "/notifications/rules");
  const put = (rules: unknown, version: number) =>
    scene.panel.send("PUT", "/notifications/rules", {
      body: { rules },
      headers: { ...scene.headers, "if-match": `"${version}"` },
    });
  const { rules, version } = await read();
  const changedRules = [{ ...rules[0], channelIds: [id] }];
  const both = await Promise.all([put(changedRules, version), put(changedRules, version)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  const codes = await Promise.all(both.map(async (one) => (await one.json()).code));
  assert.ok(codes.includes("stale_version"));
  const now = await read();
  assert.equal(now.version, version + 1);
  assert.ok(both.some(({ headers }) => headers.get("etag") === `"${now.version}"`));
  // Deleting a channel changes the rules too.
  await scene.request("DELETE", `/notifications/${id}`);
  const late = await put(changedRules, now.version);
  assert.equal(late.status, 412);
  await late.body?.cancel();
  await scene.request("PUT", "/notifications/rules", { rules: [] });
  assert.equal((await read()).version, now.version + 2);
});

// Nothing listens on port 9; the policy rejects the address before a connection.
const privateAddress = "http://10.255.255.1:9";

Deno.test("notifications: messages and changes of applications reach only networks the operator listed", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const application = await applicationOf(panel, admin);
  // deno-lint-ignore no-explicit-any -- any response of the API
  const ask = (headers: Record<string, string>, method: string, path: string, body?: unknown): Promise<any> =>
    panel.request(method, `/notifications${path}`, { headers, body });
  const fields = { gotifyUrl: privateAddress, gotifyToken: TOKEN };
  const draft = { type: "gotify", fields };
  const rejection = /only reach networks that the operator lists in SUNDIAL_ALLOW_NETWORKS|网络/;
  const byDraft = await ask(application, "POST", "/test", draft);
  assert.match(byDraft.answer, rejection);
  const { id } = await ask(admin, "POST", "", { name: "Mine", ...draft });
  assert.match((await ask(application, "POST", `/${id}/test`)).answer, rejection);
  const column = async () =>
    (await panel.db.selectFrom("channel").select("by_application").executeTakeFirstOrThrow()).by_application;
  assert.equal(await column(), 0);
  // An unchanged value is no change; another path on the same server is one.
  await ask(application, "PATCH", `/${id}`, { fields: { gotifyUrl: privateAddress } });
  await ask(application, "PATCH", `/${id}`, { name: "Theirs" });
  assert.equal(await column(), 0);
  await ask(application, "PATCH", `/${id}`, { fields: { gotifyUrl: `${privateAddress}/admin` } });
  assert.equal(await column(), 1);
  await ask(admin, "PATCH", `/${id}`, { name: "Mine" });
  assert.equal(await column(), 1);
  assert.match((await ask(admin, "POST", `/${id}/test`)).answer, rejection);
  await ask(admin, "PATCH", `/${id}`, { fields: { gotifyUrl: privateAddress } });
  assert.equal(await column(), 0);
  const sent = await ask(application, "POST", "/send", { title: "T", content: "C" });
  const ended = async () => {
    const { items } = await ask(admin, "GET", "/deliveries");
    const [one] = items.filter(({ id }: { id: number }) => id === sent.deliveryIds[0]);
    return one.state === "failed" ? one.answer : null;
  };
  await until("the message is rejected", async () => await ended() !== null);
  assert.match(await ended(), rejection);
  await ask(application, "POST", `/deliveries/${sent.deliveryIds[0]}/retry`);
  await until("it is rejected again", async () => await ended() !== null);
  assert.match(await ended(), rejection);
});

Deno.test("notifications: networks the operator listed are allowed for applications too", async () => {
  await using scene = await Scene.open();
  const headers = await applicationOf(scene.panel, scene.headers);
  const fields = { gotifyUrl: scene.service.address, gotifyToken: TOKEN };
  const body = { type: "gotify", fields };
  assert.equal((await scene.panel.request("POST", "/notifications/test", { headers, body })).ok, true);
});

Deno.test("notifications: a message with channels of its own is sent at once and stored nowhere", async () => {
  await using scene = await Scene.open();
  const variables = { GOTIFY_URL: scene.service.address, GOTIFY_TOKEN: TOKEN };
  const body = { title: "Title", content: "Content", variables };
  const sent = [{ channel: "gotify", ok: true, message: "Gotify: sent" }];
  assert.deepEqual(await scene.request("POST", "/notifications/send-as", body), { results: sent });
  assert.deepEqual(scene.service.got.map(({ token, body }) => [token, body.title, body.message]), [
    [TOKEN, "Title", "Content"],
  ]);
  const headers = await applicationOf(scene.panel, scene.headers);
  assert.deepEqual(
    (await scene.panel.request("POST", "/notifications/send-as", { headers, body })).results,
    sent,
  );
  const unknown = { title: "", content: "", channel: { type: "pigeon", fields: {} } };
  assert.deepEqual(
    (await scene.rejected("POST", "/notifications/send-as", unknown)).issues.map((one: string[]) => one[0]),
    [
      "channel.type",
    ],
  );
  const { items } = await scene.request("GET", "/audit-log?act=notifications.send-as");
  assert.deepEqual(items.map(({ object }: { object: string }) => object), ["gotify", "gotify"]);
  assert.equal(JSON.stringify(await everyTable(scene.panel.db)).includes(TOKEN), false);
});

Deno.test("notifications: a message of an application does not reach inner networks that are not listed", async () => {
  await using scene = await Scene.open({ SUNDIAL_ALLOW_NETWORKS: "" });
  const headers = await applicationOf(scene.panel, scene.headers);
  const variables = { GOTIFY_URL: scene.service.address, GOTIFY_TOKEN: TOKEN };
  const body = { title: "Title", content: "Content", variables };
  const { results } = await scene.panel.request("POST", "/notifications/send-as", { headers, body });
  assert.deepEqual([results[0].ok, scene.service.got], [false, []]);
});

async function applicationOf(panel: TestPanel, headers: Record<string, string>) {
  const body = { name: "Robot", scopes: ["notifications:write", "logs:read"] };
  const { clientId, clientSecret } = await panel.request("POST", "/applications", { headers, body });
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  return { authorization: `Bearer ${token}` };
}
