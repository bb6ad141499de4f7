// The Model Context Protocol, spoken by the client of its own library.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

type Headers = Record<string, string>;

const reading = [
  "get_overview",
  "list_tasks",
  "get_task",
  "explain_schedule",
  "why_did_task_run",
  "list_upcoming_runs",
  "get_task_statistics",
  "list_calendars",
  "list_maintenance_windows",
  "list_runs",
  "get_run",
  "list_flow_runs",
  "get_flow_run",
];
const logs = ["read_run_log", "search_run_log"];
const writing = ["run_tasks", "stop_tasks", "enable_tasks", "disable_tasks"];

Deno.test("mcp: an assistant runs a task, reads its log and learns why it ran", async () => {
  await using panel = await TestPanel.open({ SUNDIAL_BASE_PATH: "/deep" });
  const admin = await panel.logIn();
  const input = {
    name: "greet",
    command: String.raw`printf '\033[32mhello\033[0m assistant\n'; exit 3`,
    schedules: "manual",
    parameters: [{ name: "mode", type: "text", required: true }],
  };
  const task = await panel.request("POST", "/tasks", { headers: admin, body: input });
  await using assistant = await connect(panel, await authorize(panel, admin, ["tasks:write", "logs:read"]));
  assert.deepEqual(await namesOf(assistant), [...reading, ...logs, ...writing]);

  const parameters = { mode: "it's $(fast)\n" };
  const { results } = await assistant.json("run_tasks", { taskIds: [task.id], parameters });
  const { runId } = results[0];
  const run = await until("the run to fail", async () => {
    const one = await assistant.json("get_run", { runId });
    return one.state === "failed" ? one as { exitCode: number; cause: string; parameters: unknown } : null;
  });
  assert.deepEqual(run.parameters, parameters);
  assert.equal(run.exitCode, 3);
  assert.equal(run.cause, "application");
  assert.match(await assistant.text("read_run_log", { runId }), /hello assistant/);
  assert.match(await assistant.text("read_run_log", { runId, bytes: 5 }), /^\[last 5 of \d+ bytes\]\n/);
  const found = await assistant.json("search_run_log", { runId, q: "hello" });
  assert.equal(found.items.length, 1);
  const listed = await assistant.json("list_runs", { taskId: task.id, state: ["failed", "succeeded"] });
  assert.deepEqual(listed.items.map(({ id }: { id: number }) => id), [runId]);
  const failing = await assistant.json("list_tasks", { view: "failing" });
  assert.deepEqual(failing.items.map(({ name }: { name: string }) => name), ["greet"]);
  const overview = await assistant.json("get_overview", {});
  assert.equal(overview.failing[0].taskId, task.id);
  assert.equal((await assistant.json("why_did_task_run", { taskId: task.id })).run, null);
  const explained = await assistant.json("explain_schedule", { expression: "0 3 * * *", count: 2 });
  assert.equal(explained.next.length, 2);
});

Deno.test("mcp: tools beyond the permissions of an application do not exist for it", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const input = { name: "idle", command: "true", schedules: "manual" };
  const { id } = await panel.request("POST", "/tasks", { headers: admin, body: input });
  await using reader = await connect(panel, await authorize(panel, admin, ["tasks:read"]));
  assert.deepEqual(await namesOf(reader), reading);
  const rejected = reader.client.callTool({ name: "run_tasks", arguments: { taskIds: [id] } });
  await assert.rejects(rejected, /run_tasks not found/);
  assert.equal((await reader.json("list_runs", {})).total, 0);
  await using runner = await connect(panel, await authorize(panel, admin, ["tasks:run"]));
  assert.deepEqual(await namesOf(runner), [...reading, ...writing]);
  const after = { name: "next", command: "true", schedules: "manual", upstream: { tasks: [{ taskId: id }] } };
  await panel.request("POST", "/tasks", { headers: admin, body: after });
  await runner.json("run_tasks", { taskIds: [id] });
  const { items: [flow] } = await runner.json("list_flow_runs", { taskId: id });
  await until("both to have run", async () => {
    const { tasks } = await runner.json("get_flow_run", { flowRunId: flow.id });
    return tasks.every(({ state }: { state: string }) => state === "succeeded");
  });
  await using other = await connect(panel, await authorize(panel, admin, ["variables:read"]));
  assert.deepEqual((await other.client.listTools().catch(() => ({ tools: [] }))).tools, []);
});

