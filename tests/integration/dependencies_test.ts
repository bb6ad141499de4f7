// Packages installed by the real npm and pip from a loopback registry, and found by tasks of every language.
import { parse } from "../../server/contract/parsed.ts";
import { dependencyInput } from "../../server/contract/dependencies.ts";
import assert from "node:assert/strict";
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../server/platform/process/find_program.ts";
import { inheritedEnvironment } from "../../server/features/tasks/command/inherited_environment.ts";
import { readEnvironment } from "../../server/platform/process/process_table.ts";
import {
  addPackage,
  dependenciesOf,
  install,
  openDependencies,
  reaches,
  settled,
} from "../support/dependency_scene.ts";
import { endAll } from "../support/end_all.ts";
import { makeWheel, PackageIndex } from "../support/package_index.ts";
import type { TestEngine } from "../support/test_engine.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const greet = (version: string) => ({
  name: "greet-there",
  version,
  files: { "index.js": `module.exports = () => "hello ${version}";` },
});
const pure = {
  name: "@scope/pure",
  version: "1.2.3",
  manifest: { type: "module", exports: "./main.js", dependencies: { "greet-there": "^1.0.0" } },
  files: { "main.js": `import greet from "greet-there"; export const word = () => "pure " + greet();` },
};

const company = { name: "company", version: "1.0.0", files: { "index.js": "module.exports = 1;" } };
const lonely = [company, {
  ...{ name: "lonely", version: "1.0.0", manifest: { dependencies: { company: "1.0.0" } } },
  files: { "index.js": "module.exports = require('company');" },
}];

async function script(engine: TestEngine, name: string, text: string): Promise<string> {
  await Deno.writeTextFile(join(engine.folder.scripts, name), text);
  return `task ${name}`;
}

Deno.test("dependencies: npm packages are installed into the data folder, found by every runtime, and deleted", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), greet("1.1.0"), pure] });
  await using engine = await openDependencies({ settings: { nodeMirror: index.npm } });
  const failed = await engine.runToEnd({
    command: await script(engine, "a.js", `console.log(require("greet-there")())`),
  });
  assert.match(failed.log, /Cannot find module 'greet-there'/);

  const one = await install(engine, "node", "greet-there@1.0.0");
  assert.deepEqual([one.state, one.installedVersion, one.reason], ["installed", "1.0.0", null], one.log);
  const two = await install(engine, "node", "@scope/pure");
  assert.deepEqual([two.state, two.installedVersion], ["installed", "1.2.3"], two.log);
  assert.ok(existsSync(join(engine.folder.packages, "node", "node_modules", "@scope", "pure")));

  assert.match((await engine.runToEnd({ command: "task a.js" })).log, /\nhello 1.0.0\n/);
  const module = `import { word } from "@scope/pure"; console.log(word());`;
  assert.match(
    (await engine.runToEnd({ command: await script(engine, "b.mjs", module) })).log,
    /\npure hello 1.0.0\n/,
  );
  // Without the data folder above it: only the environment variables help.
  const outside = await Deno.makeTempFile({ suffix: ".cjs" });
  await Deno.writeTextFile(outside, `console.log(require("greet-there")())`);
  assert.match((await engine.runToEnd({ command: `node ${outside}` })).log, /\nhello 1.0.0\n/);
  await Deno.remove(outside);

  const dependencies = dependenciesOf(engine);
  await dependencies.removeOne(two.id, "person", false);
  assert.equal((await settled(engine, two.id)).state, "deleted");
  assert.ok(!existsSync(join(engine.folder.packages, "node", "node_modules", "@scope", "pure")));
  assert.match((await engine.runToEnd({ command: "task a.js" })).log, /\nhello 1.0.0\n/);
  assert.deepEqual((await dependencies.list({ page: 1, pageSize: 9 })).items.map(({ name }) => name), [
    "greet-there@1.0.0",
  ]);
  assert.deepEqual(engine.errors, []);
});

