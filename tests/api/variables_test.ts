import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import type { List } from "../../server/contract/shapes.ts";
import {
  type Variable,
  type VariableImportResult,
  variableInput,
  variablePatch,
  variableRename,
  type VariableTask,
} from "../../server/contract/variables.ts";
import { KEY_FILE, Sealer } from "../../server/platform/seal.ts";
import { Variables } from "../../server/features/variables/service.ts";
import { AppError } from "../../server/contract/app_error.ts";
import { TestPanel } from "../support/test_panel.ts";
import { TaskScene } from "../support/task_scene.ts";

async function add(scene: TaskScene, variable: Record<string, unknown>): Promise<Variable> {
  const { status, text, json } = await scene.call("POST", "/variables", {
    body: { value: "v", ...variable },
  });
  assert.equal(status, 201, text);
  return json as unknown as Variable;
}

async function list(scene: TaskScene, query = ""): Promise<Variable[]> {
  const { json, text, status } = await scene.call("GET", `/variables?${query}`);
  assert.equal(status, 200, text);
  return (json as unknown as List<Variable>).items;
}

async function names(scene: TaskScene, query = ""): Promise<string> {
  return (await list(scene, query)).map(({ name }) => name).join(" ");
}

function issues({ problem }: { problem: { issues?: { path: string; code: string }[] } }): string[] {
  return problem.issues?.map(({ path, code }) => `${path} ${code}`) ?? [];
}

/** Runs a batch action and returns the result per id: `ok`, or the error code. */
async function action(scene: TaskScene, path: string, body: unknown, method = "POST"): Promise<string[]> {
  const { json, status, text } = await scene.call(method, `/variables${path}`, { body });
  assert.equal(status, 200, text);
  return (json.results as { ok: boolean; error?: { code: string; detail: string } }[]).map(({ ok, error }) =>
    ok ? "ok" : error!.code === "validation_failed" ? error!.detail : error!.code
  );
}

Deno.test("variables: a new one gets defaults and the last position, and publishes an event", async () => {
  await using scene = await TaskScene.open();
  await add(scene, { name: "FIRST" });
  const made = await add(scene, {
    name: "SECOND",
    value: "a\nb 密",
    remarks: " why ",
    labels: [" x ", "x", "y"],
  });
  const { id, createdAt, updatedAt, ...rest } = made;
  assert.ok(id > 0 && createdAt === updatedAt);
  assert.deepEqual(rest, {
    ...{
      name: "SECOND",
      value: "a\nb 密",
      secret: false,
      unreadable: false,
      remarks: "why",
      labels: ["x", "y"],
    },
    ...{ enabled: true, position: 1, join: "join", usedBy: 0, version: 1 },
  });
  const { headers, json } = await scene.call("GET", `/variables/${id}`);
  assert.deepEqual([headers.get("etag"), json], ['"1"', made]);
  assert.deepEqual(scene.published, [`variable:changed ${id - 1}`, `variable:changed ${id}`]);
  assert.ok(scene.engine.events.every(({ topic }) => topic === "variables"));
});

Deno.test("variables: several are created all or none", async () => {
  await using scene = await TaskScene.open();
  const body = [{ name: "A", value: "1" }, { name: "A", value: "2" }, { name: "B", value: "1" }];
  const { status, json } = await scene.call("POST", "/variables", { body });
  assert.deepEqual([status, (json.items as Variable[]).map(({ name, value }) => name + value)], [201, [
    ...["A1", "A2", "B1"],
  ]]);
  const wrong = await scene.call("POST", "/variables", {
    body: [{ name: "C", value: "1" }, { name: "A", value: "2" }],
  });
  assert.deepEqual([wrong.status, issues(wrong)], [422, ["1.value same_variable"]]);
  const bad = await scene.call("POST", "/variables", {
    body: [{ name: "C", value: "1" }, { name: "9", value: "" }],
  });
  assert.deepEqual(issues(bad), ["1.name bad_variable_name"]);
  const many = Array.from({ length: 1001 }, (_, n) => ({ name: "C", value: `${n}` }));
  assert.deepEqual(issues(await scene.call("POST", "/variables", { body: many })), [" too_many"]);
  assert.equal(await names(scene), "A A B");
  assert.deepEqual(scene.published, ["variable:changed 0"]);
});

