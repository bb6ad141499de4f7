// Scripts written for other panels, unchanged, in every language and runtime: what they import and what they call. The panel's
// side of the API is a stand-in here; `script_access_test.ts` uses the real one.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { once } from "node:events";
import type { JavascriptRuntime } from "../../server/contract/settings.ts";
import { TestEngine } from "../support/test_engine.ts";

const styles = join(import.meta.dirname!, "..", "support", "script_styles");
const KEY = "0123456789abcdef";

interface Received {
  method: string;
  path: string;
  body: unknown;
  token: string;
}

/** The panel's socket, with responses made of the request. */
class StandIn implements AsyncDisposable {
  readonly received: Received[] = [];
  connections = 0;
  /** Returns the response; undefined for none. */
  respond: (request: Received) => { status?: number; body: unknown } | undefined = ({ path, body }) => ({
    body: path.endsWith("/send-as")
      ? { results: [{ channel: "gotify", ok: true, message: `sent ${JSON.stringify(body)}` }] }
      : { code: 200, data: [] },
  });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", () => this.connections++);
    server.on("request", async (request: IncomingMessage, response) => {
      const { method = "", url: path = "", headers } = request;
      let text = "";
      for await (const piece of request) text += piece;
      const body = text === "" ? null : JSON.parse(text);
      const received = { method, path, body, token: headers.authorization ?? "" };
      this.received.push(received);
      const result = this.respond(received);
      if (result === undefined) return;
      response.writeHead(result.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(result.body));
    });
  }

  static async listen(access: string, basePath = "/base"): Promise<StandIn> {
    await Deno.writeTextFile(join(access, "run_key"), `${KEY}\n`);
    await Deno.writeTextFile(join(access, "panel.json"), JSON.stringify({ basePath }));
    const server = createServer();
    server.listen(join(access, "panel.sock"));
    await once(server, "listening");
    return new StandIn(server);
  }

  /** Closes the connections, as the panel does with idle ones. */
  drop(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose]() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function start(runtime: JavascriptRuntime) {
  const engine = await TestEngine.start({ runtime });
  await new Deno.Command("cp", { args: ["-r", `${styles}/.`, engine.folder.scripts] }).output();
  const panel = await StandIn.listen(join(engine.folder.root, "access"));
  return {
    engine,
    panel,
    async run(command: string) {
      const run = await engine.runToEnd({ command });
      return { ...run, lines: run.log.split("\n").slice(2, -3).filter((line) => line !== "") };
    },
    async [Symbol.asyncDispose]() {
      await panel[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

const sent = (title: string, content: string, variables = {}) =>
  `sent ${JSON.stringify({ title, content, variables })}`;

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: scripts of every style find their modules, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    const expected: Record<string, string[]> = {
      "common.js": [sent("CommonJS", "deps helper shared"), "done true"],
      "module.mjs": ["function true", sent("ES module", "esm helper")],
      "typed.ts": [sent("TypeScript", "esm helper true")],
      "plain.py": [sent("Python", "deps helper shared")],
      "repo/nested.js": [sent("Repository", "deps helper deps helper!"), "child 200"],
      "repo/nested.mjs": [sent("Repository module", "deps helper deps helper!")],
      "repo/nested.py": [sent("Repository Python", "deps helper [200, 200, 200, 200]"), "child 200 notify"],
      "repo/own_notifier.js": ["own notifier own"],
    };
    for (const [script, lines] of Object.entries(expected)) {
      // The machine's Node.js may not support types.
      if (runtime === "node" && script === "typed.ts") continue;
      const run = await scene.run(`task ${script}`);
      assert.deepEqual([run.state, run.lines], ["succeeded", lines], `${script}: ${run.log}`);
    }
  });
}

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: a module found elsewhere changes nothing about data and missing packages, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    const { state, lines, log } = await scene.run("task repo/data.mjs");
    assert.deepEqual([state, lines[0]], ["failed", "esm helper data module"], log);
    assert.match(log, /Cannot find package 'not-installed-anywhere' imported from .*data\.mjs/);
  });
}

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: replaces notifiers that lack packages of another panel, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    for (const script of ["moved/old.js", "moved/old.mjs", "moved/old.py"]) {
      const { state, lines } = await scene.run(`task ${script}`);
      assert.deepEqual([state, lines.at(-1)], ["succeeded", sent("Moved", "content")], lines.join("\n"));
      assert.match(lines[0] ?? "", /needs the package \w+.*, which is not installed/);
    }
  });
}

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: replaces such a notifier in the folder of all scripts, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    const { scripts } = scene.engine.folder;
    for (const name of ["sendNotify.js", "old.js", "old.mjs"]) {
      await Deno.copyFile(join(styles, "moved", name), join(scripts, name));
    }
    await Deno.writeTextFile(
      join(scripts, "repo", "below.js"),
      'require("./sendNotify").sendNotify("Moved", "content")',
    );
    for (const script of ["old.js", "old.mjs", "repo/below.js"]) {
      const { state, lines } = await scene.run(`task ${script}`);
      assert.deepEqual([state, lines.at(-1)], ["succeeded", sent("Moved", "content")], lines.join("\n"));
    }
  });
}

