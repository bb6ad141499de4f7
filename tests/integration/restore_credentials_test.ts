// Credentials revoked since a backup stay revoked after it is restored, over HTTP on a real panel.
import assert from "node:assert/strict";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const username = "mira";
const [oldPassword, password] = ["correct horse battery", "another horse entirely"];

Deno.test("restore: old passwords, deleted applications, old secrets and sessions stay invalid", async () => {
  await using root = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: root.path });
  await panel.request("POST", "/initialization", { username, password: oldPassword });
  const scopes = ["tasks:read"];
  const deleted = await panel.request("POST", "/applications", { name: "Deleted", scopes });
  const leaked = await panel.request("POST", "/applications", { name: "Leaked", scopes });
  const { id } = await panel.request("POST", "/backups", {});
  await until(
    "the backup",
    async () => (await panel.request("GET", "/backups")).items[0].state === "ready",
  );
  await panel.request("POST", "/account/password", { current: oldPassword, next: password });
  await panel.request("DELETE", `/applications/${deleted.id}`);
  const renewed = await panel.request("POST", `/applications/${leaked.id}/secret`);
  const { cookie } = panel;
  await panel.request("POST", "/backups/restore", { backupId: id });
  await until("the panel to require a login", async () => {
    const response = await panel.send("GET", "/tasks").catch(() => null);
    await response?.body?.cancel();
    return response?.status === 401;
  });
  const tries: [path: string, body: unknown][] = [
    ["/auth/login", { username, password: oldPassword }],
    ["/auth/token", { clientId: deleted.clientId, clientSecret: deleted.clientSecret }],
    ["/auth/token", { clientId: leaked.clientId, clientSecret: leaked.clientSecret }],
    ["/auth/token", { clientId: renewed.clientId, clientSecret: renewed.clientSecret }],
  ];
  const codes: unknown[] = [];
  for (const [path, body] of tries) {
    const response = await panel.send("POST", path, body);
    codes.push((await response.json()).code ?? response.status);
  }
  assert.deepEqual(codes, ["wrong_credentials", "application_suspended", "wrong_credentials", 200]);
  const session = await fetch(`${panel.address}/api/tasks`, { headers: { cookie } });
  assert.equal(session.status, 401, await session.text());
  await panel.request("POST", "/auth/login", { username, password });
  const { items } = await panel.request("GET", "/applications?sort=name");
  const applications = items.map((
    item: { name: string; suspended: boolean },
  ) => [item.name, item.suspended]);
  assert.deepEqual(applications, [["Deleted", true], ["Leaked", false]]);
  await panel.request("POST", `/applications/${deleted.id}/enable`);
  const { clientId, clientSecret } = deleted;
  assert.ok((await panel.request("POST", "/auth/token", { clientId, clientSecret })).token);
});