const rejected: [string, Record<string, unknown>, string[]][] = [
  ["no name", { name: "" }, ["name required", "name bad_variable_name"]],
  ["a name with a dash", { name: "A-B" }, ["name bad_variable_name"]],
  ["a name with an equals sign", { name: "A=B" }, ["name bad_variable_name"]],
  ["a name with a line break", { name: "A\n" }, ["name bad_variable_name"]],
  ["a name in Chinese", { name: "变量" }, ["name bad_variable_name"]],
  ["a name reserved by the panel", { name: "SUNDIAL_TASK_ID" }, ["name reserved_name"]],
  ["a name reserved by the shell", { name: "SHLVL" }, ["name shell_name"]],
  ["a value with a NUL byte", { value: "a\0b" }, ["value invalid_character"]],
  ["an incomplete surrogate pair", { value: "\ud800" }, ["value invalid_character"]],
  ["a value that is too long", { name: "ABC", value: "x".repeat(131_072 - 4) }, ["value too_many_bytes"]],
  ["a value that is too long in bytes", { value: "密".repeat(50_000) }, ["value too_many_bytes"]],
  ["a value that is not text", { value: 7 }, ["value invalid_type"]],
  ["a blank label", { labels: ["x", " "] }, ["labels.1 required"]],
  ["too many labels", { labels: Array.from({ length: 21 }, (_, n) => `${n}`) }, ["labels too_many"]],
  ["long remarks", { remarks: "x".repeat(501) }, ["remarks too_long"]],
  ["an unknown field", { colour: 1 }, ["colour unknown_field"]],
];
Deno.test("variables: rejects invalid input with its index and stores nothing", async () => {
  await using scene = await TaskScene.open();
  for (const [what, variable, wanted] of rejected) {
    const response = await scene.call("POST", "/variables", { body: { name: "A", value: "v", ...variable } });
    assert.deepEqual([response.status, issues(response)], [422, wanted], what);
  }
  assert.deepEqual([await list(scene), scene.published], [[], []]);
  assert.equal((await add(scene, { name: "ABC", value: "x".repeat(131_072 - 5) })).name, "ABC");
  for (const name of ["PATH", "LD_PRELOAD", "NODE_OPTIONS", "__proto__", "constructor"]) {
    assert.equal((await add(scene, { name })).name, name);
  }
});

const nameSentences = {
  en: "Only letters, digits and underscores; may not start with a digit",
  zh: "只能包含字母、数字和下划线，且不能以数字开头",
};
Deno.test("variables: rejects a name that starts with a digit, with the allowed characters in both languages", async () => {
  await using scene = await TaskScene.open();
  for (const [language, sentence] of Object.entries(nameSentences)) {
    const { status, problem } = await scene.call("POST", "/variables", {
      body: { name: "1ABC", value: "v" },
      headers: { "accept-language": language },
    });
    assert.deepEqual([status, problem.issues?.map(({ path, message }) => [path, message])], [422, [
      ["name", sentence],
    ]]);
  }
});

Deno.test("variables: values of one name may be longer together than one may be, up to the total", async () => {
  await using scene = await TaskScene.open();
  for (let n = 0; n < 3; n++) await add(scene, { name: "A", value: `${"k".repeat(50_000)}${n}` });
  for (let n = 0; n < 7; n++) await add(scene, { name: `B${n}`, value: "x".repeat(120_000) });
  const body = { name: "A", value: "x".repeat(120_000) };
  assert.deepEqual(issues(await scene.call("POST", "/variables", { body })), ["value variables_too_long"]);
  const off = await add(scene, { ...body, enabled: false });
  const patched = await scene.call("PATCH", `/variables/${off.id}`, { body: { enabled: true } });
  assert.deepEqual(issues(patched), ["enabled variables_too_long"]);
  // Only the longest counts.
  assert.equal(
    (await scene.call("PUT", "/variables/rule", { body: { name: "A", join: "last" } })).status,
    200,
  );
  assert.deepEqual(await action(scene, "/enable", { ids: [off.id] }), ["ok"]);
  const back = await scene.call("PUT", "/variables/rule", { body: { name: "A", join: "join" } });
  assert.deepEqual(issues(back), ["join variables_too_long"]);
});

