// A program that may write variables affects the processes of tasks, and none of the panel's own; its streams
// end when its secret is reset.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Dependency } from "../../server/contract/dependencies.ts";
import type { Scope } from "../../server/contract/scopes.ts";
import { script } from "../support/git_server.ts";
import { PackageIndex } from "../support/package_index.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

interface Program {
  id: number;
  /** Sends a request with its token. */
  ask(method: string, path: string, json?: unknown): Promise<Response>;
}

async function makeProgram({ panel }: SubscriptionScene, scopes: Scope[]): Promise<Program> {
  const made = await panel.json<{ id: number; clientId: string; clientSecret: string }>("/api/applications", {
    json: { name: "Robot", scopes },
  });
  const { clientId, clientSecret } = made;
  const { token } = await panel.json<{ token: string }>("/api/auth/token", {
    json: { clientId, clientSecret },
  });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    id: made.id,
    ask: (method, path, json) =>
      fetch(`${panel.address}/api${path}`, {
        method,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
  };
}

/** Returns variables that make every process that receives them append to a file. */
async function layTraps(folder: string): Promise<{ sprung: string; variables: Record<string, string> }> {
  const sprung = join(folder, "sprung");
  const shell = join(folder, "trap.sh");
  const node = join(folder, "trap.cjs");
  const programs = join(folder, "programs");
  await Deno.mkdir(programs);
  await Deno.writeTextFile(shell, `#!/bin/sh\necho "shell $0 $*" >> ${sprung}\n`, { mode: 0o755 });
  await Deno.writeTextFile(node, `require("fs").appendFileSync(${JSON.stringify(sprung)}, "node\\n");\n`);
  for (const name of ["git", "npm", "node", "deno", "sh", "bash", "ssh", "python3", "setsid", "tar"]) {
    await Deno.copyFile(shell, join(programs, name));
  }
  const library = await compileTrap(folder, sprung);
  return {
    sprung,
    variables: {
      ...(library !== null && { LD_PRELOAD: library }),
      BASH_ENV: shell,
      ENV: shell,
      NODE_OPTIONS: `--require ${node}`,
      PATH: `${programs}:/usr/bin:/bin`,
      GIT_SSH_COMMAND: shell,
      GIT_SSH: shell,
      GIT_EXEC_PATH: programs,
      GIT_EXTERNAL_DIFF: shell,
      PYTHONSTARTUP: shell,
      PYTHONPATH: programs,
      DENO_DIR: join(folder, "elsewhere"),
      DENO_CERT: join(folder, "nothing.pem"),
      DENO_AUTH_TOKENS: "x@127.0.0.1",
      npm_config_script_shell: shell,
      npm_config_node_options: `--require ${node}`,
    },
  };
}

async function compileTrap(folder: string, sprung: string): Promise<string | null> {
  const [source, library] = [join(folder, "trap.c"), join(folder, "trap.so")];
  await Deno.writeTextFile(
    source,
    `#include <stdio.h>
__attribute__((constructor)) static void trap(void) {
  FILE *file = fopen("${sprung}", "a");
  if (file) { fputs("library\\n", file); fclose(file); }
}
`,
  );
  const args = ["-shared", "-fPIC", "-o", library, source];
  const { success } = await new Deno.Command("cc", { args, stderr: "null" }).output()
    .catch(() => ({ success: false }));
  return success ? library : null;
}

const npm = await new Deno.Command("npm", { args: ["--version"], stdout: "null", stderr: "null" }).output()
  .then(({ success }) => success, () => false);

Deno.test(`applications: variables of a program reach tasks, not pulls${npm ? ", npm" : ""} and checks of the panel`, async () => {
  await using scene = await SubscriptionScene.open();
  await using folder = await temporaryFolder();
  const { sprung, variables } = await layTraps(folder.path);
  const program = await makeProgram(scene, ["variables:write"]);
  for (const [name, value] of Object.entries(variables)) {
    const response = await program.ask("POST", "/variables", { name, value });
    assert.equal(response.status, 201, `${name}: ${await response.text()}`);
  }
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create();
  await scene.pull(id);
  if (npm) await installPackage(scene);
  const checked = await scene.panel.fetch("/api/files/scripts/check", {
    json: { path: "a.js", content: "let a = ;" },
  });
  assert.equal(checked.status, 200, await checked.text());
  assert.deepEqual(await linesOf(sprung), []);
  await assert.rejects(() => Deno.stat(join(folder.path, "elsewhere")));
  const { id: task } = await scene.panel.json<{ id: number }>("/api/tasks", {
    json: { name: "One", command: "bash -c true", schedules: "manual" },
  });
  await scene.panel.json("/api/tasks/run", { json: { ids: [task] } });
  const { items } = await scene.panel.json<{ items: { id: number }[] }>(`/api/tasks/${task}/runs`);
  await scene.end(items[0]!.id);
  assert.notDeepEqual(await linesOf(sprung), [], "the traps are never triggered");
});

async function linesOf(path: string): Promise<string[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

async function installPackage({ panel }: SubscriptionScene): Promise<void> {
  await using index = new PackageIndex({
    npm: [{ name: "greet-there", version: "1.0.0", files: { "index.js": "module.exports = 1;" } }],
  });
  const settings = { dependencies: { nodeMirror: index.npm } };
  await panel.json("/api/settings", { method: "PATCH", json: settings });
  const order = { type: "node", name: "greet-there" };
  await panel.json("/api/dependencies", { json: order });
  const state = await until("the package", async () => {
    const { items } = await panel.json<{ items: Dependency[] }>("/api/dependencies?type=node");
    const state = items[0]?.state ?? "queued";
    return state === "queued" || state === "installing" ? null : state;
  });
  assert.equal(state, "installed");
  assert.ok(index.requested.length > 0);
}

Deno.test("applications: a new secret closes the client's streams while the run continues", async () => {
  await using scene = await SubscriptionScene.open();
  const program = await makeProgram(scene, ["tasks:read", "logs:read"]);
  const { id: task } = await scene.panel.json<{ id: number }>("/api/tasks", {
    json: { name: "Slow", command: "echo begun; sleep 1000", schedules: "manual" },
  });
  await scene.panel.json("/api/tasks/run", { json: { ids: [task] } });
  const { items } = await scene.panel.json<{ items: { id: number }[] }>(`/api/tasks/${task}/runs`);
  const run = items[0]!.id;
  const log = await program.ask("GET", `/runs/${run}/log/stream`);
  const events = await program.ask("GET", "/events");
  assert.deepEqual([log.status, events.status], [200, 200]);
  // Neither ends by itself; one that stayed open would hang here.
  const ends = Promise.all([log.text(), events.text()]);
  await until(
    "the first line",
    async () => (await (await program.ask("GET", `/runs/${run}/log`)).text()).includes("begun"),
  );
  await scene.panel.json(`/api/applications/${program.id}/secret`, { method: "POST" });
  await ends;
  await until(
    "the run to begin", // it printed before its start was recorded
    async () => (await scene.panel.json<{ state: string }>(`/api/runs/${run}`)).state === "running",
  );
  assert.equal((await program.ask("GET", "/tasks")).status, 401);
  await scene.panel.json("/api/tasks/stop", { json: { ids: [task] } });
  await scene.end(run);
});