Deno.test("dependencies: the bundled runtime finds npm packages in CommonJS, modules and TypeScript", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), pure] });
  await using engine = await openDependencies({ settings: { nodeMirror: index.npm }, runtime: "deno" });
  const scripts = {
    "a.cjs": `console.log(require("greet-there")())`,
    "b.mjs": `import { word } from "@scope/pure"; console.log(word());`,
    "c.ts": `import { word } from "@scope/pure"; const said: string = word(); console.log(said);`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    assert.equal((await engine.runToEnd({ command: await script(engine, name, text) })).state, "failed");
  }
  assert.equal((await install(engine, "node", "@scope/pure")).state, "installed");
  assert.match((await engine.runToEnd({ command: "task a.cjs" })).log, /\nhello 1.0.0\n/);
  assert.match((await engine.runToEnd({ command: "task b.mjs" })).log, /\npure hello 1.0.0\n/);
  assert.match((await engine.runToEnd({ command: "task c.ts" })).log, /\npure hello 1.0.0\n/);
});

Deno.test("dependencies: a failure of npm has a reason and changes nothing; reinstalling repairs leftovers", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), greet("1.1.0")] });
  await using engine = await openDependencies({ settings: { nodeMirror: index.npm } });
  const { id } = await install(engine, "node", "greet-there@1.0.0");
  const before = await listing(engine);
  const missing = await install(engine, "node", "no-such-package");
  assert.equal(missing.state, "install_failed");
  assert.match(missing.reason!, /Not Found - GET .*no-such-package/);
  assert.equal(missing.installedVersion, null);
  assert.deepEqual(await listing(engine), before);

  const folder = join(engine.folder.packages, "node", "node_modules", "greet-there");
  await Deno.remove(join(folder, "index.js"));
  const [result] = await dependenciesOf(engine).reinstall([id], "person");
  assert.equal(result?.error, null);
  assert.equal((await settled(engine, id)).state, "installed");
  assert.ok(existsSync(join(folder, "index.js")));

  const [again] = await dependenciesOf(engine).remove([missing.id], "person", false);
  assert.equal(again?.error, null);
  await assert.rejects(dependenciesOf(engine).get(missing.id), { code: "not_found" });
});

/** Returns every file of the project with its content. */
async function listing(engine: TestEngine, below = "node"): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory, isFile } of Deno.readDir(join(engine.folder.packages, below))) {
    const path = join(below, name);
    if (isDirectory) Object.assign(files, await listing(engine, path));
    else if (isFile) files[path] = await Deno.readTextFile(join(engine.folder.packages, path));
  }
  return files;
}

Deno.test("dependencies: a native build without headers fails with a reason and keeps the others", async () => {
  const native = {
    ...{ name: "native", version: "1.0.0", manifest: { scripts: { install: "node install.js" } } },
    files: {
      "install.js": `
        const headers = process.env.npm_package_config_node_gyp_nodedir;
        if (headers) return console.log("headers in " + headers);
        console.error("gyp http GET http://127.0.0.1:1/node-headers.tar.gz");
        console.error("gyp ERR! stack is related to network connectivity. In most cases");
        process.exit(1);`,
    },
  };
  await using index = new PackageIndex({ npm: [greet("1.0.0"), native] });
  await using temporary = await temporaryFolder();
  const machine = temporary.path;
  await Deno.mkdir(join(machine, "bin"));
  const node = `#!/bin/sh\nPATH=\${PATH#*:} exec node "$@"\n`;
  await Deno.writeTextFile(join(machine, "bin/node"), node, { mode: 0o755 });
  await using engine = await openDependencies({
    settings: { nodeMirror: index.npm },
    machine: {
      inherited: {
        ...inheritedEnvironment(Deno.env.toObject(), []),
        PATH: `${machine}/bin:${Deno.env.get("PATH")}`,
      },
    },
  });
  await install(engine, "node", "greet-there");
  const failed = await install(engine, "node", "native");
  assert.equal(failed.state, "install_failed");
  assert.match(
    failed.reason!,
    /Node headers could not be downloaded: http:\/\/127.0.0.1:1\/node-headers/,
  );
  assert.match(failed.log, /\n> native@1.0.0 install\n/, "npm does not repeat its message afterwards");
  assert.match(failed.log, /\ngyp http GET/);
  const modules = [...Deno.readDirSync(join(engine.folder.packages, "node/node_modules"))];
  assert.deepEqual(modules.map(({ name }) => name).filter((name) => !name.startsWith(".")), [
    "greet-there",
  ]);

  await Deno.mkdir(join(machine, "include/node"), { recursive: true });
  await Deno.writeTextFile(join(machine, "include/node/node.h"), "");
  await dependenciesOf(engine).reinstall([failed.id], "person");
  const repaired = await settled(engine, failed.id);
  assert.equal(repaired.state, "installed", repaired.log);
  assert.ok(repaired.log.includes(`headers in ${machine}`), repaired.log);
});

