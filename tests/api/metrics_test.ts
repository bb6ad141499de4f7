import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docsFolder } from "../support/docs_pages.ts";
import { TestPanel } from "../support/test_panel.ts";

Deno.test("metrics: the Grafana dashboard in the docs uses metrics and labels that exist, and all of them", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const task = { name: "a", command: "true", schedules: "manual" };
  await panel.request("POST", "/tasks", { body: task, headers });
  const output = String(await panel.request("GET", "/metrics", { headers }));
  const exported = [...output.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]!);

  const dashboard = readFileSync(join(docsFolder, "grafana-dashboard.json"), "utf8");
  const expressions = [...dashboard.matchAll(/"(?:expr|query)": "([^"\\]*(?:\\.[^"\\]*)*)"/g)].map((match) =>
    match[1]!
  );
  const used = new Set(expressions.flatMap((text) => text.match(/\bsundial_\w+/g) ?? []));
  assert.deepEqual([...used].filter((name) => !exported.includes(name)), [], "used, but not exported");
  // The start time is the uptime in other words.
  assert.deepEqual(exported.filter((name) => !used.has(name)), ["sundial_start_time_seconds"]);
  assert.match(output, /^sundial_tasks\{enabled="true"\} 1$/m);
  assert.match(output, /^sundial_build_info\{version="/m);
});