Deno.test("script library: TypeScript runs as if it were compiled to CommonJS, whether or not Node is installed", async () => {
  await using scene = await start("auto");
  const compiled = await scene.run("task typescript/compiled.ts");
  assert.deepEqual([compiled.state, compiled.lines], ["succeeded", [
    'function {"name":"a"} tool 2 tool kind a 1 4 tool true',
    "compiled.ts typescript function object",
    sent("Compiled", "content"),
  ]], compiled.log);
  const required = await scene.run("task typescript/required.ts");
  assert.deepEqual(
    [required.state, required.lines],
    ["succeeded", [sent("Required", "tool")]],
    required.log,
  );
});

Deno.test("script library: push_config of notify has every variable, and what a script changes in it counts", async () => {
  await using scene = await start("node");
  await Deno.writeTextFile(
    join(scene.engine.folder.scripts, "config.py"),
    `import os
os.environ.update(BARK_PUSH="b", TG_USER_ID="1")
import notify
print(repr(notify.push_config["BARK_PUSH"]), repr(notify.push_config["PUSH_KEY"]))
os.environ["DEER_KEY"] = "d"
notify.push_config["PUSH_KEY"] = "p"
notify.push_config["BARK_PUSH"] = ""
notify.send("Title", "content", TG_USER_ID="2")
notify.send("Title", "content", True, PUSH_KEY="only")
`,
  );
  const { lines, log } = await scene.run("task config.py");
  assert.deepEqual(lines, [
    "'b' ''",
    sent("Title", "content", { PUSH_KEY: "p", DEER_KEY: "d", TG_USER_ID: "2" }),
    sent("Title", "content", { PUSH_KEY: "only" }),
  ], log);
});