const compiler = ["g++", "make"].every((name) => findProgram(name, Deno.env.get("PATH") ?? "") !== undefined);
const headers = existsSync(
  join(realpathSync(findProgram("node", Deno.env.get("PATH") ?? "")!), "../../include/node/node.h"),
);

Deno.test(
  "packages of npm: a native one compiles with the headers beside Node, offline and without warnings",
  { ignore: !compiler || !headers },
  async () => {
    const addon = {
      ...{ name: "addon", version: "1.0.0", manifest: { gypfile: true, main: "build/Release/addon.node" } },
      files: {
        "binding.gyp": `{ "targets": [{ "target_name": "addon", "sources": ["addon.c"] }] }`,
        "addon.c": `
        #include <node_api.h>
        static napi_value begin(napi_env env, napi_value exports) {
          napi_value number;
          napi_create_int32(env, 42, &number);
          return number;
        }
        NAPI_MODULE(addon, begin)`,
      },
    };
    await using index = new PackageIndex({ npm: [addon] });
    await using engine = await openDependencies({ settings: { nodeMirror: index.npm } });
    const installed = await install(engine, "node", "addon");
    assert.equal(installed.state, "installed", installed.log);
    assert.doesNotMatch(installed.log, /Unknown env config|gyp http/);
    const { log } = await engine.runToEnd({
      command: await script(engine, "c.js", `console.log("answer", require("addon"))`),
    });
    assert.match(log, /\nanswer 42\n/);
  },
);

Deno.test("dependencies: cancelling in the queue or during installation ends its processes and changes nothing", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), pure] });
  await using engine = await openDependencies({ settings: { nodeMirror: index.npm }, graceMs: 20_000 });
  await install(engine, "node", "greet-there");
  const before = await listing(engine);
  index.stalled = true;
  const running = await addPackage(engine, "node", "@scope/pure");
  await engine.until(
    "the archive to be requested",
    () => index.requested.some((path) => path.includes("pure-1.2.3.tgz")),
  );
  const { runId } = await reaches(engine, running, "installing");
  const waiting = await addPackage(engine, "node", "other");
  assert.equal((await dependenciesOf(engine).get(waiting)).state, "queued");
  await dependenciesOf(engine).cancel([waiting]);
  assert.equal((await settled(engine, waiting)).state, "cancelled");
  assert.ok(engine.processes(runId!).length > 1);
  const results = await dependenciesOf(engine).cancel([running, waiting]);
  assert.deepEqual(results.map(({ error }) => error?.code ?? null), [null, "dependency_not_busy"]);
  assert.equal((await settled(engine, running)).state, "cancelled");
  await engine.until("its processes to end", () => engine.processes(runId!).length === 0);
  await engine.quiet();
  assert.deepEqual(await listing(engine), before);
});

Deno.test("dependencies: after an installer was killed, the next request or a repair restores the packages", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), greet("1.1.0"), pure] });
  await using engine = await openDependencies({ settings: { nodeMirror: index.npm } });
  await install(engine, "node", "greet-there");
  const before = await listing(engine);
  index.stalled = true;
  const id = await addPackage(engine, "node", "@scope/pure");
  await engine.until(
    "the archive to be requested",
    () => index.requested.some((path) => path.includes("pure-1.2.3.tgz")),
  );
  const { runId } = await reaches(engine, id, "installing");
  // As after an interrupted installation: half of the files are missing.
  await Deno.remove(join(engine.folder.packages, "node", "node_modules", "greet-there", "index.js"));
  await endAll(engine.processes(runId!));
  const { state } = await settled(engine, id);
  assert.equal(state, "install_failed");
  await engine.until("the repair", () => !existsSync(join(engine.folder.packages, "node.kept")));
  await engine.quiet();
  assert.deepEqual(await listing(engine), before);
  assert.match(
    (await engine.runToEnd({
      command: await script(engine, "a.js", `console.log(require("greet-there")())`),
    })).log,
    /\nhello 1.1.0\n/,
  );
});

