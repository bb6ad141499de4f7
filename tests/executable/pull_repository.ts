// Pulls of a panel that has no other programs: it starts itself as the process that pulls and as the one that connects for ssh.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { GitServer, script } from "../support/git_server.ts";
import { SocksProxy } from "../support/proxies.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { openSshServer } from "../support/ssh_server.ts";
import { until } from "../support/until.ts";

const PASSPHRASE = "quiet harbour lantern";

/** Pulls over HTTP, with a command before and after. */
export async function pullByWeb(panel: PanelProcess): Promise<void> {
  await using server = await openRepository();
  const url = server.url("owner/web.git");
  const log = await pull(panel, { url, whitelist: "a\\.js", before: "echo before", after: "echo after" });
  assert.match(log, /before\n[^]*\nafter\n/);
  await assertTask(panel, "owner_web/a.js");
}

/** Pulls over ssh through a proxy, with a key that has a passphrase. */
export async function pullBySsh(panel: PanelProcess): Promise<void> {
  await using repositories = await openRepository();
  await using server = await openSshServer(PASSPHRASE);
  await using proxy = await SocksProxy.open("who:word");
  await pull(panel, {
    ...{ url: server.url(join(repositories.root, "owner/web.git")), alias: "by_ssh", proxy: proxy.url },
    ...{ type: "private_repository", pullMethod: "ssh_key", privateKey: server.privateKey },
    passphrase: PASSPHRASE,
  });
  assert.equal(proxy.connections, 1);
  await assertTask(panel, "by_ssh/a.js");
}

async function openRepository(): Promise<GitServer> {
  const server = new GitServer();
  await (await server.repository("owner/web.git")).commit({ "a.js": script("Alpha", "1 1 * * *") });
  return server;
}

async function pull(panel: PanelProcess, input: Record<string, unknown>): Promise<string> {
  const manual = { name: input["url"], type: "public_repository", schedule: { kind: "manual" } };
  const { id } = await panel.json<Subscription>("/api/subscriptions", { json: { ...manual, ...input } });
  await panel.json("/api/subscriptions/run", { json: { ids: [id] } });
  const run = await until("the pull to end", async () => {
    const { items } = await panel.json<{ items: Run[] }>(`/api/subscriptions/${id}/runs`);
    return items[0]?.finishedAt ? items[0] : null;
  });
  const log = await (await panel.fetch(`/api/runs/${run.id}/log`)).text();
  assert.equal(run.state, "succeeded", log);
  return log;
}

async function assertTask(panel: PanelProcess, path: string): Promise<void> {
  const { items } = await panel.json<{ items: Task[] }>("/api/tasks");
  assert.ok(items.some(({ command }) => command === `task ${path}`), path);
}
