// Variants of pulls, and those that are rejected: keys, proxies, single files, review, certificates, internal
// addresses.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { script } from "../support/git_server.ts";
import { hasSshd, openSshServer } from "../support/ssh_server.ts";
import { privateHosts } from "../support/private_hosts.ts";
import { HttpProxy, SocksProxy } from "../support/proxies.ts";
import { selfSigned } from "../support/self_signed.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";
import type { Preview } from "../../server/contract/subscriptions.ts";

const bySsh = "subscriptions: pull over ssh with a key, remember the host, and reject a changed host key";
const withSshd = hasSshd ? bySsh : `${bySsh} (skipped: this machine has no sshd)`;
Deno.test(withSshd, { ignore: !hasSshd }, async () => {
  await using scene = await SubscriptionScene.open();
  await using server = await openSshServer();
  const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({
    ...{ url: server.url(repository.path), type: "private_repository", pullMethod: "ssh_key", alias: "one" },
    privateKey: server.privateKey,
  });
  const first = await scene.pull(id);
  assert.match(first.log, /is new and was stored/);
  assert.ok(!first.log.includes("PRIVATE KEY"));
  const again = await scene.pull(id);
  assert.doesNotMatch(again.log, /is new and was stored/);
  const { keys } = await scene.panel.json<{ keys: unknown[] }>(`/api/subscriptions/${id}/host-key`);
  assert.ok(keys.length > 0);
  await server.changeHostKey();
  const rejected = await scene.pull(id, "failed");
  assert.match(rejected.log, /does not match the stored key/);
  const forgotten = await scene.panel.fetch(`/api/subscriptions/${id}/host-key/forget`, { method: "POST" });
  assert.equal(forgotten.status, 204);
  await scene.pull(id);
  await using proxy = await SocksProxy.open("who:secretproxyword");
  await scene.change(id, { proxy: proxy.url });
  await scene.pull(id);
  assert.equal(proxy.connections, 1);
});

Deno.test("subscriptions: pull through proxies of every type without exposing passwords", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const { id } = await scene.create();
  await using http = await HttpProxy.open("who:secretproxyword");
  await using socks = await SocksProxy.open("who:secretproxyword");
  for (const [index, proxy] of [http, socks].entries()) {
    await repository.commit({ "a.js": script(`Alpha ${index}`, "1 1 * * *") });
    const subscription = await scene.change(id, { proxy: proxy.url });
    assert.match(subscription.proxy, /who:\*\*\*@/);
    assert.equal((await scene.change(id, { proxy: subscription.proxy })).proxy, subscription.proxy);
    const run = await scene.pull(id);
    assert.ok(proxy.connections > 0);
    assert.ok(!run.log.includes("secretproxyword"));
  }
  await scene.change(id, { proxy: http.url.replace("secretproxyword", "wrong") });
  const rejected = await scene.pull(id, "failed");
  assert.match(rejected.log, /proxy could not connect: HTTP\/1\.1 407/);
});

Deno.test("subscriptions: a single file becomes a task, and its next content replaces the first", async () => {
  let text = "// cron: 1 1 * * *\nnew Env('Single')\n";
  const instead = (request: Request) => request.url.includes("/raw/") ? new Response(text) : null;
  await using scene = await SubscriptionScene.open({ instead });
  const { id, alias } = await scene.create({ url: scene.server.url("raw/x.y.js?token=1"), type: "file" });
  assert.equal(alias, "raw_x.y");
  await scene.pull(id);
  const [task] = await scene.tasks();
  assert.deepEqual([task?.name, task?.command, task?.schedules], ["Single", "task raw_x.y/x.y.js", [
    "1 1 * * *",
  ]]);
  text = "// second\n";
  await scene.pull(id);
  assert.equal(await scene.read("raw_x.y/x.y.js"), text);
  text = "x".repeat(21 * 1024 * 1024);
  const large = await scene.pull(id, "failed");
  assert.match(large.log, /exceeds 20971520 bytes/);
  assert.equal(await scene.read("raw_x.y/x.y.js"), "// second\n");
});