Deno.test("dependencies: are installed one at a time per type, two types concurrently, without delaying tasks", async () => {
  await using index = new PackageIndex({ npm: [greet("1.0.0"), pure] });
  await using engine = await openDependencies({
    settings: { nodeMirror: index.npm, pythonMirror: index.python },
    concurrency: 1,
  });
  const task = await engine.run({ command: "sleep 1000" });
  await engine.reaches(task, "running");
  index.stalled = true;
  const first = await addPackage(engine, "node", "greet-there");
  const second = await addPackage(engine, "node", "@scope/pure");
  const other = await addPackage(engine, "python", "nothing");
  await reaches(engine, first, "installing");
  const failed = await settled(engine, other);
  assert.equal(failed.state, "install_failed");
  assert.equal((await dependenciesOf(engine).get(second)).state, "queued");
  await dependenciesOf(engine).cancel([first]);
  await settled(engine, first);
  await reaches(engine, second, "installing");
  await dependenciesOf(engine).cancel([second]);
  await settled(engine, second);
  const next = await engine.run({ command: "true" });
  assert.equal((await engine.runs.get(next)).state, "queued");
  await engine.engine.stopRun(task);
  assert.equal((await engine.end(next)).state, "succeeded");
  await engine.quiet();
});

Deno.test("dependencies: an installer gets no secrets of the panel or its tasks, and no secret is an argument", async () => {
  const inherited = {
    ...Deno.env.toObject(),
    MY_SECRET: "hush",
    AWS_SECRET_ACCESS_KEY: "hush",
    NODE_OPTIONS: "--hush",
  };
  await using index = new PackageIndex({ npm: [greet("1.0.0")] });
  await using engine = await openDependencies({
    settings: { nodeMirror: index.npm },
    machine: { inherited },
  });
  index.stalled = true;
  const id = await addPackage(engine, "node", "greet-there");
  await engine.until(
    "the archive to be requested",
    () => index.requested.some((path) => path.endsWith(".tgz")),
  );
  const { runId } = await reaches(engine, id, "installing");
  for (const pid of engine.processes(runId!)) {
    assert.ok(!readEnvironment(pid).some((entry) => entry.includes("hush")));
    const messages = (await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "")).split("\0");
    assert.ok(!messages.some((word) => word.includes(index.npm)), messages.join(" "));
  }
  await dependenciesOf(engine).cancel([id]);
  await settled(engine, id);
  await engine.quiet();
});

const python = await new Deno.Command("python3", { args: ["-c", "import venv, ensurepip"], stderr: "null" })
  .output()
  .then(({ success }) => success, () => false);

Deno.test("packages of Python: use a virtual environment in the data folder, first on the PATH", {
  ignore: !python,
}, async () => {
  const wheels = { ...await makeWheel("greet_there", "1.0.0", `def greet():\n    return "hello"\n`) };
  await using index = new PackageIndex({ wheels });
  await using engine = await openDependencies({ settings: { pythonMirror: index.python } });
  const text =
    `import os, sys, greet_there\nprint(greet_there.greet(), sys.prefix == os.environ["VIRTUAL_ENV"])`;
  const before = await engine.runToEnd({ command: await script(engine, "a.py", text) });
  assert.match(before.log, /No module named 'greet_there'/);
  const one = await install(engine, "python", "Greet.There==1.0.0");
  assert.deepEqual([one.state, one.installedVersion], ["installed", "1.0.0"], one.log);
  assert.match((await engine.runToEnd({ command: "task a.py" })).log, /\nhello True\n/);
  assert.match(
    (await engine.runToEnd({ command: "python3 -c 'import greet_there; print(greet_there.greet())'" })).log,
    /\nhello\n/,
  );
  const missing = await install(engine, "python", "no-such-package");
  assert.equal(missing.state, "install_failed");
  assert.match(missing.reason!, /Could not find a version that satisfies the requirement no-such-package/);
  assert.match((await engine.runToEnd({ command: "task a.py" })).log, /\nhello True\n/);
  await dependenciesOf(engine).removeOne(one.id, "person", false);
  assert.equal((await settled(engine, one.id)).state, "deleted");
  assert.match((await engine.runToEnd({ command: "task a.py" })).log, /No module named 'greet_there'/);
});

