// The details that the panel returns about itself, and the operations it rejects where it cannot perform
// them.
import assert from "node:assert/strict";
import type { SystemDetails } from "../../server/contract/system.ts";
import { freePort } from "../support/free_port.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

Deno.test("system: returns details, progress, metrics and licences, and why an update is impossible", async () => {
  await using dataDir = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: dataDir.path, setUp: true });
  await panel.logIn();
  const details = await panel.json<SystemDetails>("/api/system");
  assert.match(details.version, /^\d+\.\d+\.\d+/);
  assert.equal(details.deno, Deno.version.deno);
  assert.ok(details.program.kind !== "executable" && details.program.path === null);
  assert.ok(details.machine.processors >= 1 && details.machine.panelBytes > 10_000_000);
  assert.ok(details.data.parts.some(({ name, bytes }) => name === "database" && bytes > 0));
  assert.ok(details.data.diskFreeBytes! > 0);
  assert.deepEqual(await panel.json("/api/system/progress"), { current: null });
  const metrics = await (await panel.fetch("/api/metrics")).text();
  assert.match(metrics, /^sundial_build_info\{version="\d/m);
  assert.match(metrics, /^sundial_planned_tasks 0$/m);
  const { items } = await panel.json<{ items: { name: string }[] }>("/api/system/licences");
  assert.ok(items.some(({ name }) => name === "hono"));
  for (const [path, body] of [["check", undefined], ["install", { version: "9.9.9" }]] as const) {
    const response = await panel.fetch(`/api/system/update/${path}`, {
      method: "POST",
      ...(body && { json: body }),
      headers: { "accept-language": "zh" },
    });
    const problem = await response.json();
    assert.deepEqual([response.status, problem.code], [409, "update_impossible"], path);
    assert.match(problem.detail, /[a-z一-龥]/);
  }
});

Deno.test("system log: clearing is in the audit log, and a restart responds before it happens", async () => {
  await using dataDir = await temporaryFolder();
  const port = freePort();
  await using panel = await PanelProcess.start({
    dataDir: dataDir.path,
    setUp: true,
    flags: ["--port", String(port)],
  });
  await panel.logIn();
  const count = async () => (await panel.json<{ total: number }>("/api/system-log")).total;
  assert.ok(await count() > 0);
  assert.equal((await panel.fetch("/api/system-log", { method: "DELETE" })).status, 204);
  assert.equal(await count(), 0);
  const { items } = await panel.json<{ items: { act: string; actor: { name: string } }[] }>(
    "/api/audit-log",
  );
  assert.ok(
    items.some(({ act, actor }) => act === "system-log.remove" && actor.name === "mira"),
  );
  for (const query of ["level=loud", "from=yesterday", "page=0", "pageSize=501", "nothing=1"]) {
    const response = await panel.fetch(`/api/system-log?${query}`);
    assert.equal(response.status, 422, query);
    await response.body?.cancel();
  }
  const { startedAt } = await panel.json<SystemDetails>("/api/system");
  const response = await panel.fetch("/api/system/restart", { method: "POST" });
  assert.equal(response.status, 202);
  assert.ok((await response.json()).seconds > 0);
  await until(
    "another panel responds",
    () =>
      panel.json<SystemDetails>("/api/system").then(
        (details) => details.startedAt !== startedAt,
        () => false,
      ),
  );
  assert.ok(await count() > 0);
});