/** Scripts that do the same in JavaScript and in Python; each prints its results as JSON. */
async function both(scene: Awaited<ReturnType<typeof start>>, javascript: string, python: string) {
  const { scripts } = scene.engine.folder;
  await Deno.writeTextFile(
    join(scripts, "case.js"),
    `(async () => { const results = []; ${javascript}; console.log(JSON.stringify(results)); })();`,
  );
  await Deno.writeTextFile(
    join(scripts, "case.py"),
    `import json, sys, time\nresults = []\n${python}\nprint(json.dumps(results))\n`,
  );
  const runs = [];
  for (const script of ["case.js", "case.py"]) {
    scene.panel.received.length = 0;
    scene.panel.connections = 0;
    const run = await scene.run(`task ${script}`);
    assert.equal(run.state, "succeeded", run.log);
    runs.push({
      results: JSON.parse(run.lines.at(-1) ?? ""),
      received: [...scene.panel.received],
      connections: scene.panel.connections,
      id: run.id,
    });
  }
  return runs;
}

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: calls are requests on one connection, with the token of the run, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    scene.panel.respond = ({ path }) => ({
      body: path.includes("/crons/7")
        ? {
          code: 200,
          data: { id: 7, command: "a", schedule: "1 1 1 1 1", name: "n", pid: null, last_running_time: 5 },
        }
        : { code: 200, data: [{ id: 1, name: "A", value: "v", position: 4.5e15, labels: [] }] },
    });
    const runs = await both(
      scene,
      `results.push(await QLAPI.getEnvs({ searchValue: "a b&" }), await QLAPI.updateCron({ id: "7", name: "m" }), await QLAPI.deleteEnvs({ ids: ["1", 2] }))`,
      `results += [QLAPI.getEnvs({"searchValue": "a b&"}), QLAPI.updateCron({"id": "7", "name": "m"}), QLAPI.deleteEnvs({"ids": ["1", 2]})]`,
    );
    for (const { results, received, connections, id } of runs) {
      const env = { id: 1, name: "A", value: "v", position: "4500000000000000" };
      assert.deepEqual(results[0], { code: 200, data: [env] });
      assert.equal(connections, 1);
      const signature = createHmac("sha256", KEY).update(`run:${id}`).digest("hex");
      assert.deepEqual(
        new Set(received.map(({ token }) => token)),
        new Set([`Bearer run.${id}.${signature}`]),
      );
      assert.deepEqual(received.map(({ method, path, body }) => [method, path, body]), [
        ["GET", "/base/open/envs?searchValue=a+b%26", null],
        ["GET", "/base/open/crons/7", null],
        ["PUT", "/base/open/crons", { id: 7, command: "a", schedule: "1 1 1 1 1", name: "m" }],
        ["DELETE", "/base/open/envs", [1, 2]],
      ]);
    }
  });
}

Deno.test("script library: wrong arguments are rejected without a request", async () => {
  await using scene = await start("node");
  const [javascript, python] = await both(
    scene,
    `results.push(await QLAPI.deleteEnvs({ ids: [] }), await QLAPI.runCrons(), await QLAPI.getCronById({}), await QLAPI.updateEnv({}), await QLAPI.createCron({ command: "a" }), await QLAPI.getCronDetail())`,
    `results += [QLAPI.deleteEnvs({"ids": []}), QLAPI.runCrons(), QLAPI.getCronById({}), QLAPI.updateEnv({}), QLAPI.createCron({"command": "a"}), QLAPI.getCronDetail()]`,
  );
  const rejected = [
    ...Array(2).fill("ids parameter is required"),
    ...Array(2).fill("id parameter is required"),
    "command and schedule are required",
    "log_path is required",
  ].map((message) => ({ code: 400, message }));
  for (const run of [javascript!, python!]) {
    assert.deepEqual(run.results, rejected);
    assert.deepEqual(run.received, []);
  }
});

Deno.test("script library: errors are results with a code and a message", async () => {
  await using scene = await start("node");
  const responses = [
    { status: 403, body: { type: "about:blank", title: "Missing permission", code: "scope_missing" } },
    { status: 401, body: { code: 401, message: "Access denied" } },
    { status: 500, body: { code: 500, message: 'Cron {"id":9} not found' } },
    {
      status: 400,
      body: { message: "Validation failed", validation: { body: { message: '"name" is required' } } },
    },
    { status: 422, body: { title: "Invalid", issues: [{ message: "Too long" }, { message: "Missing" }] } },
    { status: 200, body: { code: 400, message: "Invalid parameter" } },
    { status: 502, body: {} },
  ];
  let next = 0;
  scene.panel.respond = () => responses[next++ % responses.length];
  const count = responses.length;
  const runs = await both(
    scene,
    `for (let n = 0; n < ${count}; n++) results.push(await QLAPI.getEnvs())`,
    `for n in range(${count}):\n    results.append(QLAPI.getEnvs())`,
  );
  for (const { results } of runs) {
    assert.match(results[0].message, /^Access denied: .*scriptAccess/);
    assert.deepEqual(results.map(({ code }: { code: number }) => code), [403, 403, 404, 400, 422, 400, 502]);
    assert.deepEqual(results.slice(2).map(({ message }: { message: string }) => message), [
      'Cron {"id":9} not found',
      '"name" is required',
      "Too long; Missing",
      "Invalid parameter",
      "The panel returned status 502",
    ]);
  }
});