Deno.test("subscriptions: reject private addresses, also after a redirect", async () => {
  const targets = [
    "http://169.254.169.254/latest/meta-data/x.js",
    "http://127.0.0.2:1/x.js",
    "http://[::1]:1/x.js",
  ];
  const instead = (request: Request) => {
    const [, index] = /\/to(\d)\//.exec(request.url) ?? [];
    return index === undefined ? null : Response.redirect(targets[Number(index)]!, 302);
  };
  await using scene = await SubscriptionScene.open({ instead });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  for (const index of targets.keys()) {
    for (const type of ["file", "public_repository"] as const) {
      const { id } = await scene.create({
        url: scene.server.url(`to${index}/${type}.js`),
        type,
        alias: `x${index}${type}`,
      });
      const run = await scene.pull(id, "failed");
      assert.match(run.log, /internal address (169\.254\.169\.254|127\.0\.0\.2|::1)/);
    }
  }
  const spellings = [
    ...privateHosts.map((host) => `http://${host}:1/a/b.git`),
    ...["169.254.169.254", "[::ffff:127.0.0.2]"].map((host) => `ssh://${host}/a/b.git`),
  ];
  for (const [index, url] of spellings.entries()) {
    const { id } = await scene.create({ url, alias: `s${index}` });
    const run = await scene.pull(id, "failed");
    assert.match(run.log, /internal address/, url);
  }
  assert.deepEqual(await scene.files(), []);
});

Deno.test("subscriptions: follow a redirect to an allowed address after checking it", async () => {
  const instead = (request: Request) => {
    const url = new URL(request.url);
    return url.pathname.startsWith("/old/")
      ? Response.redirect(`${url.origin}${url.pathname.replace("/old/", "/owner/")}${url.search}`, 301)
      : null;
  };
  await using scene = await SubscriptionScene.open({ instead });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({ url: scene.server.url("old/one.git") });
  await scene.pull(id);
  assert.deepEqual(await scene.files(), ["old_one/a.js"]);
});

Deno.test("subscriptions: reject an untrusted certificate", async () => {
  await using scene = await SubscriptionScene.open({ tls: await selfSigned() });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  for (const [url, type] of [["owner/one.git", "public_repository"], ["owner/x.js", "file"]] as const) {
    const { id } = await scene.create({ url: scene.server.url(url), type });
    const run = await scene.pull(id, "failed");
    assert.match(run.log, /certificate/i);
  }
  assert.deepEqual(scene.server.requested, []);
});

Deno.test("subscriptions: accept a certificate the operator trusts, with git and for single files", async () => {
  const tls = await selfSigned();
  const trusted = await Deno.makeTempFile({ prefix: "sundial-trusted-" });
  await Deno.writeTextFile(trusted, tls.cert);
  const instead = (request: Request) => request.url.includes("/raw/") ? new Response("// one\n") : null;
  await using scene = await SubscriptionScene.open({ tls, instead }, { SSL_CERT_FILE: trusted });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  for (const [url, type] of [["owner/one.git", "public_repository"], ["raw/x.js", "file"]] as const) {
    const { id } = await scene.create({ url: scene.server.url(url), type });
    await scene.pull(id);
  }
  await using http = await HttpProxy.open("who:secretproxyword");
  const { id } = await scene.create({
    url: scene.server.url("owner/one.git"),
    alias: "proxied",
    proxy: http.url,
    name: "p",
  });
  await scene.pull(id);
  assert.ok(http.connections > 0);
  await Deno.remove(trusted);
});

Deno.test("subscriptions: reject protocols and networks the operator did not list", async () => {
  await using scene = await SubscriptionScene.open({}, {
    ...{ SUNDIAL_ALLOW_NETWORKS: "10.0.0.0/8", SUNDIAL_GIT_PROTOCOLS: "http" },
  });
  const { id } = await scene.create();
  const run = await scene.pull(id, "failed");
  assert.match(run.log, /127\.0\.0\.1, which is not allowed/);
  for (
    const url of [
      "https://example.org/a/b.git",
      "git@example.org:a/b.git",
      "file:///etc/a.git",
      "ext::sh -c id",
    ]
  ) {
    const response = await scene.panel.fetch("/api/subscriptions", {
      json: { name: url, type: "public_repository", url, schedule: { kind: "manual" } },
    });
    assert.equal(response.status, 422, url);
    await response.body?.cancel();
  }
});

