// Text of logs in any response, for callers with one permission each: whatever contains it needs `logs:read`.
import assert from "node:assert/strict";
import { type Scope, scopes } from "../../server/contract/scopes.ts";
import { bearer, makeApplication, tokenOf } from "../support/applications.ts";
import { listCompatibleEndpoints, listEndpoints } from "../support/endpoints.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";
import { isLong } from "../support/suite_length.ts";

type Headers = Record<string, string>;

const mark = "zebra-4711";
/** What some routes need; none repeats it in its answer. */
const queries = [`?q=${mark}`, `?path=&q=${mark}&in=contents`, "?ids=1"];
const logScopes: readonly Scope[] = ["logs:read", "logs:write"];
/** Whoever may write tasks can read every log with a command; old clients have this permission only. */
const exceptions = new Set(["tasks:write GET /open/crons/1/log"]);

Deno.test("log scope: no response contains text of a log for a caller that may not read logs", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  await writeLogs(panel, admin);
  const compatible = await listCompatibleEndpoints(panel, admin);
  const reads = [
    ...await listEndpoints(panel, admin),
    // Below /api are the same.
    ...compatible.filter(({ path }) => path.startsWith("/open/")),
  ].filter(({ method, stepUp }) => method === "GET" && !stepUp);
  const leaks: string[] = [];
  const found = new Set<string>();
  // Write includes read, and a scope takes nothing away: what none of several may read, each of them may not.
  const each = scopes.filter((scope) => scope.endsWith(":write") || scope === "tasks:read");
  const others = each.filter((scope) => scope !== "tasks:write" && !logScopes.includes(scope));
  const callers: Scope[][] = isLong ? each.map((scope) => [scope]) : [others, ["tasks:write"]];
  for (const has of [...callers, scopes]) {
    const headers = bearer(await tokenOf(panel, await makeApplication(panel, admin, has.join(), has)));
    for (const { path } of reads) {
      const text = await readText(panel, path, headers);
      if (!text.includes(mark)) continue;
      if (has.some((scope) => logScopes.includes(scope))) found.add(path);
      else if (!exceptions.has(`${has.join()} GET ${path}`)) leaks.push(`${has.join()}: ${path}`);
    }
    const answers = await callTools(panel, headers);
    if (!has.some((scope) => logScopes.includes(scope)) && answers.includes(mark)) leaks.push(`${has}: MCP`);
  }
  assert.deepEqual(leaks, []);
  // Otherwise there was nothing to find.
  for (
    const path of [
      ...["/runs/1/log", "/runs/1/log/search", "/runs/failures", "/overview", "/logs/search"],
      ...["/notifications/deliveries", "/dependencies", "/dependencies/1", "/dependencies/1/log"],
      ...["/open/crons/1/log", "/open/subscriptions/1/log", "/open/dependencies/1"],
    ]
  ) {
    assert.ok(found.has(path), `${path} does not contain the mark: ${[...found].join(" ")}`);
  }
});

Deno.test("log scope: who may not read logs decides nowhere that they are sent", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  const own = { type: "webhook", fields: { webhookUrl: "http://192.0.2.1/$title", webhookMethod: "POST" } };
  const headers = bearer(
    await tokenOf(panel, await makeApplication(panel, admin, "notifier", ["notifications:write"])),
  );
  const refuse = async (method: string, path: string, body?: unknown) => {
    const response = await panel.send(method, path, { headers, ...(body !== undefined && { body }) });
    const { code } = await response.json();
    assert.deepEqual([response.status, code], [403, "scope_missing"], `${method} ${path}`);
  };
  await refuse("POST", "/notifications", { ...own, name: "first, with the default rule" });
  const owners = await panel.request("POST", "/notifications", {
    headers: admin,
    body: { ...own, name: "owner's" },
  });
  await refuse("POST", "/notifications", { ...own, name: "new default", isDefault: true });
  await refuse("PATCH", `/notifications/${owners.id}`, { fields: own.fields });
  const added = await panel.request("POST", "/notifications", { headers, body: { ...own, name: "own" } });
  await refuse("PATCH", `/notifications/${added.id}`, { isDefault: true });
  await refuse("DELETE", `/notifications/${owners.id}`);
  const { rules } = await panel.request("GET", "/notifications/rules", { headers });
  const rule = { ...rules[0], id: undefined, name: "own", channelIds: [added.id] };
  await refuse("PUT", "/notifications/rules", { rules: [...rules, rule] });
  await refuse("PUT", "/notifications/rules", { rules: [...rules, { ...rule, content: "{task}: {log}" }] });
  await refuse("PUT", "/notifications/rules", { rules: [{ ...rules[0], channelIds: [added.id] }] });
  const brief = { ...rule, content: "{task}: {outcome}" };
  await panel.request("PUT", "/notifications/rules", { headers, body: { rules: [...rules, brief] } });
  await panel.request("PATCH", `/notifications/${added.id}`, { headers, body: { fields: own.fields } });
});