Deno.test("variables: an edit keeps omitted fields, and one of an old version is rejected", async () => {
  await using scene = await TaskScene.open();
  const { id } = await add(scene, { name: "A", value: "1", remarks: "r", labels: ["x"] });
  await add(scene, { name: "B", value: "2" });
  const { json, status } = await scene.call("PATCH", `/variables/${id}`, { body: { value: "3" } });
  const { value, remarks, labels, version } = json as unknown as Variable;
  assert.deepEqual([status, value, remarks, labels, version], [200, "3", "r", ["x"], 2]);
  const headers = { "if-match": '"1"' };
  const stale = await scene.call("PATCH", `/variables/${id}`, { body: { value: "4" }, headers });
  assert.deepEqual([stale.status, stale.problem.code], [412, "stale_version"]);
  const twin = await scene.call("PATCH", `/variables/${id}`, { body: { name: "B", value: "2" } });
  assert.deepEqual(issues(twin), ["value same_variable"]);
  assert.equal((await scene.call("PATCH", `/variables/${id}`, { body: { value: "3" } })).status, 200);
  assert.equal((await scene.call("PATCH", "/variables/999", { body: {} })).status, 404);
  const longer = await add(scene, { name: "L", value: "x".repeat(131_069) });
  const renamed = await scene.call("PATCH", `/variables/${longer.id}`, { body: { name: "LONGER" } });
  assert.deepEqual(issues(renamed), ["name too_many_bytes"]);
});

Deno.test("secrets: sealed at rest, masked in every response, revealed on request", async () => {
  await using scene = await TaskScene.open();
  const word = "a secret word 密";
  const { id, value } = await add(scene, { name: "KEY", value: word, secret: true });
  assert.equal(value, "***");
  const { value: stored } = await scene.engine.db.selectFrom("variable").select("value")
    .executeTakeFirstOrThrow();
  assert.match(stored, /^s1:[0-9a-f]{8}:[A-Za-z0-9+/=]+$/);
  assert.equal((await list(scene))[0]!.value, "***");
  assert.equal((await list(scene, "q=secret%20word")).length, 0);
  assert.equal((await scene.call("GET", `/variables/${id}`)).json.value, "***");
  assert.equal((await scene.call("GET", `/variables/${id}?reveal=true`)).json.value, word);
  assert.equal((await scene.call("PATCH", `/variables/${id}`, { body: { remarks: "x" } })).json.value, "***");
  assert.equal((await scene.call("GET", `/variables/${id}?reveal=true`)).json.value, word);
  const twin = await scene.call("POST", "/variables", { body: { name: "KEY", value: word } });
  assert.deepEqual(issues(twin), ["value same_variable"]);
  const open = await scene.call("PATCH", `/variables/${id}`, { body: { secret: false } });
  assert.equal(open.json.value, word);
  const again = await scene.call("PATCH", `/variables/${id}`, { body: { secret: true, value: "another" } });
  assert.equal(again.json.value, "***");
  assert.equal((await scene.call("GET", `/variables/${id}?reveal=true`)).json.value, "another");
});

Deno.test("secrets: with another key file the list still works, and revealing one reports the wrong key", async () => {
  await using scene = await TaskScene.open();
  const { id } = await add(scene, { name: "KEY", value: "locked", secret: true });
  const { folder, db, clock, bus } = scene.engine;
  await Deno.writeFile(join(folder.root, KEY_FILE), new Uint8Array(32));
  const variables = new Variables({ db, clock, bus, sealer: new Sealer(folder.root) });
  const [variable] = (await variables.list({ page: 1, pageSize: 20 })).items;
  assert.deepEqual([variable?.value, variable?.unreadable], ["***", true]);
  const isLocked = (error: unknown) => error instanceof AppError && error.code === "secret_key_wrong";
  await assert.rejects(variables.get(id, { reveal: true }), isLocked);
  await assert.rejects(variables.update(id, parse(variablePatch, { secret: false }), null), isLocked);
  await variables.update(id, parse(variablePatch, { value: "a new one" }), null);
  assert.equal((await variables.get(id, { reveal: true })).value, "a new one");
  await Deno.remove(join(folder.root, KEY_FILE));
  const without = new Variables({ db, clock, bus, sealer: new Sealer(folder.root) });
  await assert.rejects(without.get(id, { reveal: true }), isLocked);
  await Deno.writeTextFile(join(folder.root, KEY_FILE), "no key");
  const input = { name: "K2", value: "x", secret: true, remarks: "", labels: [], enabled: true };
  await assert.rejects(without.create([parse(variableInput, input)], () => ""), isLocked);
});

