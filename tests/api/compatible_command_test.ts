// Commands that programs run through the compatible API.
import assert from "node:assert/strict";
import { join } from "node:path";
import { CompatibleClient } from "../support/compatible_client.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

async function run(client: CompatibleClient, command: string) {
  const response = await client.open("PUT", "/system/command-run", { command });
  assert.equal(response.status, 200, command);
  return { response, id: Number(response.headers.get("QL-Task-Pid")) };
}

const stateOf = async (panel: TestPanel, id: number) =>
  (await panel.request("GET", `/runs/${id}`, { headers: await panel.logIn() })).state;

Deno.test("compatible commands: a command streams its output, and is recorded with its log", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel, ["tasks:write"]);
  const command = "echo one; sleep 0.5; echo 二 | cat";
  const { response, id } = await run(client, command);
  assert.equal(response.headers.get("content-type"), "application/octet-stream");
  const output = await response.text();
  assert.match(output, /\none\n二\n/);
  const recorded = await panel.request("GET", `/runs/${id}`, { headers });
  assert.deepEqual(
    [recorded.kind, recorded.cause, recorded.taskName, recorded.state, recorded.scriptPath],
    ["debug", "application", command, "succeeded", null],
  );
  assert.equal(response.headers.get("QL-Task-Log"), recorded.logPath);
  assert.equal(await panel.request("GET", `/runs/${id}/log`, { headers }), output);
  const { items } = await panel.request("GET", "/audit-log", { headers });
  const [entry] = items.filter(({ act }: { act: string }) => act === "tasks.command");
  assert.deepEqual([entry.actor.kind, entry.object], ["application", command]);
});

Deno.test("compatible commands: a command means what it would mean in a task", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  await client.call("POST", "/scripts", { filename: "a.sh", path: "demo", content: 'echo "<$1>"; pwd\n' });
  await client.call("POST", "/envs", [{ name: "COLOR", value: "blue" }]);
  for (
    const [command, expected] of [
      ["demo/a.sh x", /<x>\n.*\/scripts\/demo\n/],
      ["task demo/a.sh now", /<>\n.*\/scripts\/demo\n/],
      ["sh demo/a.sh y", /<y>\n.*\/scripts\/demo\n/],
      ["pwd", /\n.*\/scripts\n/],
      ["  echo $COLOR && false ", /\nblue\n/],
      ["demo/none.sh", /none\.sh/],
    ] as const
  ) {
    const { response, id } = await run(client, command);
    assert.match(await response.text(), expected, command);
    const ends = /false|none/.test(command) ? "failed" : "succeeded";
    assert.equal(await stateOf(panel, id), ends, command);
  }
  // They are no runs of the script that the editor started.
  const { items } = await panel.request("GET", "/runs?kind=debug&scriptPath=demo/a.sh", {
    headers: await panel.logIn(),
  });
  assert.deepEqual(items, []);
});

Deno.test("compatible commands: a run continues without its client, and stops by ID or command", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const server = await panel.listen();
  const left = new AbortController();
  await using folder = await temporaryFolder();
  const gate = join(folder.path, "open");
  const response = await fetch(`http://127.0.0.1:${server.address.port}/open/system/command-run`, {
    method: "PUT",
    headers: { ...client.headers, "content-type": "application/json" },
    body: JSON.stringify({ command: `echo first; until [ -e ${gate} ]; do sleep 0.05; done; echo done` }),
    signal: left.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; !text.includes("first");) text += (await reader.read()).value ?? "";
  const id = Number(response.headers.get("QL-Task-Pid"));
  // A run prints before its start is recorded.
  await until("its start", async () => await stateOf(panel, id) === "running");
  left.abort();
  await reader.read().catch(() => {});
  await Deno.writeTextFile(gate, "");
  await until("the end", async () => await stateOf(panel, id) === "succeeded");
  await server.close(0);

  const byId = await run(client, "sleep 60");
  const asScript = await panel.send("POST", `/scripts/debug/${byId.id}/stop`, { headers: client.headers });
  assert.deepEqual([asScript.status, (await asScript.json()).code], [409, "run_not_active"]);
  await client.call("PUT", "/system/command-stop", { pid: String(byId.id) });
  await byId.response.text();
  assert.equal(await stateOf(panel, byId.id), "stopped");
  const both = [await run(client, "sleep 61"), await run(client, "task sleep 61")];
  const other = await run(client, "sleep 62");
  await client.call("PUT", "/system/command-stop", { command: " sleep 61" });
  for (const { response, id } of both) {
    await response.text();
    assert.equal(await stateOf(panel, id), "stopped");
  }
  await until("the other to run", async () => await stateOf(panel, other.id) === "running");
  await client.call("PUT", "/system/command-stop", { pid: other.id, command: "sleep 1" });
  await other.response.text();

  const { data: script } = await client.call("PUT", "/scripts/run", {
    ...{ filename: "long.sh", content: "sleep 60\n" },
  });
  for (
    const [body, message] of [
      [{}, "Invalid parameter"],
      [{ command: " ", pid: null }, "Invalid parameter"],
      [{ command: "sleep 61" }, "Task not found"],
      [{ pid: other.id }, "Task not found"],
      [{ pid: script }, "Task not found"],
    ] as const
  ) {
    const { status, json } = await client.send("PUT", "/system/command-stop", body);
    assert.deepEqual([status, json], [200, { code: 400, message }], JSON.stringify(body));
  }
  await client.call("PUT", "/scripts/stop", { filename: "long.sh", pid: script });
  await until("the stop", async () => await stateOf(panel, script) === "stopped");
  for (const body of [{}, { command: " " }, { command: 1 }, { command: "ls", more: 1 }]) {
    const { status, json } = await client.send("PUT", "/system/command-run", body);
    assert.deepEqual([status, json.message], [400, "Validation failed"], JSON.stringify(body));
  }
});