async function writeLogs(panel: TestPanel, headers: Headers): Promise<void> {
  const fields = { webhookUrl: "http://127.0.0.1:1/$title", webhookMethod: "POST" };
  await panel.request("POST", "/notifications", { headers, body: { name: "hook", type: "webhook", fields } });
  // The mark is in the log only, not in the command.
  const task = { name: "marked", command: "printf 'zebra-%d\\n' 4711; exit 1", schedules: "manual" };
  await panel.request("POST", "/tasks", { headers, body: task });
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [1] } });
  await until("the message of the failed run", async () => {
    const { items } = await panel.request("GET", "/notifications/deliveries", { headers });
    return items.some(({ content }: { content: string }) => content.includes(mark));
  });
  const { id: _, ...run } = await panel.db.selectFrom("run").selectAll().executeTakeFirstOrThrow();
  const { id } = await panel.db.insertInto("subscription").values({
    ...{
      name: "odd",
      type: "public_repository",
      url: "https://example.invalid/a/b.git",
      branch: "",
      alias: "x",
    },
    ...{ username: "", schedule_json: '{"kind":"manual"}', whitelist: "", blacklist: "" },
    ...{ dependency_words: "", extensions: "", auto_add: 1, auto_delete: 1, on_change: "keep" },
    ...{ review: "never", enabled: 1, cursor_at: 0, created_at: 0, updated_at: 0, version: 1 },
  } as never).returning("id").executeTakeFirstOrThrow();
  await panel.db.insertInto("run").values({ ...run, task_id: null, subscription_id: Number(id) } as never)
    .execute();
  await panel.db.insertInto("dependency").values({
    ...{ type: "node", name: "broken", remarks: "", state: "install_failed", act: "install" },
    ...{ reason: `npm error ${mark}`, run_id: 1, created_at: 1, updated_at: 1, version: 1 },
  } as never).execute();
}

/** Returns the text of a response; of a stream nothing, because it does not end. */
async function readText(panel: TestPanel, path: string, headers: Headers): Promise<string> {
  const response = await panel.send("GET", path, { headers });
  if (response.headers.get("content-type")?.includes("event-stream")) {
    await response.body?.cancel();
    return "";
  }
  const text = await response.text();
  if (response.status !== 422) return text;
  const searched = queries.map(async (query) =>
    await (await panel.send("GET", path + query, { headers })).text()
  );
  return (await Promise.all(searched)).join("\n");
}

async function callTools(panel: TestPanel, headers: Headers): Promise<string> {
  const accept = { ...headers, accept: "application/json, text/event-stream" };
  const call = async (method: string, params: unknown) => {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    return await (await panel.send("POST", "/mcp", { body, headers: accept })).text();
  };
  const listed = await call("tools/list", {});
  const names = [...listed.matchAll(/"name":"((?:get|list|read|search|why)_\w+)"/g)].map(([, name]) => name);
  const args = { taskId: 1, runId: 1, q: "zebra" };
  const answers = [];
  for (const name of names) {
    for (const key of [["taskId"], ["runId"], ["runId", "q"], []]) {
      const given = Object.fromEntries(Object.entries(args).filter(([one]) => key.includes(one)));
      answers.push(await call("tools/call", { name, arguments: given }));
    }
  }
  return answers.join("\n");
}
