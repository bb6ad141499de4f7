import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { PanelClient, PanelUnreachableError } from "../../server/cli/panel_client.ts";
import { AccessFolder, accessFolderOf, socketOf } from "../../server/platform/access_folder.ts";
import { version } from "../../server/platform/build_info.ts";
import { type PanelOptions, PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { panelFolder } from "../support/temporary_folder.ts";

async function withDataDir(test: (dataDir: string) => Promise<void>): Promise<void> {
  await using root = await panelFolder();
  await test(root.path);
}

const start = (dataDir: string, more: Partial<PanelOptions> = {}) =>
  PanelProcess.start({ dataDir, setUp: true, ...more });

async function countTasks(dataDir: string): Promise<number> {
  const client = await PanelClient.local(dataDir);
  assert.ok(client, "no panel was found");
  const response = await client.request("GET", "/api/tasks", { query: { pageSize: 1 } });
  assert.equal(response.status, 200);
  return (await response.json()).total;
}

Deno.test("local access: a private socket leads to the panel while it runs", () =>
  withDataDir(async (dataDir) => {
    const folder = accessFolderOf(dataDir);
    assert.equal(await PanelClient.local(dataDir), null);
    {
      await using panel = await start(dataDir, { flags: ["--base-path", "/sun"] });
      assert.equal(statSync(join(folder, "panel.sock")).mode & 0o777, 0o600);
      const info = JSON.parse(readFileSync(join(folder, "panel.json"), "utf8"));
      assert.deepEqual(info, { basePath: "/sun", version, pid: panel.pid });
      assert.equal(await countTasks(dataDir), 0);
    }
    assert.equal(existsSync(join(folder, "panel.sock")), false);
    assert.equal(existsSync(join(folder, "panel.json")), false);
    assert.equal(await PanelClient.local(dataDir), null);
  }));

Deno.test("local access: a public URL does not keep local programs out", () =>
  withDataDir(async (dataDir) => {
    await using _panel = await start(dataDir, { flags: ["--public-url", "https://panel.example.org"] });
    assert.equal(await countTasks(dataDir), 0);
  }));

Deno.test("local access: the socket of a killed panel is replaced", () =>
  withDataDir(async (dataDir) => {
    const killed = await start(dataDir);
    await killed.kill();
    assert.equal(existsSync(socketOf(accessFolderOf(dataDir))), true);
    assert.equal(await PanelClient.local(dataDir), null);
    await using _panel = await start(dataDir);
    assert.equal(await countTasks(dataDir), 0);
  }));

Deno.test("local access: a data folder with a long path has its socket elsewhere, at the same path after a restart", () =>
  withDataDir(async (root) => {
    const dataDir = join(root, "deep".repeat(10), "deep".repeat(10));
    mkdirSync(dataDir, { recursive: true });
    const folder = accessFolderOf(dataDir);
    let socket = "";
    {
      await using _panel = await start(dataDir);
      socket = socketOf(folder);
      assert.notEqual(dirname(socket), folder);
      assert.equal(statSync(dirname(socket)).mode & 0o777, 0o700);
      assert.equal(await countTasks(dataDir), 0);
    }
    try {
      assert.equal(existsSync(socket), false);
      await using _panel = await start(dataDir);
      assert.equal(socketOf(folder), socket);
      assert.equal(await countTasks(dataDir), 0);
    } finally {
      rmSync(dirname(socket), { recursive: true });
    }
  }));

Deno.test("local access: a script calls the panel with the token of its run, also across a restart", () =>
  withDataDir(async (dataDir) => {
    const output = join(dataDir, "output");
    const script = join(dataDir, "scripts", "call.ts");
    mkdirSync(dirname(script), { recursive: true });
    const client = join(import.meta.dirname!, "..", "..", "server", "cli", "panel_client.ts");
    await Deno.writeTextFile(
      script,
      `const { PanelClient } = await import(${JSON.stringify(client)});
       const panel = PanelClient.fromEnvironment();
       const found = [Deno.env.get("SUNDIAL_SOCKET")];
       Deno.writeTextFileSync(${JSON.stringify(`${output}.begun`)}, "");
       for (const path of ["/api/tasks", "/api/account"]) {
         const response = await panel.request("GET", path);
         found.push(response.status);
         await response.body?.cancel();
       }
       Deno.writeTextFileSync(${JSON.stringify(output)}, JSON.stringify(found));`,
    );
    const panel = await start(dataDir);
    await panel.logIn();
    const task = await panel.request("POST", "/tasks", {
      name: "Calls",
      command: "task call.ts",
      schedules: "manual",
    });
    await panel.request("POST", "/tasks/run", { ids: [task.id] });
    await until("the script", () => existsSync(`${output}.begun`));
    await panel.stop();
    await using _again = await start(dataDir);
    await until("its result", () => existsSync(output));
    assert.deepEqual(JSON.parse(readFileSync(output, "utf8")), [
      socketOf(accessFolderOf(dataDir)),
      200,
      403,
    ]);
  }));

Deno.test("panel client: a script waits for a restart however long the stopping panel held its request", () =>
  withDataDir(async (dataDir) => {
    const { path, socket } = AccessFolder.open(dataDir);
    const holding = createServer((connection) => void setTimeout(() => connection.destroy(), 500));
    await new Promise<void>((resolve) => void holding.listen(socket, resolve));
    const client = PanelClient.fromEnvironment({ SUNDIAL_ACCESS_DIR: path, SUNDIAL_RUN_ID: "1" }, 400)!;
    const response = client.request("GET", "/api/tasks");
    await once(holding, "connection");
    await new Promise((resolve) => void holding.close(resolve));
    const next = createHttpServer((_request, response) => void response.end("[]"));
    await new Promise<void>((resolve) => void next.listen(socket, resolve));
    try {
      assert.equal(await (await response).text(), "[]");
    } finally {
      next.closeAllConnections();
      await new Promise((resolve) => void next.close(resolve));
    }
  }));

Deno.test("panel client: an address without a panel is reported as unreachable", async () => {
  const client = PanelClient.remote("http://127.0.0.1:9", "none");
  await assert.rejects(client.request("GET", "/api/tasks"), PanelUnreachableError);
});
