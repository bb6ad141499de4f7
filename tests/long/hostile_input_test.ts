// Arbitrary input to every route of the started panel: it is rejected or accepted, never an internal error, nothing
// freezes, and no text becomes a command.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { shellTexts } from "../support/hostile_texts.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { percentile } from "../bench/statistics.ts";
import { RepeatedAction } from "../support/repeated_action.ts";

/** Routes that end the session, the panel or its data. */
const excluded =
  /auth\/logout|sessions|account|restart|update|restore|initialization|backups|imports|migrat|mcp|nodes/;

interface Operation {
  method: string;
  path: string;
}

async function operations({ panel }: PanelScene): Promise<Operation[]> {
  const { paths } = await panel.request("GET", "/openapi.json");
  return Object.entries<Record<string, { requestBody?: unknown }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/^.*?\/api/, "") }))
  ).filter(({ path }) => !excluded.test(path));
}

/** Objects with the names that the API uses, and values that it does not expect. */
const names = [
  "name",
  "command",
  "schedules",
  "ids",
  "labels",
  "value",
  "type",
  "fields",
  "path",
  "content",
  "conditions",
];
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue({ maxDepth: 3 }), {
    maxKeys: 8,
  }),
  fc.record({
    name: fc.string({ unit: "binary", maxLength: 300 }),
    command: fc.string({ unit: "binary", maxLength: 300 }),
    schedules: fc.oneof(fc.array(fc.string()), fc.string()),
    ids: fc.array(fc.oneof(fc.integer(), fc.double(), fc.constant(null))),
  }, { requiredKeys: [] }),
);

Deno.test("hostile input: arbitrary JSON to every route is never an internal error", async () => {
  await using scene = await PanelScene.open();
  const routes = await operations(scene);
  assert.ok(routes.length > 40, `${routes.length} routes`);
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), body, async ({ method, path }, content) => {
      const target = path.replace(/\{\w+\}/g, "1");
      const response = await scene.panel.send(method, target, content);
      const text = await response.text();
      calls++;
      assert.ok(
        response.status < 500,
        `${method} ${target} ${JSON.stringify(content)}: ${response.status} ${text}`,
      );
    }),
    { numRuns: byLength(250, 15_000), seed: 20 },
  );
  assert.equal((await scene.panel.send("GET", "/tasks")).status, 200);
  reportFigure("arbitrary JSON", `${calls} calls of ${routes.length} routes, no internal error`);
});

const cronText = fc.oneof(
  fc.array(fc.constantFrom(..."0123456789*/-,LW#? ABCDEFJMNOSTU@".split("")), { maxLength: 60 }).map((all) =>
    all.join("")
  ),
  fc.array(
    fc.oneof(
      fc.constantFrom(
        "*",
        "*/0",
        "*/99999999",
        "60",
        "0-59/7",
        "5-1",
        "L",
        "LW",
        "15W",
        "MON#5",
        "?",
        "1,1,1",
      ),
      fc.integer().map(String),
    ),
    { minLength: 4, maxLength: 8 },
  ).map((fields) => fields.join(" ")),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom("@yearly", "@every 1s", "0 0 31 2 *", "0 0 29 2 1#5", "* ".repeat(100)),
);

Deno.test("hostile input: arbitrary cron rules are explained or rejected, and what is explained can be scheduled", async () => {
  await using scene = await PanelScene.open();
  let [valid, rejected] = [0, 0];
  await fc.assert(
    fc.asyncProperty(cronText, async (expression) => {
      const explained = await scene.panel.send("POST", "/cron/explain", {
        expression,
        timeZone: "America/New_York",
      });
      const text = await explained.text();
      assert.ok(
        [200, 422].includes(explained.status),
        `${JSON.stringify(expression)}: ${explained.status} ${text}`,
      );
      if (explained.status === 422) return void rejected++;
      valid++;
      const { next } = JSON.parse(text);
      assert.deepEqual(next, next.toSorted(), expression);
      if (valid % 10 > 0) return;
      const task = { name: "x", command: "true", schedules: [expression], enabled: false };
      const created = await scene.panel.send("POST", "/tasks", task);
      assert.equal(created.status, 201, `${JSON.stringify(expression)}: ${await created.text()}`);
    }),
    { numRuns: byLength(300, 10_000), seed: 21 },
  );
  assert.ok(valid > 10 && rejected > 10);
  reportFigure("arbitrary cron rules", `${valid} explained, ${rejected} rejected, no internal error`);
});