Deno.test("subscriptions: changes wait for approval", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const first = await repository.commit({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({ review: "ask" });
  const run = await scene.pull(id);
  assert.match(run.log, /wait for approval/);
  assert.deepEqual([await scene.files(), (await scene.tasks()).length], [[".sundial-wait-1/a.js"], 0]);
  assert.equal((await scene.get(id)).waiting?.commit, first);
  const waiting = await scene.panel.json<{ changes: { tasks: { name: string }[] } }>(
    `/api/subscriptions/${id}/waiting`,
  );
  assert.deepEqual(waiting.changes.tasks.map(({ name }) => name), ["Alpha"]);
  await scene.restart();
  const unseen = await scene.panel.fetch(`/api/subscriptions/${id}/approve`, { json: { runId: 999_999 } });
  assert.equal(unseen.status, 412);
  await unseen.body?.cancel();
  await scene.panel.json(`/api/subscriptions/${id}/approve`, { method: "POST", json: undefined });
  assert.deepEqual([await scene.files(), (await scene.tasks()).length], [["owner_one/a.js"], 1]);
  const subscription = await scene.get(id);
  assert.deepEqual([subscription.commit, subscription.waiting], [first, null]);
  await repository.commit({ "b.js": script("Beta", "1 1 * * *") });
  await scene.pull(id);
  const rejected = await scene.panel.fetch(`/api/subscriptions/${id}/reject`, { method: "POST" });
  assert.equal(rejected.status, 200);
  await rejected.body?.cancel();
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
  const none = await scene.panel.fetch(`/api/subscriptions/${id}/approve`, { method: "POST" });
  assert.equal(none.status, 409);
  await none.body?.cancel();
});

Deno.test("subscriptions: pull a pinned commit only", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const first = await repository.commit({ "a.js": script("Alpha", "1 1 * * *") });
  await repository.commit({ "b.js": script("Beta", "1 1 * * *") });
  const { id } = await scene.create({
    ...{ review: "pinned", pinnedCommit: first },
  });
  await scene.pull(id);
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
});

Deno.test("subscriptions: a preview lists additions and removals and changes nothing", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({
    "a.js": script("Alpha", "1 1 * * *"),
    "b.js": "// cron: 0 0 0/2 * * nonsense\n",
  });
  const url = scene.server.url("owner/one.git");
  const see = async (body: unknown) => {
    const { runId } = await scene.panel.json<{ runId: number }>("/api/subscriptions/preview", { json: body });
    const run = await scene.end(runId);
    assert.equal(run.state, "succeeded", run.log);
    return (await scene.panel.json<Preview>(`/api/subscriptions/previews/${runId}`)).changes;
  };
  const unsaved = await see({
    input: { type: "public_repository", url, schedule: { kind: "manual" }, whitelist: "a" },
  });
  assert.deepEqual(unsaved?.tasks.map(({ kind, path }) => [kind, path]), [["added", "a.js"]]);
  const { id } = await scene.create({ url });
  const saved = await see({ id });
  assert.deepEqual(saved?.counts.tasks, { added: 2, changed: 0, removed: 0, failed: 0 });
  assert.deepEqual(
    await scene.panel.json<Preview>(`/api/subscriptions/${id}/preview`).then(({ changes }) => changes),
    saved,
  );
  // Files under review are hidden.
  const files = (await scene.files()).filter((file) => !file.startsWith(".sundial-seen-"));
  assert.deepEqual([files, await scene.tasks()], [[], []]);
  const run = await scene.pull(id);
  assert.match(
    run.log,
    /disabled until you set its schedule: b\.js b\.js: 0 0 0\/2 \* \* nonsense is not a valid/,
  );
  const narrower = await see({ id, input: { whitelist: "nothing|b" } });
  assert.deepEqual(narrower?.tasks.map(({ kind, path }) => [kind, path]), [["removed", "a.js"]]);
});