Deno.test("mcp: an assistant lists the heartbeats that are down, and reads one with its pings", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const add = (name: string) =>
    panel.request("POST", "/heartbeats", { headers: admin, body: { name, periodMs: 3_600_000 } });
  const [down] = [await add("Backup"), await add("Renewal")];
  await (await panel.send("POST", `${down.path}/3`, { raw: "no space" })).body?.cancel();
  await using assistant = await connect(panel, await authorize(panel, admin, ["heartbeats:read"]));
  assert.deepEqual(await namesOf(assistant), ["list_heartbeats", "get_heartbeat"]);
  const found = await until("it to be down", async () => {
    const { items } = await assistant.json("list_heartbeats", { state: ["down", "late"] });
    return items.length > 0 && items as { id: number; name: string }[];
  });
  assert.deepEqual(found.map(({ name }) => name), ["Backup"]);
  const { heartbeat, pings } = await assistant.json("get_heartbeat", { heartbeatId: down.id });
  assert.deepEqual([heartbeat.state, pings.items[0].exitCode, pings.items[0].body], ["down", 3, "no space"]);
});

Deno.test("mcp: what the API refuses and what is not valid are results that say why", async () => {
  await using panel = await TestPanel.open();
  await using assistant = await connect(panel, await authorize(panel, await panel.logIn(), ["tasks:read"]));
  const missing = await assistant.client.callTool({ name: "get_task", arguments: { taskId: 99 } });
  assert.equal(missing.isError, true);
  assert.match(JSON.stringify(missing.content), /not_found/);
  const wrong = await assistant.client.callTool({ name: "get_task", arguments: { taskId: "../settings" } });
  assert.equal(wrong.isError, true);
  const unknown = await assistant.client.callTool({ name: "list_tasks", arguments: { status: "failed" } });
  assert.equal(unknown.isError, true);
  assert.match(JSON.stringify(unknown.content), /status/);
  const { tools } = await assistant.client.listTools();
  for (const { inputSchema } of tools) assert.equal(inputSchema["additionalProperties"], false);
});

Deno.test("mcp: an application that is suspended or deleted while it is connected gets nothing more", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  await using first = await connect(panel, await authorize(panel, admin, ["tasks:read"]));
  await using second = await connect(panel, await authorize(panel, admin, ["tasks:write"]));
  const { items } = await panel.request("GET", "/applications", { headers: admin });
  const id = items.find(({ name }: { name: string }) => name === "assistant tasks:write").id;
  assert.ok((await second.json("list_tasks", {})).total === 0);
  await panel.send("DELETE", `/applications/${id}`, { headers: admin });
  await assert.rejects(second.client.listTools(), /not_authenticated/);
  await assert.rejects(second.json("list_tasks", {}), /not_authenticated/);
  assert.equal((await first.json("list_tasks", {})).total, 0);
});

Deno.test("mcp: nobody gets in without a credential, and other methods do not exist", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const accept = { accept: "application/json, text/event-stream" };
  assert.equal((await panel.send("POST", "/mcp", { body: message, headers: accept })).status, 401);
  const foreign = { ...accept, ...admin, "sec-fetch-site": "cross-site" };
  assert.equal((await panel.send("POST", "/mcp", { body: message, headers: foreign })).status, 403);
  const token = { ...accept, ...await authorize(panel, admin, ["tasks:read"]) };
  assert.equal((await panel.send("GET", "/mcp", { headers: token })).status, 405);
  assert.equal((await panel.send("DELETE", "/mcp", { headers: token })).status, 405);
  const broken = await panel.send("POST", "/mcp", { body: { jsonrpc: "1.0" }, headers: token });
  assert.equal(broken.status, 422);
});

interface Assistant extends AsyncDisposable {
  client: Client;
  text(name: string, args: Record<string, unknown>): Promise<string>;
  // deno-lint-ignore no-explicit-any -- any response of the API
  json(name: string, args: Record<string, unknown>): Promise<any>;
}

async function connect(panel: TestPanel, headers: Headers): Promise<Assistant> {
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/api/mcp"), {
    requestInit: { headers },
    fetch: async (_: string | URL, init?: RequestInit) => {
      const sent = Object.fromEntries(new globalThis.Headers(init?.headers));
      const raw = typeof init?.body === "string" ? { raw: init.body } : {};
      return await panel.send(init?.method ?? "GET", "/mcp", { headers: sent, ...raw });
    },
  });
  const client = new Client({ name: "test", version: "1" });
  // deno-lint-ignore no-explicit-any -- the library's own types disagree under exactOptionalPropertyTypes
  await client.connect(transport as any);
  const text = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    assert.ok(!isError, String(first?.text));
    return first!.text;
  };
  return {
    client,
    text,
    json: async (name, args) => JSON.parse(await text(name, args)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function namesOf({ client }: Assistant): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }: { name: string }) => name);
}

async function authorize(panel: TestPanel, admin: Headers, scopes: string[]): Promise<Headers> {
  const name = `assistant ${scopes.join(" ")}`;
  const made = await panel.request("POST", "/applications", { headers: admin, body: { name, scopes } });
  const { clientId, clientSecret } = made;
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  return { authorization: `Bearer ${token}` };
}
