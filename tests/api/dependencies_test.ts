import assert from "node:assert/strict";
import type { Dependency } from "../../server/contract/dependencies.ts";
import type { BatchResult } from "../../server/contract/shapes.ts";
import { dependencyMessages } from "../../server/features/dependencies/dependency_messages.ts";
import { dependencyRoutes } from "../../server/features/dependencies/routes.ts";
import { dependenciesOf, fakePrograms, openDependencies, settled } from "../support/dependency_scene.ts";
import { type AppResponse, type Call, TestApp } from "../support/test_app.ts";
import type { TestEngine } from "../support/test_engine.ts";

/** A fake npm: `slow` waits, `bad` fails, everything else is installed afterwards. */
const npm = `for word; do last=$word; done; bare=\${last%%@[0-9]*}
case $1 in
uninstall) case $bare in stays) echo "npm error code EACCES"; echo "npm error denied"; exit 1 ;; esac; rm -rf "node_modules/$bare"; exit 0 ;;
esac
case $bare in
slow) sleep 1000 ;;
bad) echo "npm error 404 Not Found - GET $bare"; exit 1 ;;
*) mkdir -p "node_modules/$bare"; echo "installed $last"
  printf '{"name":"%s","version":"1.0.0"}' "$bare" > "node_modules/$bare/package.json" ;;
esac`;