Deno.test(
  "packages of Python: a subscription has its own versions until it is deleted",
  { ignore: !python },
  async () => {
    const wheel = (version: string) =>
      makeWheel("greet_there", version, `def greet():\n    return "${version}"\n`);
    const wheels = { ...await wheel("1.0.0"), ...await wheel("2.0.0") };
    await using index = new PackageIndex({ wheels });
    await using engine = await openDependencies({ settings: { pythonMirror: index.python } });
    const dependencies = dependenciesOf(engine);
    const { id: subscriptionId } = await engine.db.insertInto("subscription").values({
      ...{
        name: "s",
        type: "public_repository",
        url: "https://example.org/a.git",
        branch: "",
        pull_method: null,
      },
      ...{ username: "", password_sealed: null, private_key_sealed: null, proxy_sealed: null, alias: "s" },
      ...{ schedule_json: '{"kind":"manual"}', time_zone: null, whitelist: "", blacklist: "", enabled: 1 },
      ...{ dependency_words: "", extensions: "", before_command: null, after_command: null, own_python: 1 },
      ...{ auto_add: 1, auto_delete: 1, on_change: "keep", review: "automatic", pinned_commit: null },
      ...{ rejected_commit: null, cursor_at: 0, next_due_at: null, created_at: 0, updated_at: 0, version: 1 },
    }).returning("id").executeTakeFirstOrThrow();
    const shared = await install(engine, "python", "greet-there==1.0.0");
    assert.equal(shared.state, "installed", shared.log);
    const [own] = await dependencies.create(
      [parse(dependencyInput, { type: "python", name: "greet-there==2.0.0", remarks: "", subscriptionId })],
      "person",
      true,
    );
    const added = await settled(engine, own!.id);
    assert.deepEqual([added.state, added.installedVersion], ["installed", "2.0.0"], added.log);

    const command = await script(engine, "a.py", `import greet_there\nprint("got", greet_there.greet())`);
    assert.match((await engine.runToEnd({ command })).log, /got 1\.0\.0/);
    const owned = await engine.add({ command, schedules: "manual" });
    await engine.db.updateTable("task").set({ subscription_id: subscriptionId }).where("id", "=", owned)
      .execute();
    assert.match((await engine.end(await engine.tasks.run(owned, "person"))).log, /got 2\.0\.0/);
    await engine.db.updateTable("subscription").set({ own_python: 0 }).execute();
    assert.match((await engine.end(await engine.tasks.run(owned, "person"))).log, /got 1\.0\.0/);

    await engine.db.deleteFrom("subscription").execute();
    engine.bus.publish({
      ...{ topic: "subscriptions", type: "subscription:deleted", id: subscriptionId, version: 0 },
      at: new Date().toISOString(),
    });
    const folder = join(engine.folder.packages, "python_subscriptions", String(subscriptionId));
    await engine.until("the environment to be gone", () => Promise.resolve(!existsSync(folder)));
    const { items } = await dependencies.list({ page: 1, pageSize: 9 });
    assert.deepEqual(items.map(({ id }) => id), [shared.id]);
  },
);