Deno.test("secrets: revealing one requires write access, exporting all a user with step-up; both are audited", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const variable = { name: "KEY", value: "locked", secret: true };
  const { id } = await panel.request("POST", "/variables", { headers: admin, body: variable });
  const application = async (scope: string) => {
    const made = await panel.request("POST", "/applications", {
      headers: admin,
      body: { name: scope, scopes: [scope] },
    });
    const { clientId, clientSecret } = made;
    const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
    return { authorization: `Bearer ${token}` };
  };
  const reader = await application("variables:read");
  const writer = await application("variables:write");
  const read = async (headers: Record<string, string>, path: string, body?: unknown) => {
    const sent = { headers, ...(body !== undefined && { body }) };
    const response = await panel.send(body === undefined ? "GET" : "POST", `/variables${path}`, sent);
    const text = await response.text();
    assert.equal(text.includes("locked"), response.status === 200 && !path.endsWith("export"), text);
    if (response.status === 200) return 200;
    const { code, issues = [] } = JSON.parse(text);
    return [code, ...issues.map((issue: { path: string; code: string }) => `${issue.path} ${issue.code}`)];
  };
  const all = "/export?secrets=true&format=env";
  const audited = async () => {
    const rows = await panel.db.selectFrom("audit_entry").select(["act", "actor_kind"])
      .where("act", "like", "variables%").orderBy("id").execute();
    return rows.map(({ act, actor_kind }) => `${act} ${actor_kind}`);
  };
  assert.deepEqual(await read(reader, `/${id}?reveal=true`), ["scope_missing"]);
  assert.equal(await read(writer, `/${id}?reveal=true`), 200);
  assert.equal(await read(admin, `/${id}?reveal=true`), 200);
  assert.equal(await read(admin, all), 200);
  assert.equal(await read(admin, "/export", {}), 200);
  const before = await audited();
  assert.deepEqual(before, [
    "variables.create person",
    "variables.read application",
    "variables.read person",
    "variables.export.read person",
  ]);
  for (const headers of [reader, writer]) {
    const rejected = ["person_required", "secrets person_required"];
    assert.deepEqual(await read(headers, all), rejected);
    assert.deepEqual(await read(headers, "/export", { secrets: true }), rejected);
    assert.equal(await read(headers, "/export", {}), 200);
  }
  await panel.db.updateTable("session").set({ proven_at: 0 }).execute();
  assert.deepEqual(await read(admin, all), ["step_up_required"]);
  assert.deepEqual(await read(admin, "/export", { secrets: true }), ["step_up_required"]);
  assert.equal(await read(admin, "/export", {}), 200);
  assert.deepEqual(await audited(), before);
});

Deno.test("variables: the list is searched, filtered, sorted and paged", async () => {
  await using scene = await TaskScene.open();
  await add(scene, { name: "B_TOKEN", value: "100%", remarks: "for the shop", labels: ["web"] });
  await add(scene, { name: "A_TOKEN", value: "x", labels: ["web", "db"] });
  await add(scene, { name: "C", value: "the shop", enabled: false });
  assert.equal(await names(scene), "B_TOKEN A_TOKEN C");
  assert.equal(await names(scene, "q=token"), "B_TOKEN A_TOKEN");
  assert.equal(await names(scene, "q=shop"), "B_TOKEN C");
  assert.equal(await names(scene, "q=0%25"), "B_TOKEN");
  assert.equal(await names(scene, "label=web&sort=name"), "A_TOKEN B_TOKEN");
  assert.equal(await names(scene, "label=db"), "A_TOKEN");
  assert.equal(await names(scene, "label=d"), "");
  assert.equal(await names(scene, "enabled=false"), "C");
  assert.equal(await names(scene, "name=C"), "C");
  assert.equal(await names(scene, "sort=-name&pageSize=2"), "C B_TOKEN");
  assert.equal(await names(scene, "pageSize=2&page=2"), "C");
  assert.deepEqual(issues(await scene.call("GET", "/variables?sort=value")), ["sort invalid_value"]);
  const { json } = await scene.call("GET", "/variables/labels");
  assert.deepEqual(json.items, [{ label: "db", variables: 1 }, { label: "web", variables: 2 }]);
});