class Scene implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #cookie: string;
  readonly #root: string;

  private constructor(readonly engine: TestEngine, app: TestApp, cookie: string, root: string) {
    this.#app = app;
    this.#cookie = cookie;
    this.#root = root;
  }

  static async open(): Promise<Scene> {
    const root = await Deno.makeTempDir({ prefix: "sundial-npm-" });
    const folder = await fakePrograms(root, { npm });
    const machine = { inherited: { PATH: `${folder}:/usr/bin:/bin` } };
    const engine = await openDependencies({ machine, graceMs: 300 });
    const { runs, folder: { logs } } = engine;
    const app = await TestApp.open({
      routes: dependencyRoutes({ dependencies: dependenciesOf(engine), runs, logs }),
    });
    return new Scene(engine, app, await app.setUp(), root);
  }

  async call(method: string, path: string, body?: unknown, call: Call = {}): Promise<AppResponse> {
    return await this.#app.call(method, `/api${path}`, {
      cookie: this.#cookie,
      ...(body !== undefined && { body }),
      ...call,
    });
  }

  async add(name: string, more: object = {}): Promise<number> {
    const { status, json, text } = await this.call("POST", "/dependencies", { type: "node", name, ...more });
    assert.equal(status, 201, text);
    return (json["items"] as Dependency[])[0]!.id;
  }

  async installed(name: string): Promise<number> {
    const id = await this.add(name);
    assert.equal((await settled(this.engine, id)).state, "installed");
    return id;
  }

  /** Returns the events that the packages published since the last call. */
  published(): string[] {
    return this.engine.events.splice(0).filter(({ topic }) => topic === "dependencies").map(({ type, id }) =>
      `${type} ${id}`
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
    await this.engine[Symbol.asyncDispose]();
    await Deno.remove(this.#root, { recursive: true });
  }
}

Deno.test("dependencies: adding installs, publishes each step and has a log", async () => {
  await using scene = await Scene.open();
  const id = await scene.add("axios@1.0.0", { remarks: "for prices" });
  const { log } = await settled(scene.engine, id);
  // Queued, installing, installed; the last two may be one event when the installer was faster than the poll.
  const published = scene.published();
  assert.ok(
    published.length >= 2 && published.every((event) => event === `dependency:changed ${id}`),
    published.join(),
  );
  const { json, headers } = await scene.call("GET", `/dependencies/${id}`);
  const { createdAt, updatedAt, runId, ...rest } = json as unknown as Dependency;
  assert.deepEqual(rest, {
    ...{ id, type: "node", name: "axios@1.0.0", remarks: "for prices", state: "installed", act: "install" },
    ...{ installedVersion: "1.0.0", reason: null, version: published.length + 1, subscriptionId: null },
    nodes: null,
  });
  assert.equal(headers.get("etag"), `"${published.length + 1}"`);
  assert.ok(createdAt <= updatedAt && runId !== null);
  const response = await scene.call("GET", `/dependencies/${id}/log`);
  assert.equal(response.text, log);
  assert.match(response.text, /\ninstalled axios@1.0.0\n/);
  assert.equal(response.headers.get("x-log-complete"), "true");
  const run = await scene.engine.runs.get(runId!);
  assert.deepEqual([run.kind, run.taskId, run.taskName, run.cause], [
    "dependency",
    null,
    "axios@1.0.0",
    "person",
  ]);
});

Deno.test("dependencies: the panel's own reasons are in the client's language, an installer's as they are", async () => {
  await using scene = await Scene.open();
  const id = await scene.installed("axios");
  const { en, zh } = dependencyMessages;
  const reasonOf = async (stored: string, path: string, language: string) => {
    await scene.engine.db.updateTable("dependency").set({ reason: stored }).where("id", "=", id).execute();
    const call = { headers: { "accept-language": language } };
    const { json } = await scene.call("GET", path, undefined, call);
    const [one = json as unknown as Dependency] = (json["items"] as Dependency[] | undefined) ?? [];
    return one.reason;
  };
  assert.equal(await reasonOf(en.notThere, "/dependencies", "zh-CN"), zh.notThere);
  assert.equal(await reasonOf(zh.interrupted, `/dependencies/${id}`, "en"), en.interrupted);
  const headers = "https://nodejs.org/headers.tar.gz";
  assert.equal(await reasonOf(en.noHeaders(headers), "/dependencies", "zh-CN"), zh.noHeaders(headers));
  assert.equal(
    await reasonOf("E: Unable to locate package", "/dependencies", "zh-CN"),
    "E: Unable to locate package",
  );
});

Deno.test("dependencies: several are added all or none, and a name is never a command", async () => {
  await using scene = await Scene.open();
  const wrong = [
    { type: "node", name: "a" },
    { type: "node", name: "--registry=http://evil.example" },
    { type: "python", name: "b; touch canary" },
    { type: "linux", name: "../c" },
    { type: "deno", name: "chalk" },
  ];
  const rejected = await scene.call("POST", "/dependencies", wrong);
  assert.equal(rejected.status, 422);
  assert.deepEqual(rejected.problem.issues?.map(({ path, code }) => `${path} ${code}`), [
    "1.name package_like_option",
    "2.name package_has_signs",
    "3.name package_is_place",
    "4.name package_name_wrong",
  ]);
  assert.equal((await scene.call("GET", "/dependencies")).json["total"], 0);
  assert.deepEqual(scene.published(), []);
  const right = await scene.call("POST", "/dependencies", [{ type: "node", name: "a" }, {
    type: "node",
    name: "b",
  }]);
  assert.equal(right.status, 201);
  const items = right.json["items"] as Dependency[];
  for (const { id } of items) assert.equal((await settled(scene.engine, id)).state, "installed");
});

Deno.test("dependencies: rejects duplicates, with another version too and within one request", async () => {
  await using scene = await Scene.open();
  await scene.installed("axios");
  for (const name of ["axios", "axios@2"]) {
    const { problem } = await scene.call("POST", "/dependencies", { type: "node", name });
    assert.deepEqual(problem.issues?.map(({ path, code }) => `${path} ${code}`), ["name package_listed"]);
  }
  const twice = [{ type: "node", name: "b" }, { type: "node", name: "b@1" }];
  const { problem } = await scene.call("POST", "/dependencies", twice);
  assert.deepEqual(problem.issues?.map(({ path, code }) => `${path} ${code}`), ["1.name package_listed"]);
  assert.equal((await scene.call("GET", "/dependencies")).json["total"], 1);
});

Deno.test("dependencies: lists by type, state and text in pages, deleted ones only on request", async () => {
  await using scene = await Scene.open();
  const a = await scene.installed("aa");
  await scene.installed("ab");
  const bad = await scene.add("bad", { remarks: "Prices" });
  await settled(scene.engine, bad);
  await scene.call("DELETE", `/dependencies/${a}`);
  await settled(scene.engine, a);
  const names = async (query: string) => {
    const { json, status } = await scene.call("GET", `/dependencies${query}`);
    assert.equal(status, 200);
    return (json["items"] as Dependency[]).map(({ name }) => name);
  };
  assert.deepEqual(await names(""), ["bad", "ab"]);
  assert.deepEqual(await names("?type=python"), []);
  assert.deepEqual(await names("?state=deleted,installed&sort=name"), ["aa", "ab"]);
  assert.deepEqual(await names("?q=price"), ["bad"]);
  assert.deepEqual(await names("?sort=-name&pageSize=1&page=2"), ["ab"]);
  for (const query of ["?state=odd", "?sort=odd", "?type=ruby", "?odd=1"]) {
    assert.equal((await scene.call("GET", `/dependencies${query}`)).status, 422, query);
  }
});

Deno.test("dependencies: a failed one has a reason; reinstall and cancel have one result each", async () => {
  await using scene = await Scene.open();
  const bad = await scene.add("bad");
  const failed = await settled(scene.engine, bad);
  assert.deepEqual([failed.state, failed.reason, failed.installedVersion], [
    "install_failed",
    "Not Found - GET bad",
    null,
  ]);
  const slow = await scene.add("slow");
  const busy = await scene.call("POST", "/dependencies/reinstall", { ids: [slow, bad, 99] });
  assert.deepEqual(codes(busy), ["dependency_busy", null, "not_found"]);
  assert.equal((await scene.call("DELETE", `/dependencies/${slow}`)).problem.code, "dependency_busy");
  const cancelled = await scene.call("POST", "/dependencies/cancel", { ids: [slow, bad] });
  assert.deepEqual(codes(cancelled), [null, null]);
  assert.deepEqual([(await settled(scene.engine, slow)).state, (await settled(scene.engine, bad)).state], [
    "cancelled",
    "cancelled",
  ]);
  assert.deepEqual(codes(await scene.call("POST", "/dependencies/cancel", { ids: [slow] })), [
    "dependency_not_busy",
  ]);
});

Deno.test("dependencies: the version and the remarks change, but not the package", async () => {
  await using scene = await Scene.open();
  const id = await scene.installed("aa");
  const patch = async (body: unknown, call: Call = {}) =>
    await scene.call("PATCH", `/dependencies/${id}`, body, call);
  const { version } = (await scene.call("GET", `/dependencies/${id}`)).json as unknown as Dependency;
  const noted = await patch({ remarks: "for the bot" }, { headers: { "if-match": `"${version}"` } });
  assert.deepEqual([noted.status, noted.json["remarks"], noted.json["state"]], [
    200,
    "for the bot",
    "installed",
  ]);
  assert.equal((await patch({ remarks: "x" }, { headers: { "if-match": `"${version}"` } })).status, 412);
  const newer = await patch({ name: "aa@2" });
  assert.deepEqual([newer.status, newer.json["name"], newer.json["state"]], [200, "aa@2", "queued"]);
  assert.equal((await settled(scene.engine, id)).remarks, "for the bot");
  for (const [name, code] of [["bb", "package_replaced"], ["aa@2; rm", "package_has_signs"]]) {
    const { status, problem } = await patch({ name });
    assert.deepEqual([status, problem.issues?.[0]?.code, problem.issues?.[0]?.path], [422, code, "name"]);
  }
  const slow = await scene.add("slow");
  const busy = await scene.call("PATCH", `/dependencies/${slow}`, { name: "slow@2" });
  assert.equal(busy.problem.code, "dependency_busy");
  assert.equal((await scene.call("PATCH", `/dependencies/${slow}`, { remarks: "later" })).status, 200);
  await scene.call("POST", "/dependencies/cancel", { ids: [slow] });
  await settled(scene.engine, slow);
  assert.equal((await scene.call("PATCH", "/dependencies/99", { remarks: "" })).status, 404);
});

Deno.test("dependencies: of concurrent changes without a version, none is rejected", async () => {
  await using scene = await Scene.open();
  const id = await scene.installed("aa");
  const remarks = Array.from({ length: 10 }, (_, index) => `remark ${index}`);
  const changes = await Promise.all(
    remarks.map((one) => scene.call("PATCH", `/dependencies/${id}`, { remarks: one })),
  );
  assert.deepEqual(changes.map(({ status }) => status), remarks.map(() => 200));
});

Deno.test("dependencies: only Python packages can be for an existing subscription alone", async () => {
  await using scene = await Scene.open();
  for (const type of ["node", "python"]) {
    const { status, problem } = await scene.call("POST", "/dependencies", {
      type,
      name: "aa",
      subscriptionId: 7,
    });
    assert.deepEqual([status, problem.issues?.map(({ path, code }) => `${path} ${code}`)], [
      422,
      ["subscriptionId unknown_subscription"],
    ]);
  }
});

function codes({ json }: AppResponse): (string | null)[] {
  return (json as unknown as BatchResult).results.map(({ error }) => error?.code ?? null);
}

Deno.test("dependencies: removes from the machine and then from the list; never installed ones at once", async () => {
  await using scene = await Scene.open();
  const there = await scene.installed("aa");
  const never = await scene.add("bad");
  await settled(scene.engine, never);
  scene.published();
  assert.deepEqual(codes(await scene.call("DELETE", "/dependencies", { ids: [there, never, 99] })), [
    null,
    null,
    "not_found",
  ]);
  assert.equal((await scene.call("GET", `/dependencies/${never}`)).status, 404);
  assert.equal((await settled(scene.engine, there)).state, "deleted");
  assert.deepEqual(
    new Set(scene.published()),
    new Set([`dependency:changed ${there}`, `dependency:changed ${never}`]),
  );
  // It replaces itself.
  const again = await scene.installed("aa");
  assert.equal((await scene.call("GET", `/dependencies/${there}`)).status, 404);
  assert.notEqual(again, there);
});

Deno.test("dependencies: one that cannot be removed stays with a reason; force removes it from the list", async () => {
  await using scene = await Scene.open();
  const stays = await scene.installed("stays");
  assert.equal((await scene.call("DELETE", `/dependencies/${stays}`)).status, 204);
  const failed = await settled(scene.engine, stays);
  assert.deepEqual([failed.state, failed.reason, failed.installedVersion], [
    "delete_failed",
    "denied",
    "1.0.0",
  ]);
  assert.equal((await scene.call("DELETE", `/dependencies/${stays}?force=true`)).status, 204);
  await scene.engine.until(
    "its row to be removed",
    async () => (await scene.call("GET", `/dependencies/${stays}`)).status === 404,
  );
  const slow = await scene.add("slow");
  assert.equal((await scene.call("DELETE", `/dependencies/${slow}?force=true`)).status, 204);
  assert.equal((await scene.call("GET", `/dependencies/${slow}`)).status, 404);
  await scene.engine.quiet();
});

Deno.test("dependencies: lists what a failed run lacks, except what is installed by now", async () => {
  await using scene = await Scene.open();
  const text =
    "echo \"Cannot find module 'aa'\"; echo \"Cannot find module 'bb/x'\"; echo \"No module named 'yaml'\"";
  const failed = await scene.engine.runToEnd({ command: `${text}; exit 1` });
  const fine = await scene.engine.runToEnd({ command: text });
  const missing = async (id: number) => (await scene.call("GET", `/runs/${id}/missing`)).json["items"];
  const all = [{ type: "node", name: "aa" }, { type: "node", name: "bb" }, {
    type: "python",
    name: "PyYAML",
  }];
  assert.deepEqual(await missing(failed.id), all);
  assert.deepEqual(await missing(fine.id), []);
  await scene.installed("aa");
  assert.deepEqual(await missing(failed.id), all.slice(1));
  assert.equal((await scene.call("GET", "/runs/999/missing")).status, 404);
});

Deno.test("dependencies: lists the machine's tools, only for authenticated clients", async () => {
  await using scene = await Scene.open();
  const { json } = await scene.call("GET", "/dependencies/tools");
  const types = (json["items"] as { type: string; lacks: string | null }[]).map(({ type }) => type);
  assert.deepEqual(types, ["node", "python", "linux", "deno"]);
  const paths: [string, string][] = [
    ["GET", "/dependencies"],
    ["GET", "/dependencies/tools"],
    ["GET", "/dependencies/1"],
    ["GET", "/dependencies/1/log"],
    ["DELETE", "/dependencies/1"],
    ["GET", "/runs/1/missing"],
  ];
  for (const [method, path] of paths) {
    const { status } = await scene.call(method, path, undefined, { cookie: undefined });
    assert.equal(status, 401, path);
  }
});