Deno.test("hostile input: bodies and patterns built to be slow are rejected while others are served", async () => {
  await using scene = await PanelScene.open();
  const { panel } = scene;
  // Connections of their own: one that the panel closes for its body must not serve the others.
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const raw = (path: string, content: string) =>
    fetch(`${panel.address}/api${path}`, {
      ...{ method: "POST", client },
      headers: { cookie: panel.cookie, "content-type": "application/json" },
      body: content,
    }).then(async (response) => (await response.body?.cancel(), response.status)).catch(() => 0);
  const slow = "(a+)+$" + "a".repeat(40) + "!";
  const patterns = (value: string) =>
    JSON.stringify({ conditions: [{ property: "name", operator: "matches", values: [value] }] });
  await scene.task("true", { name: "a".repeat(150) + "!" });
  const attacks: [string, () => Promise<number>][] = [
    ["nested arrays", () => raw("/tasks", "[".repeat(100_000) + "]".repeat(100_000))],
    ["nested objects", () => raw("/tasks", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000))],
    [
      "a million names",
      () => raw("/tasks", `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join()}}`),
    ],
    ["50 MB", () => raw("/tasks", `{"name":"${"x".repeat(byLength(10, 50) * 1_000_000)}"}`)],
    ["a repeating pattern", () => raw("/views/count", patterns("(a+)+$"))],
    ["alternatives", () => raw("/views/count", patterns("(a|aa)+$"))],
    ["a long search", () => panel.send("GET", `/tasks?q=${encodeURIComponent(slow.repeat(20))}`).then(drain)],
    ["a long rule", () => raw("/cron/explain", JSON.stringify({ expression: "1,".repeat(500_000) }))],
  ];
  await using watching = new RepeatedAction(() => panel.request("GET", "/health"), 20);
  for (let round = 0; round < byLength(1, 5); round++) {
    for (const [what, attack] of attacks) {
      const status = await attack();
      assert.ok(status < 500, `${what}: ${status}`);
    }
  }
  await watching.end();
  const p95 = percentile(watching.durations, 0.95);
  const peak = scene.peakBytes / 1e6;
  assert.ok(peak < 500, `memory reached ${peak} MB`);
  reportFigure(
    "slow input",
    `${attacks.length} kinds, others p95 ${p95.toFixed(0)} ms, peak ${peak.toFixed(0)} MB`,
  );
});

async function drain(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}

Deno.test("hostile input: no field outside commands reaches a shell", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 8 } });
  const { panel } = scene;
  await using canaries = await temporaryFolder();
  let [sent, stored] = [0, 0];
  const send = async (method: string, path: string, content?: unknown) => {
    const response = await panel.send(method, path, content);
    const text = await response.text();
    assert.ok(
      response.status < 500,
      `${method} ${path} ${JSON.stringify(content)}: ${response.status} ${text}`,
    );
    sent++;
    if (response.ok) stored++;
    return response.ok && text.startsWith("{") ? JSON.parse(text) : null;
  };
  for (const [index, template] of shellTexts.entries()) {
    if (index % byLength(3, 1) > 0) continue;
    const text = template.replaceAll("{canary}", join(canaries.path, String(index)));
    const short = text.slice(0, 50);
    const fields = {
      labels: [short],
      serialGroup: text.slice(0, 100),
      workingDirectory: text,
      logFolder: text,
    };
    for (const [field, value] of Object.entries({ ...fields, name: text })) {
      const task = { name: "t", command: 'echo "$SUNDIAL_TASK_NAME"', schedules: "manual", [field]: value };
      const made = await send("POST", "/tasks", task);
      if (made) await send("POST", "/tasks/run", { ids: [made.id] });
    }
    await send("POST", "/variables", { name: `V_${index}`, value: text, remarks: text });
    const subscription = { name: text, type: "public_repository", schedule: { kind: "manual" } };
    for (
      const [field, value] of Object.entries({
        url: text,
        branch: text,
        alias: text,
        whitelist: text,
        extensions: text,
      })
    ) {
      const url = "https://127.0.0.1:9/a.git";
      const made = await send("POST", "/subscriptions", { url, ...subscription, [field]: value });
      if (made) await send("POST", "/subscriptions/run", { ids: [made.id] });
    }
    for (const type of ["node", "python", "deno", "linux"]) {
      await send("POST", "/dependencies", { type, name: text });
      await send("POST", "/dependencies", { type, name: "a", version: text });
    }
    await send("POST", "/scripts/debug", { path: text, content: "true", type: "sh" });
    await send("POST", "/notifications", {
      name: short,
      type: "gotify",
      fields: { gotifyUrl: text, gotifyToken: text },
    });
    await send("GET", `/logs/search?q=${encodeURIComponent(text)}`);
    await send("GET", `/tasks?q=${encodeURIComponent(text)}`);
    const file = encodeURIComponent(text.replaceAll("/", "_"));
    await send("PUT", `/files/scripts/content?path=${file}.sh`, { content: "true" });
  }
  await until("all runs to end", async () => await scene.countActive() === 0);
  const written = shellTexts.map((_, index) => join(canaries.path, String(index))).filter((path) =>
    existsSync(path)
  );
  assert.deepEqual(written, []);
  reportFigure(
    "commands in fields",
    `${shellTexts.length} texts, ${sent} calls, ${stored} accepted, none ran`,
  );
});