Deno.test("variables: several are enabled, disabled, renamed, labelled and deleted, with one result each", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  for (const name of ["A", "B", "C"]) {
    ids.push((await add(scene, { name, value: name === "C" ? "v2" : "v" })).id);
  }
  const [a = 0, b = 0, c = 0] = ids;
  const before = scene.published.length;
  assert.deepEqual(await action(scene, "/disable", { ids: [a, 999, b] }), ["ok", "not_found", "ok"]);
  assert.equal(await names(scene, "enabled=true"), "C");
  assert.deepEqual(await action(scene, "/rename", { ids: [a, b, c], name: "N" }), [
    "ok",
    "A variable with this name and value already exists",
    "ok",
  ]);
  assert.equal(await names(scene), "N B N");
  assert.deepEqual(await action(scene, "/labels", { ids: [a, c], add: ["x", "y"] }), ["ok", "ok"]);
  assert.deepEqual(await action(scene, "/labels", { ids: [a, b, c], add: ["z"], remove: ["x"] }), [
    "ok",
    "ok",
    "ok",
  ]);
  assert.deepEqual((await list(scene)).map(({ labels }) => labels.join()), ["y,z", "z", "y,z"]);
  const many = Array.from({ length: 20 }, (_, n) => `${n}`);
  assert.deepEqual(await action(scene, "/labels", { ids: [a], add: many }), ["Must have at most 20 entries"]);
  assert.deepEqual(await action(scene, "", { ids: [a, 999, c] }, "DELETE"), ["ok", "not_found", "ok"]);
  assert.equal(await names(scene), "B");
  assert.equal((await scene.call("DELETE", `/variables/${b}`)).status, 204);
  assert.equal((await scene.call("DELETE", `/variables/${b}`)).status, 404);
  const published = scene.published.slice(before);
  assert.deepEqual(published, [
    ...Array.from({ length: 5 }, () => "variable:changed 0"),
    `variable:changed ${b}`,
  ]);
  assert.deepEqual(issues(await scene.call("POST", "/variables/rename", { body: { ids: [b], name: "1" } })), [
    "name bad_variable_name",
  ]);
});

Deno.test("variables: several are moved before another, to the end or to the start", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  for (const name of ["A", "B", "C", "D"]) ids.push((await add(scene, { name })).id);
  const [a, b, c, d] = ids;
  const move = async (body: unknown) => (await scene.call("PUT", "/variables/order", { body })).status;
  assert.equal(await move({ ids: [d], before: b }), 204);
  assert.equal(await names(scene), "A D B C");
  assert.equal(await move({ ids: [c, a], before: null }), 204);
  assert.equal(await names(scene), "D B C A");
  assert.equal(await move({ ids: [a, b] }), 204);
  assert.equal(await names(scene), "A B D C");
  for (
    const body of [{ ids: [a, a] }, { ids: [999] }, { ids: [a], before: a }, { ids: [a], before: 999 }, {
      ids: [],
    }]
  ) {
    assert.equal(await move(body), 422, JSON.stringify(body));
  }
  assert.equal(await names(scene), "A B D C");
  assert.equal((await scene.call("GET", `/variables/${a}`)).headers.get("etag"), '"1"');
  assert.equal(await names(scene, "sort=-position"), "C D B A");
});

Deno.test("variables: are used by tasks that get all, and by tasks that name one of their labels", async () => {
  await using scene = await TaskScene.open();
  const web = await add(scene, { name: "A", labels: ["web", "x"] });
  const none = await add(scene, { name: "B" });
  await scene.add({ name: "all" });
  await scene.add({ name: "by label", variableLabels: ["db", "web"], enabled: false });
  await scene.add({ name: "others", variableLabels: ["db"] });
  await scene.add({ name: "nothing", variableLabels: [] });
  assert.deepEqual((await list(scene)).map(({ usedBy }) => usedBy), [2, 1]);
  const tasks = async (id: number, query = "") => {
    const { json } = await scene.call("GET", `/variables/${id}/tasks${query}`);
    const { items, total } = json as unknown as List<VariableTask>;
    return [total, ...items.map(({ name, enabled, byLabel }) => `${name} ${enabled} ${byLabel}`)];
  };
  assert.deepEqual(await tasks(web.id), [2, "all true null", "by label false web"]);
  assert.deepEqual(await tasks(web.id, "?pageSize=1&page=2"), [2, "by label false web"]);
  assert.deepEqual(await tasks(none.id), [1, "all true null"]);
  assert.equal((await scene.call("GET", "/variables/999/tasks")).status, 404);
});