Deno.test("dependencies: Deno packages are fetched ahead, imported by URL offline, and removed with the last one", async () => {
  await using engine = await openDeno();
  const { index } = engine;
  const text = `import greet from "npm:greet-there@1"; console.log(greet());`;
  const one = await install(engine.engine, "deno", "npm:greet-there@1");
  assert.deepEqual([one.state, one.installedVersion], ["installed", "1.1.0"], one.log);
  const two = await install(engine.engine, "deno", "npm:@scope/pure");
  assert.deepEqual([two.state, two.installedVersion], ["installed", "1.2.3"], two.log);
  const requested = index.requested.length;
  const { state, log } = await engine.engine.runToEnd({ command: await script(engine.engine, "a.ts", text) });
  assert.equal(state, "succeeded", log);
  assert.match(log, /\nhello 1.1.0\n/);
  assert.equal(index.requested.length, requested);
  const missing = await install(engine.engine, "deno", "npm:no-such-package");
  assert.equal(missing.state, "install_failed");
  assert.match(missing.reason!, /no-such-package/);
  await dependenciesOf(engine.engine).remove([one.id, missing.id], "person", false);
  assert.equal((await settled(engine.engine, one.id)).state, "deleted");
  assert.ok(existsSync(join(engine.engine.folder.packages, "deno")));
  await dependenciesOf(engine.engine).removeOne(two.id, "person", false);
  assert.equal((await settled(engine.engine, two.id)).state, "deleted");
  await engine.engine.until(
    "the cache to be removed",
    () => !existsSync(join(engine.engine.folder.packages, "deno")),
  );
});

Deno.test("dependencies: removing a Deno package removes its dependencies, and the others still work offline", async () => {
  await using engine = await openDeno();
  const one = await install(engine.engine, "deno", "npm:greet-there@1.0.0");
  const two = await install(engine.engine, "deno", "npm:lonely");
  const three = await install(engine.engine, "deno", "npm:no-such-package");
  assert.deepEqual([one.state, two.state, three.state], ["installed", "installed", "install_failed"]);
  const fetchedOf = () => ["lonely", "company", "greet-there"].map((name) => fetched(engine.engine, name));
  assert.deepEqual(fetchedOf(), [true, true, true]);

  await dependenciesOf(engine.engine).removeOne(two.id, "person", false);
  const removed = await settled(engine.engine, two.id);
  assert.equal(removed.state, "deleted", removed.log);
  assert.match(removed.log, /npm:lonely was removed, along with everything that no other package/);
  assert.deepEqual(fetchedOf(), [false, false, true]);
  const text = `import greet from "npm:greet-there@1.0.0"; console.log(greet());`;
  const requested = engine.index.requested.length;
  const run = await engine.engine.runToEnd({ command: await script(engine.engine, "a.ts", text) });
  assert.match(run.log, /\nhello 1.0.0\n/);
  assert.equal(engine.index.requested.length, requested);
});

Deno.test("dependencies: no Deno package is freed while another one cannot be resolved, as after a mirror change", async () => {
  let mirror = "";
  await using index = new PackageIndex({ npm: [greet("1.0.0"), ...lonely] });
  await using other = new PackageIndex({ npm: [greet("1.0.0"), ...lonely] });
  mirror = index.npm;
  await using engine = await openDependencies({
    settings: {
      get denoMirror() {
        return mirror;
      },
    },
    machine: { panelRuntime: Deno.execPath() },
  });
  const one = await install(engine, "deno", "npm:greet-there");
  mirror = other.npm;
  const two = await install(engine, "deno", "npm:lonely");
  assert.deepEqual([one.state, two.state], ["installed", "installed"]);
  await dependenciesOf(engine).removeOne(two.id, "person", false);
  const removed = await settled(engine, two.id);
  assert.equal(removed.state, "deleted");
  assert.match(removed.log, /npm:lonely was removed from the list\. Its files are kept/);
  assert.deepEqual([fetched(engine, "greet-there"), fetched(engine, "lonely")], [true, true]);
});

// Returns whether Deno has cached an npm package, of any registry.
function fetched({ folder }: TestEngine, name: string): boolean {
  const registries = join(folder.packages, "deno/npm");
  return [...Deno.readDirSync(registries)].some((host) =>
    existsSync(join(registries, host.name, "npm", name))
  );
}

async function openDeno() {
  const index = new PackageIndex({ npm: [greet("1.0.0"), greet("1.1.0"), pure, ...lonely] });
  const engine = await openDependencies({
    settings: { denoMirror: index.npm },
    machine: { panelRuntime: Deno.execPath() },
    runtime: "deno",
  });
  return {
    index,
    engine,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await index[Symbol.asyncDispose]();
    },
  };
}