Deno.test("subscriptions: renaming the folder moves scripts and tasks", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create();
  await scene.pull(id);
  await scene.change(id, { alias: "another" });
  const command = async () => (await scene.tasks()).map(({ command }) => command);
  assert.deepEqual([await scene.files(), await command()], [["another/a.js"], ["task another/a.js"]]);
  await scene.pull(id);
  assert.deepEqual([await scene.files(), await command()], [["another/a.js"], ["task another/a.js"]]);
  const removed = await scene.panel.fetch(`/api/subscriptions/${id}?withTasks=true`, { method: "DELETE" });
  assert.equal(removed.status, 204);
  assert.deepEqual([await scene.files(), await command()], [[], []]);
});

Deno.test("subscriptions: two pulls run concurrently, and a stopped one leaves nothing", async () => {
  const slow = Promise.withResolvers<void>();
  const instead = (request: Request) =>
    request.url.includes("/slow/")
      ? new Response(
        new ReadableStream({ pull: () => slow.promise }),
      )
      : null;
  await using scene = await SubscriptionScene.open({ instead });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const slowOne = await scene.create({ url: scene.server.url("slow/x.js"), type: "file" });
  const { id } = await scene.create();
  await scene.panel.json("/api/subscriptions/run", { json: { ids: [slowOne.id] } });
  await until("the slow one to run", async () => (await scene.get(slowOne.id)).status === "running");
  await scene.pull(id);
  await until("the slow one to be requested", () => scene.server.requested.includes("GET /slow/x.js"));
  const runId = (await scene.get(slowOne.id)).activeRun?.id ?? 0;
  const job = join(scene.dataDir, "pulls", String(runId));
  assert.ok(existsSync(job));
  await scene.panel.json("/api/subscriptions/stop", { json: { ids: [slowOne.id] } });
  assert.equal((await scene.end(runId)).state, "stopped");
  slow.resolve();
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
  // They are removed once the end is announced.
  await until("the files of the stopped one to be removed", () => !existsSync(job));
});

Deno.test("subscriptions: a script running while its folder is replaced keeps its directory and output", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const waiting =
    "echo at work; until [ -e go ]; do sleep 0.05; done; echo late > late.txt; echo newer > state.txt\n";
  await repository.commit({ "a.sh": waiting });
  const { id } = await scene.create({ extensions: "sh js" });
  await scene.pull(id);
  await Deno.writeTextFile(join(scene.scripts, "owner_one/state.txt"), "old");
  const [task] = await scene.tasks();
  await scene.panel.json("/api/tasks/run", { json: { ids: [task?.id] } });
  const runId = await until("the script to run", async () => {
    const [task] = await scene.tasks();
    return task?.activeRun?.state === "running" ? task.activeRun.id : null;
  });
  const running = await until("its script to be published", async () => {
    const run = await scene.panel.json<{ scriptPath: string | null }>(`/api/runs/${runId}`);
    return run.scriptPath;
  });
  assert.equal(running, "owner_one/a.sh");
  // Not only its shell: that one would find the new folder.
  await until("the script itself to be running", async () => {
    const log = await scene.panel.fetch(`/api/runs/${runId}/log`);
    return /^at work$/m.test(await log.text());
  });
  await repository.commit({ "a.sh": waiting, "b.js": script("Beta", "1 1 * * *") });
  await scene.pull(id);
  assert.ok((await scene.files()).includes("owner_one/b.js"));
  const [aside] = [...Deno.readDirSync(scene.scripts)].filter(({ name }) =>
    name.startsWith(".sundial-aside-")
  );
  await Deno.writeTextFile(join(scene.scripts, aside?.name ?? "?", "go"), "");
  assert.equal((await scene.end(runId)).state, "succeeded");
  await until(
    "the replaced folder to be removed",
    () => ![...Deno.readDirSync(scene.scripts)].some(({ name }) => name.startsWith(".sundial-aside-")),
  );
  assert.equal(await scene.read("owner_one/late.txt"), "late\n");
  assert.equal((await scene.read("owner_one/state.txt")).trim(), "newer");
});