Deno.test("variables: where the last one of a name counts, each task uses only the last one it gets", async () => {
  await using scene = await TaskScene.open();
  const first = await add(scene, { name: "A", value: "1", labels: ["web"] });
  const second = await add(scene, { name: "A", value: "2" });
  await add(scene, { name: "A", value: "3", enabled: false });
  await add(scene, { name: "B", value: "4" });
  await scene.add({ name: "all" });
  await scene.add({ name: "web", variableLabels: ["web"] });
  const used = async () => (await list(scene)).map(({ usedBy }) => usedBy).join(" ");
  assert.equal(await used(), "2 1 1 1");
  await scene.call("PUT", "/variables/rule", { body: { name: "A", join: "last" } });
  assert.equal(await used(), "1 1 1 1"); // the third would get it if it were enabled
  const tasks = async (id: number) =>
    ((await scene.call("GET", `/variables/${id}/tasks`)).json as unknown as List<VariableTask>).items
      .map(({ name }) => name).join();
  assert.deepEqual([await tasks(first.id), await tasks(second.id)], ["web", "all"]);
});

Deno.test("secrets: a request decrypts each of many with one name only once", async () => {
  await using scene = await TaskScene.open();
  const { folder, db, clock, bus } = scene.engine;
  let opened = 0;
  const sealer = new class extends Sealer {
    override open(...sealed: Parameters<Sealer["open"]>): string {
      opened++;
      return super.open(...sealed);
    }
  }(folder.root);
  const variables = new Variables({ db, clock, bus, sealer });
  const inputs = Array.from({ length: 60 }, (_, n) => ({
    ...{ name: `V${n}`, value: `secret ${n}`, secret: true, remarks: "", labels: [], enabled: true },
  }));
  const ids = (await variables.create(inputs.map((one) => parse(variableInput, one)), (index) => `${index}.`))
    .map(({ id }) => id);
  opened = 0;
  assert.ok(
    (await variables.rename(ids, parse(variableRename, { name: "ONE" }))).every(({ error }) =>
      error === null
    ),
  );
  assert.ok(opened <= 4 * ids.length, `${opened} times`);
});

Deno.test("export: POST exports a selection of any size", async () => {
  await using scene = await TaskScene.open();
  const a = await add(scene, { name: "A", value: "1" });
  await add(scene, { name: "KEY", value: "locked", secret: true });
  const send = (body: unknown) => scene.call("POST", "/variables/export", { body });
  assert.equal((await send({ format: "env", ids: [a.id] })).text, "A=1\n");
  assert.equal((await send({ format: "env", secrets: true })).text, "A=1\nKEY=locked\n");
  const many = Array.from({ length: 9000 }, (_, n) => n + 1);
  assert.equal((await send({ format: "env", ids: many })).text, "A=1\n# KEY=***\n");
  assert.equal((await send({ format: "env", ids: [] })).status, 422);
});

Deno.test("export: returns JSON or .env, all or some, and secrets only on request", async () => {
  await using scene = await TaskScene.open();
  const a = await add(scene, { name: "A", value: "it's\nme", remarks: "r", labels: ["x"] });
  await add(scene, { name: "KEY", value: "locked", secret: true });
  await add(scene, { name: "OFF", value: "1", enabled: false });
  const json = await scene.call("GET", "/variables/export");
  assert.match(json.headers.get("content-disposition") ?? "", /attachment; filename="variables\.json"/);
  const exported = json.json as unknown as Record<string, unknown>[];
  assert.deepEqual(exported[0], {
    ...{ name: "A", value: "it's\nme", remarks: "r", labels: ["x"], enabled: true, secret: false },
  });
  assert.deepEqual(exported.map(({ value }) => value), ["it's\nme", null, "1"]);
  const env = await scene.call("GET", "/variables/export?format=env");
  assert.equal(env.text, `# r\nA="it's\nme"\n# KEY=***\n# OFF=1\n`);
  const withSecrets = await scene.call("GET", `/variables/export?format=env&secrets=true`);
  assert.match(withSecrets.text, /\nKEY=locked\n/);
  assert.equal(
    (await scene.call("GET", `/variables/export?format=env&ids=${a.id}`)).text,
    `# r\nA="it's\nme"\n`,
  );
  assert.equal((await scene.call("GET", "/variables/export?ids=x")).status, 422);
});

