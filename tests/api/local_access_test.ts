import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { partOf } from "../../server/features/backups/parts.ts";
import { accessFolderOf, operatorToken, runToken } from "../../server/platform/access_folder.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

type Sender = (method: string, path: string, body?: unknown) => Promise<Response>;

function senderOf(panel: TestPanel, token: string, { local } = { local: true }): Sender {
  const headers = { authorization: `Bearer ${token}` };
  return (method, path, body) =>
    panel.send(method, path, { headers, local, ...(body !== undefined && { body }) });
}

async function statusOf(response: Promise<Response>): Promise<string> {
  const { status, body } = await response;
  if (status < 400) {
    await body?.cancel();
    return String(status);
  }
  return `${status} ${(await (await response).json()).code}`;
}

const accessOf = (panel: TestPanel) => join(panel.dataDir, "access");

/** Starts a task that runs until its file exists, and returns its run and the tokens of the panel. */
async function openRun(panel: TestPanel) {
  const operator = senderOf(panel, operatorToken(accessOf(panel)));
  const gate = join(panel.dataDir, "gate");
  const task = await (await operator("POST", "/tasks", {
    name: "Waiting",
    command: `until [ -e ${gate} ]; do sleep 0.05; done`,
    schedules: "manual",
  })).json();
  const { results } = await (await operator("POST", "/tasks/run", { ids: [task.id] })).json();
  const runId: number = results[0].runId;
  const stateOf = async () => (await (await operator("GET", `/runs/${runId}`)).json()).state;
  await until("the run", async () => await stateOf() === "running");
  return { operator, task, runId, gate, stateOf, token: runToken(accessOf(panel), runId) };
}

Deno.test("local access: keys are private and stay the same", async () => {
  await using panel = await TestPanel.open();
  const folder = accessOf(panel);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const name of ["operator_key", "run_key"]) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.match(readFileSync(join(folder, name), "utf8"), /^[0-9a-f]{64}\n$/);
  }
});

Deno.test("local access: the command line may do what a user may, without step-up", async () => {
  await using panel = await TestPanel.open();
  const operator = senderOf(panel, operatorToken(accessOf(panel)));
  assert.equal(await statusOf(operator("GET", "/tasks")), "200");
  assert.equal(await statusOf(operator("GET", "/applications")), "200");
  const application = { name: "Phone", scopes: ["tasks:read"] };
  assert.equal(await statusOf(operator("POST", "/applications", application)), "201");
  assert.equal(await statusOf(operator("GET", "/events")), "200");
  // These act on the account or the session of a user.
  assert.equal(await statusOf(operator("GET", "/account")), "403 person_required");
  assert.equal(await statusOf(operator("GET", "/auth/session")), "403 person_required");
  const { items } = await (await operator("GET", "/audit-log?pageSize=1")).json();
  assert.deepEqual(items[0].actor, { kind: "operator", id: null, name: null });
  assert.equal(items[0].ip, null);
});

Deno.test("local access: the tokens of local programs are rejected over the network", async () => {
  await using panel = await TestPanel.open();
  const { token, gate } = await openRun(panel);
  for (const stolen of [operatorToken(accessOf(panel)), token]) {
    const sender = senderOf(panel, stolen, { local: false });
    assert.equal(await statusOf(sender("GET", "/tasks")), "401 not_authenticated");
  }
  await Deno.writeTextFile(gate, "");
});

Deno.test("local access: wrong keys and signatures are rejected", async () => {
  await using panel = await TestPanel.open();
  const { runId, token, gate } = await openRun(panel);
  const [, , signature] = token.split(".");
  const wrong = [
    `operator.${"0".repeat(64)}`,
    "operator.",
    `run.${runId}.${"0".repeat(64)}`,
    `run.${runId + 1}.${signature}`,
    `run.0${runId}`,
    `operator.${signature}`,
  ];
  for (const one of wrong) {
    assert.equal(await statusOf(senderOf(panel, one)("GET", "/tasks")), "401 not_authenticated", one);
  }
  await Deno.writeTextFile(gate, "");
});

Deno.test("local access: a run has the scopes of scripts and no others", async () => {
  await using panel = await TestPanel.open();
  const { operator, task, runId, token, gate } = await openRun(panel);
  const script = senderOf(panel, token);
  assert.equal(await statusOf(script("GET", "/tasks")), "200");
  assert.equal(await statusOf(script("PATCH", `/tasks/${task.id}`, { name: "Renamed" })), "200");
  assert.equal(await statusOf(script("POST", "/variables", { name: "COOKIE", value: "1" })), "201");
  assert.equal(await statusOf(script("GET", `/runs/${runId}/log`)), "200");
  const rejected = [
    ["GET", "/account"],
    ["GET", "/applications"],
    ["GET", "/settings"],
    ["GET", "/backups"],
    ["GET", "/files/scripts/tree"],
    ["GET", "/audit-log"],
    ["GET", "/events?topics=applications"],
  ] as const;
  for (const [method, path] of rejected) {
    assert.equal(await statusOf(script(method, path)), "403 scope_missing", path);
  }
  const { items } = await (await operator("GET", "/audit-log?act=variables")).json();
  assert.deepEqual(items[0].actor, { kind: "run", id: runId, name: "Waiting" });
  await Deno.writeTextFile(gate, "");
});

Deno.test("local access: the token of a run ends with the run", async () => {
  await using panel = await TestPanel.open();
  const { gate, token, stateOf } = await openRun(panel);
  const script = senderOf(panel, token);
  const events = (await script("GET", "/events?topics=tasks")).body!.getReader();
  await Deno.writeTextFile(gate, "");
  await until("the end of the run", async () => await stateOf() === "succeeded");
  assert.equal(await statusOf(script("GET", "/tasks")), "401 session_expired");
  await until("the end of its stream", async () => (await events.read()).done === true);
});

Deno.test("local access: a run gets its messages in the language of logs", async () => {
  await using panel = await TestPanel.open();
  const { operator, token, gate } = await openRun(panel);
  const run = senderOf(panel, token);
  const titleOf = async () => (await (await run("GET", "/tasks/999")).json()).title;
  const inEnglish = await titleOf();
  await operator("PATCH", "/settings", { language: "zh" });
  assert.match(await titleOf(), /[\u4e00-\u9fff]/);
  assert.doesNotMatch(inEnglish, /[\u4e00-\u9fff]/);
  await Deno.writeTextFile(gate, "");
});

Deno.test("local access: the tools for assistants work over the socket, too", async () => {
  await using panel = await TestPanel.open();
  const params = { name: "list_tasks", arguments: {} };
  const headers = {
    authorization: `Bearer ${operatorToken(accessOf(panel))}`,
    accept: "application/json, text/event-stream",
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { result } = await (await panel.send("POST", "/mcp", { headers, body: message, local: true })).json();
  assert.equal(JSON.parse(result.content[0].text).total, 0);
});

Deno.test("local access: keys and socket are in no backup", () => {
  assert.equal(partOf(basename(accessFolderOf("data"))), null);
});
