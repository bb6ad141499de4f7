import assert from "node:assert/strict";
import type { StatusPage } from "../../server/contract/status_pages.ts";
import { makeApplication } from "../support/compatible_client.ts";
import { TestPanel } from "../support/test_panel.ts";

interface Row {
  name: string;
  outcome?: "succeeded" | "failed" | "stopped";
  enabled?: boolean;
  labels?: string[];
}

async function addTask(panel: TestPanel, headers: Record<string, string>, row: Row): Promise<void> {
  const { name, outcome, enabled = true, labels = ["shop"] } = row;
  const body = { name, command: "true", schedules: ["0 0 1 1 *"], labels, enabled };
  const { id } = await panel.request("POST", "/tasks", { headers, body });
  if (outcome === undefined) return;
  const last = { last_run_id: id, last_started_at: Date.UTC(2027, 2, 28, 9, 15), last_outcome: outcome };
  await panel.db.updateTable("task").set(last).where("id", "=", id).execute();
}

async function read(panel: TestPanel, path: string, language = "en") {
  const response = await panel.send("GET", path.replace(/^\/api/, ""), {
    headers: { "accept-language": language },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

Deno.test("status pages: show the tasks of a label to anyone with the address, and nothing else", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  await addTask(panel, headers, { name: "Broken & <b>bold</b>", outcome: "failed" });
  await addTask(panel, headers, { name: "Works", outcome: "succeeded" });
  await addTask(panel, headers, { name: "New" });
  await addTask(panel, headers, { name: "Disabled", enabled: false });
  await addTask(panel, headers, { name: "Elsewhere", labels: ["shopping"] });
  assert.deepEqual(await panel.request("GET", "/status-pages", { headers }), { items: [] });
  const page = await panel.request("POST", "/status-pages", {
    headers,
    body: { label: " shop " },
  }) as StatusPage;
  assert.equal(page.label, "shop");
  assert.match(page.path, /^\/api\/status\/[\w-]{43}$/);
  assert.deepEqual(await panel.request("GET", "/status-pages", { headers }), { items: [page] });

  const html = await read(panel, page.path);
  assert.equal(html.status, 200);
  assert.match(html.text, /1 failing, 1 task works, 1 not run yet/);
  assert.match(html.text, /Broken &amp; &lt;b&gt;bold&lt;\/b&gt;[^]*Failing[^]*28 Mar 2027, 09:15/);
  assert.match(html.text, /Works[^]*OK/);
  assert.match(html.text, /New[^]*Not run yet/);
  assert.doesNotMatch(html.text, /Disabled|Elsewhere|<script|command|"true"/);
  assert.equal(html.headers.get("x-robots-tag"), "noindex");
  assert.match((await read(panel, page.path, "zh")).text, /1 个失败，1 个任务正常，1 个尚未运行/);

  const badge = await read(panel, `${page.path}/badge.svg`);
  assert.match(badge.text, /^<svg [^]*shop: 1 failing/);
  assert.deepEqual(
    ["content-type", "cross-origin-resource-policy"].map((name) => badge.headers.get(name)),
    ["image/svg+xml", "cross-origin"],
  );
  assert.equal(html.headers.get("cross-origin-resource-policy"), "same-origin");
});

Deno.test("status pages: a task that should have run and did not is no fine one", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  await addTask(panel, headers, { name: "Sync", outcome: "succeeded" });
  const due_at = Date.now() - 90_000;
  const { id } = await panel.db.updateTable("task").set({ planned_at: 0, last_started_at: due_at - 1 })
    .returning("id").executeTakeFirstOrThrow();
  await panel.db.insertInto("run").values({
    ...{
      task_id: id,
      task_name: "Sync",
      cause: "schedule",
      state: "skipped",
      skip_reason: "no_node",
      due_at,
    },
    ...{ queued_at: due_at, start_after: due_at, finished_at: due_at, queue_rank: 0, queue_order: 0 },
    ...{ due_count: 1, attempt: 1 },
  }).execute();
  const page = await panel.request("POST", "/status-pages", {
    headers,
    body: { label: "shop" },
  }) as StatusPage;
  assert.match((await read(panel, page.path)).text, /1 overdue<[^]*Sync[^]*Overdue/);
  assert.match((await read(panel, `${page.path}/badge.svg`)).text, /shop: 1 overdue/);
});

Deno.test("status pages: an address ends with its page, and a new page has another", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const create = async () =>
    await panel.request("POST", "/status-pages", { headers, body: { label: "night" } }) as StatusPage;
  const first = await create();
  const again = await panel.send("POST", "/status-pages", { headers, body: { label: "night" } });
  assert.deepEqual([again.status, (await again.json()).issues[0].code], [422, "name_taken"]);
  assert.match((await read(panel, first.path)).text, /No task has this label/);
  assert.match((await read(panel, `${first.path}/badge.svg`)).text, /night: no tasks/);
  await panel.request("DELETE", `/status-pages/${first.id}`, { headers });
  for (const path of [first.path, `${first.path}/badge.svg`]) {
    const { status, text } = await read(panel, path);
    assert.equal(status, 404);
    assert.doesNotMatch(text, /night/);
  }
  assert.notEqual((await create()).path, first.path);
  const missing = await panel.send("DELETE", "/status-pages/99", { headers });
  await missing.body?.cancel();
  assert.equal(missing.status, 404);
  const { items } = await panel.request("GET", "/audit-log", { headers });
  const entries = items.map(({ act, object }: { act: string; object: string | null }) => [act, object]);
  assert.ok(
    entries.some(([act, object]: string[]) => act === "status-pages.create" && object === "night"),
    String(entries),
  );
  assert.doesNotMatch(JSON.stringify(items), new RegExp(first.path.slice(-43)));
});

Deno.test("status pages: only users manage them, and no other address is one", async () => {
  await using panel = await TestPanel.open();
  const { clientId, clientSecret } = await makeApplication(panel, ["tasks:write", "system:write"]);
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  const application = { authorization: `Bearer ${token}` };
  for (
    const [method, path] of [["GET", "/status-pages"], ["POST", "/status-pages"], [
      "DELETE",
      "/status-pages/1",
    ]]
  ) {
    const body = method === "POST" ? { label: "x" } : undefined;
    const response = await panel.send(method!, path!, { headers: application, ...(body && { body }) });
    await response.body?.cancel();
    assert.equal(response.status, 403, `${method} ${path}`);
  }
  assert.equal((await read(panel, `/api/status/${"x".repeat(43)}`)).status, 404);
  assert.equal((await read(panel, "/api/status/short")).status, 404);
});
