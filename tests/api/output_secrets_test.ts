// A secret among the outputs of a run, wherever outputs are shown: the API, the log, the event stream, assistants and the command line.
import assert from "node:assert/strict";
import type { FlowRun } from "../../server/contract/flows.ts";
import { flowLimits } from "../../server/contract/limits/flows.ts";
import { EventReader } from "../support/event_reader.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { runProgram } from "../support/run_program.ts";

// It could be part of a name.
const SECRET = "Xyzzy_5ecret_value";

async function tokenOf(scene: FlowScene): Promise<string> {
  const body = { name: "reader", scopes: ["tasks:read", "logs:read"] };
  const { clientId, clientSecret } = await scene.call("POST", "/applications", body);
  return (await scene.call("POST", "/auth/token", { clientId, clientSecret })).token;
}

async function readEvents(reader: EventReader): Promise<string[]> {
  const blocks: string[] = [];
  for (let block = await reader.next(); block !== null; block = await reader.next()) {
    blocks.push(JSON.stringify(block));
  }
  return blocks;
}

async function askAssistant(
  scene: FlowScene,
  token: string,
  flow: FlowRun,
  runId: number,
): Promise<string[]> {
  const tools: [string, object][] = [
    ["get_run", { runId }],
    ["list_runs", {}],
    ["get_flow_run", { flowRunId: flow.id }],
    ["list_flow_runs", {}],
    ["read_run_log", { runId }],
  ];
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
  return await Promise.all(tools.map(async ([name, args], id) => {
    const body = { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
    const response = await scene.panel.send("POST", "/mcp", { headers, body });
    const text = await response.text();
    assert.ok(response.ok && !text.includes('"isError":true'), `${name}: ${text}`);
    return text;
  }));
}

async function runCommands(scene: FlowScene, token: string, flow: FlowRun): Promise<string[]> {
  const server = await scene.panel.listen();
  try {
    const commands = [
      ...[["flow", "show", String(flow.id)], ["flow", "show", String(flow.id), "--json"]],
      ...[["run", "list", "--json"], ["task", "logs", "make"]],
    ];
    const env = { SUNDIAL_TOKEN: token, NO_COLOR: "1" };
    return await Promise.all(commands.map(async (args) => {
      const program = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "main.ts"];
      const url = `http://127.0.0.1:${server.address.port}`;
      const { code, out, err } = await runProgram([...program, ...args, "--url", url], { env });
      assert.equal(code, 0, `${args}: ${err}`);
      return out + err;
    }));
  } finally {
    await server.close(0);
  }
}

Deno.test("output secrets: are masked wherever outputs are shown, in values, names and lists", async () => {
  await using scene = await FlowScene.open();
  await scene.call("POST", "/variables", { name: "TOKEN", value: SECRET, secret: true });
  const stream = new EventReader(await scene.panel.send("GET", "/events", { headers: scene.admin }));
  const events = readEvents(stream);
  const make = await scene.task(
    "make",
    [
      '{ echo "plain=1"; echo "token=<$TOKEN>"; echo "name_$TOKEN=2"; } >> "$SUNDIAL_OUTPUT"',
      'cat "$SUNDIAL_OUTPUT"; printf "text<<E\\n%s\\nE\\n" "$TOKEN" >> "$SUNDIAL_OUTPUT"',
    ].join("\n"),
  );
  const use = await scene.task("use", "env | grep ^SUNDIAL_INPUT_ | sort", after(make));
  const size = Math.floor(flowLimits.outputBytes / 2);
  const each = await scene.task(
    "each",
    `{ printf "big_$TOKEN="; head -c ${size} /dev/zero | tr "\\\\0" x; echo; } >> "$SUNDIAL_OUTPUT"`,
    after(use),
    { parameters: [{ name: "N", type: "text" }], forEach: { parameter: "N", values: ["1", "2"], limit: 2 } },
  );
  const last = await scene.task("last", "true", after(each));
  const flow = await scene.run(make);
  assert.equal(flow.state, "succeeded");
  const [first, second, list, end] = flow.tasks;
  assert.deepEqual(first!.outputs, { plain: "1", token: "<***>", "name_***": "2", text: "***" });
  assert.deepEqual(list!.omittedOutputs, ["big_***"]);
  const runId = first!.runId!;

  const texts: string[] = [];
  const paths = [
    ...["/runs", `/runs/${runId}`, `/tasks/${make}/runs`, `/tasks/${make}`, "/tasks", "/overview"],
    ...["/flow-runs", `/flow-runs/${flow.id}`, `/flows/${make}`, `/tasks/${last}/why`],
    ...[runId, second!.runId, end!.runId].map((id) => `/runs/${id}/log`),
  ];
  for (const path of paths) {
    const found = await scene.call("GET", path);
    texts.push(typeof found === "string" ? found : JSON.stringify(found));
  }
  const log: string = await scene.call("GET", `/runs/${end!.runId}/log`);
  assert.ok(log.includes("This run does not get *** of each"), log);
  assert.match(await scene.call("GET", `/runs/${second!.runId}/log`), /\nSUNDIAL_INPUT_TOKEN=<\*\*\*>\n/);
  const token = await tokenOf(scene);
  texts.push(...await askAssistant(scene, token, flow, runId));
  texts.push(...await runCommands(scene, token, flow));
  await scene.call("POST", "/auth/logout");
  texts.push(...await events);
  // They show something.
  assert.ok(texts.every((text) => text.length > 0), JSON.stringify(texts.map((text) => text.length)));
  for (const text of texts) {
    const at = text.indexOf(SECRET);
    assert.ok(at < 0, text.slice(Math.max(0, at - 200), at + 100));
  }
});