Deno.test("script library: a silent panel and a missing key are results too", async () => {
  await using scene = await start("node");
  scene.panel.respond = ({ path }) => path.includes("silent") ? undefined : { body: { code: 200, data: [] } };
  const runs = await both(
    scene,
    `const later = setTimeout; globalThis.setTimeout = (act, ms) => later(act, ms === 30000 ? 100 : ms);
     results.push(await QLAPI.getEnvs({ searchValue: "silent" }), await QLAPI.getEnvs());
     const again = (id) => {
       process.env.SUNDIAL_RUN_ID = id;
       return require("child_process").execFileSync("node", ["-e", "QLAPI.getEnvs().then((result) => console.log(JSON.stringify(result)))"], { encoding: "utf8" });
     };
     results.push(JSON.parse(again("")));
     require("fs").writeFileSync(process.env.SUNDIAL_ACCESS_DIR + "/operator_key", "0a1b");
     results.push(JSON.parse(again("")));
     require("fs").rmSync(process.env.SUNDIAL_ACCESS_DIR + "/operator_key")`,
    `QLAPI.getEnvs; QLAPI.close(); sys.modules["sundial_qlapi"].DEADLINE = 0.1
results += [QLAPI.getEnvs({"searchValue": "silent"}), QLAPI.getEnvs()]
import os
os.environ["SUNDIAL_RUN_ID"] = ""; sys.modules["sundial_qlapi"].QLAPI._token = None
results.append(QLAPI.getEnvs())
open(os.environ["SUNDIAL_ACCESS_DIR"] + "/operator_key", "w").write("0a1b")
results.append(QLAPI.getEnvs())`,
  );
  for (const { results, received } of runs) {
    assert.deepEqual(results.map(({ code }: { code: number }) => code), [504, 200, 503, 200]);
    assert.match(results[0].message, /^The panel is not reachable: no response within/);
    assert.match(results[2].message, /SUNDIAL_RUN_ID/);
    assert.equal(received.at(-1)?.token, "Bearer operator.0a1b");
  }
});

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`script library: an idle connection that the panel closed is replaced, with ${runtime}`, async () => {
    await using scene = await start(runtime);
    let calls = 0;
    scene.panel.respond = () => {
      if (++calls % 2 === 1) setTimeout(() => scene.panel.drop(), 100);
      return { body: { code: 200, data: [] } };
    };
    const runs = await both(
      scene,
      `results.push((await QLAPI.getEnvs()).code); await new Promise((resolve) => setTimeout(resolve, 400)); results.push((await QLAPI.getEnvs()).code)`,
      `results.append(QLAPI.getEnvs()["code"]); time.sleep(0.4); results.append(QLAPI.getEnvs()["code"])`,
    );
    for (const { results, connections } of runs) assert.deepEqual([results, connections], [[200, 200], 2]);
  });
}

Deno.test("script library: calls wait for a panel that restarts", async () => {
  await using scene = await start("node");
  const { panel, engine } = scene;
  const away = join(engine.folder.root, "access", "panel.sock");
  panel.respond = ({ path }) => {
    if (path.includes("restart")) {
      Deno.renameSync(away, `${away}.away`);
      panel.drop();
      setTimeout(() => Deno.renameSync(`${away}.away`, away), 700);
    }
    return { body: { code: 200, data: [] } };
  };
  const runs = await both(
    scene,
    `await QLAPI.getEnvs({ searchValue: "restart" }); results.push((await QLAPI.getEnvs()).code)`,
    `QLAPI.getEnvs({"searchValue": "restart"}); results.append(QLAPI.getEnvs()["code"])`,
  );
  for (const { results } of runs) assert.deepEqual(results, [200]);
});