Deno.test("compatible commands: while no slot is free, the response begins without the path of a log", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  await client.call("PUT", "/system/config/cron-concurrency", { cronConcurrency: 1 });
  const first = await run(client, "sleep 60");
  const { response, id } = await run(client, "echo later");
  assert.equal(response.headers.get("QL-Task-Log"), null);
  assert.equal(await stateOf(panel, id), "queued");
  await client.call("PUT", "/system/command-stop", { pid: first.id });
  assert.match(await response.text(), /\nlater\n/);
  await first.response.text();
});

Deno.test("compatible commands: they need the permission to change tasks", async () => {
  await using panel = await TestPanel.open();
  for (const scopes of [["system:write"], ["tasks:read", "scripts:write", "system:write"]] as const) {
    const client = await CompatibleClient.logIn(panel, scopes);
    for (const action of ["command-run", "command-stop"]) {
      const rejected = await client.send("PUT", `/system/${action}`, { command: "echo no" });
      assert.deepEqual(rejected, { status: 401, json: { code: 401, message: "Access denied" } });
    }
  }
  const anybody = await new CompatibleClient(panel).send("PUT", "/system/command-run", { command: "ls" });
  assert.deepEqual([anybody.status, anybody.json.code], [401, 401]);
  const { total } = await panel.request("GET", "/runs", { headers: await panel.logIn() });
  assert.equal(total, 0);
});

Deno.test("compatible api: every address that an application may use exists", async () => {
  await using panel = await TestPanel.open();
  const { paths } = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
  const calls: Record<string, string> = {
    "/envs": "get post put delete",
    "/envs/{id}": "get",
    "/envs/{id}/move": "put",
    "/envs/enable": "put",
    "/envs/disable": "put",
    "/envs/name": "put",
    "/envs/pin": "put",
    "/envs/unpin": "put",
    "/envs/labels": "post delete",
    "/envs/upload": "post",
    "/configs/samples": "get",
    "/configs/files": "get",
    "/configs/detail": "get",
    "/configs/save": "post",
    "/configs/{file}": "get",
    "/logs": "get delete",
    "/logs/detail": "get",
    "/logs/{file}": "get",
    "/logs/download": "post",
    "/crons": "get post put delete",
    "/crons/{id}": "get",
    "/crons/detail": "get",
    "/crons/run": "put",
    "/crons/stop": "put",
    "/crons/enable": "put",
    "/crons/disable": "put",
    "/crons/pin": "put",
    "/crons/unpin": "put",
    "/crons/labels": "post delete",
    "/crons/{id}/log": "get",
    "/crons/{id}/logs": "get",
    "/crons/{id}/instances": "get",
    "/crons/{id}/instances/{instanceId}/stop": "post",
    "/crons/status": "put",
    "/crons/import": "get",
    "/crons/views": "get post put delete",
    "/crons/views/move": "put",
    "/crons/views/enable": "put",
    "/crons/views/disable": "put",
    "/scripts": "get post put delete",
    "/scripts/detail": "get",
    "/scripts/{file}": "get",
    "/scripts/download": "post",
    "/scripts/run": "put",
    "/scripts/stop": "put",
    "/scripts/rename": "put",
    "/auth/token": "get",
    "/dependencies": "get post put delete",
    "/dependencies/force": "delete",
    "/dependencies/{id}": "get",
    "/dependencies/reinstall": "put",
    "/dependencies/cancel": "put",
    "/system": "get",
    "/system/config": "get",
    "/system/config/log-remove-frequency": "put",
    "/system/config/cron-concurrency": "put",
    "/system/config/timezone": "put",
    "/system/config/lang": "put",
    "/system/config/panel-title": "put",
    "/system/update-check": "put",
    "/system/notify": "put",
    "/system/command-run": "put",
    "/system/command-stop": "put",
    "/system/log": "get delete",
    "/subscriptions": "get post put delete",
    "/subscriptions/{id}": "get",
    "/subscriptions/{id}/log": "get",
    "/subscriptions/{id}/logs": "get",
    "/subscriptions/run": "put",
    "/subscriptions/stop": "put",
    "/subscriptions/enable": "put",
    "/subscriptions/disable": "put",
    "/subscriptions/status": "put",
    "/dashboard/record": "post",
    "/dashboard/overview": "get",
    "/dashboard/trend": "get",
    "/dashboard/top-time": "get",
    "/dashboard/top-count": "get",
    "/dashboard/runtime": "get",
    "/dashboard/labels": "get",
    "/dashboard/system": "get",
  };
  const missing = Object.entries(calls).flatMap(([path, methods]) =>
    methods.split(" ").filter((method) => paths[`/open${path}`]?.[method] === undefined).map((method) =>
      `${method} ${path}`
    )
  );
  assert.deepEqual(missing, []);
});