Deno.test("import: a preview changes nothing, and an import applies everything at once", async () => {
  await using scene = await TaskScene.open();
  await add(scene, { name: "A", value: "old", remarks: "kept" });
  await add(scene, { name: "B", value: "same" });
  const before = scene.published.length;
  const text = "A=new\nB=same\n9=x\nC='c c'\nKEY=word";
  const send = async (more: Record<string, unknown>) => {
    const { json, status, text: output } = await scene.call("POST", "/variables/import", {
      body: { format: "env", text, ...more },
    });
    assert.equal(status, 200, output);
    return json as unknown as VariableImportResult;
  };
  const preview = await send({ preview: true, existing: "replace" });
  assert.deepEqual(
    preview.items.map((
      { place, name, state, act, reason },
    ) => [place, name, state, act, reason]),
    [
      [1, "A", "changed", "replaced", null],
      [2, "B", "same", "skipped", null],
      [3, "9", "refused", "skipped", "bad_name"],
      [4, "C", "new", "added", null],
      [5, "KEY", "new", "added", null],
    ],
  );
  assert.deepEqual([await names(scene), scene.published.length], ["A B", before]);
  const { json: noted } = await scene.call("POST", "/variables/import", {
    body: { format: "env", text: "FIRST=1\nSECOND=$FIRST\nTHIRD=$MISSING", preview: true },
  });
  assert.deepEqual((noted as unknown as VariableImportResult).items.map(({ value, note }) => [value, note]), [
    ["1", null],
    ["1", "expanded"],
    ["$MISSING", "unknown_reference"],
  ]);
  const done = await send({ existing: "replace", secret: true, labels: ["in"] });
  assert.deepEqual([done.added, done.replaced, done.skipped], [2, 1, 2]);
  assert.ok(!JSON.stringify(done).includes("word"));
  assert.deepEqual(scene.published.slice(before), ["variable:changed 0"]);
  const [a, , c] = await list(scene);
  assert.deepEqual([a!.remarks, a!.secret, a!.labels, c!.labels], ["kept", true, [], ["in"]]);
  assert.equal((await scene.call("GET", `/variables/${a!.id}?reveal=true`)).json.value, "new");
  const json = JSON.stringify([{ name: "A", value: "old" }, {
    name: "D",
    value: "d",
    labels: ["z"],
    remarks: "q",
  }]);
  const { added } = await send({ format: "json", text: json, existing: "skip" });
  assert.deepEqual([added, await names(scene)], [1, "A B C KEY D"]);
});

Deno.test("import: an invalid or too large text changes nothing", async () => {
  await using scene = await TaskScene.open();
  const send = (body: Record<string, unknown>) => scene.call("POST", "/variables/import", { body });
  assert.deepEqual(issues(await send({ format: "json", text: "A=1" })), ["text invalid"]);
  const big = Array.from({ length: 12 }, (_, n) => `V${n}=${"x".repeat(100_000)}`).join("\n");
  assert.deepEqual(issues(await send({ format: "env", text: big })), ["text variables_too_long"]);
  assert.deepEqual([await names(scene), scene.published], ["", []]);
  assert.equal((await send({ format: "yaml", text: "" })).status, 422);
});

Deno.test("import: accepts up to ten thousand variables", async () => {
  await using scene = await TaskScene.open();
  const text = Array.from({ length: 10_000 }, (_, n) => `V${n}=value ${n}`).join("\n");
  const { json } = await scene.call("POST", "/variables/import", { body: { format: "env", text } });
  assert.equal(json.added, 10_000);
  const more = await scene.call("POST", "/variables", { body: { name: "ONE_MORE", value: "" } });
  assert.deepEqual(issues(more), ["name too_many"]);
  assert.equal((await scene.call("GET", "/variables?pageSize=500&page=20")).json.total, 10_000);
});
