// Settings for all subscriptions: a proxy, a key, and the administrator's config.sh.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Settings } from "../../server/contract/settings.ts";
import { script } from "../support/git_server.ts";
import { HttpProxy, SocksProxy } from "../support/proxies.ts";
import { hasSshd, openSshServer } from "../support/ssh_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

interface Rejection {
  status: number;
  issues: string[];
  messages: string[];
}

function set(scene: SubscriptionScene, json: Record<string, unknown>): Promise<Settings> {
  return scene.panel.json("/api/settings", { method: "PATCH", json });
}

async function rejectedChange(scene: SubscriptionScene, json: unknown, language = "en"): Promise<Rejection> {
  const response = await scene.panel.fetch("/api/settings", {
    ...{ method: "PATCH", json, headers: { "accept-language": language } },
  });
  const { issues = [] } = await response.json() as {
    issues?: { path: string; code: string; message: string }[];
  };
  return {
    status: response.status,
    issues: issues.map(({ path, code }) => `${path} ${code}`),
    messages: issues.map(({ message }) => message),
  };
}

async function config(scene: SubscriptionScene, text: string): Promise<void> {
  await Deno.writeTextFile(join(scene.dataDir, "config/config.sh"), text);
}

async function stored(scene: SubscriptionScene): Promise<string> {
  const names = ["sundial.sqlite", "sundial.sqlite-wal"];
  const read = (name: string) => Deno.readFile(join(scene.dataDir, name)).catch(() => new Uint8Array());
  const bytes = await Promise.all(names.map(read));
  return bytes.map((chunk) => new TextDecoder("latin1").decode(chunk)).join("");
}

Deno.test("settings: the panel's proxy is sealed, returned without its password, and used by pulls without one", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  await using panels = await HttpProxy.open("who:secretproxyword");
  await using own = await SocksProxy.open("own:secretproxyword");
  const subscription = await set(scene, { proxy: ` ${panels.url} ` });
  const masked = panels.url.replace("secretproxyword", "***");
  assert.equal(subscription.proxy, masked);
  assert.equal((await set(scene, { proxy: masked, title: "Mine" })).proxy, masked);
  assert.ok(!(await stored(scene)).includes("secretproxyword"));
  const { id } = await scene.create();
  const run = await scene.pull(id);
  assert.ok(panels.connections > 0);
  assert.ok(!run.log.includes("secretproxyword"));
  const before = panels.connections;
  await scene.change(id, { proxy: own.url });
  await scene.pull(id);
  assert.deepEqual([panels.connections, own.connections > 0], [before, true]);
  await scene.change(id, { proxy: "" });
  await set(scene, { proxy: null });
  await scene.pull(id);
  assert.equal(panels.connections, before);
});

Deno.test("settings: rejects an invalid proxy and a masked proxy password, in both languages", async () => {
  await using scene = await SubscriptionScene.open();
  for (const proxy of ["192.0.2.1:8080", "ftp://192.0.2.1", "http://", "http://a b", "http://h/path"]) {
    const { status, issues } = await rejectedChange(scene, { proxy });
    assert.deepEqual([status, issues], [422, ["proxy bad_proxy"]], proxy);
  }
  await set(scene, { proxy: "http://u:word@192.0.2.1:8080" });
  const other = { proxy: "http://u:***@192.0.2.2:8080" };
  const [en, zh] = [await rejectedChange(scene, other), await rejectedChange(scene, other, "zh-CN")];
  assert.deepEqual(en.issues, ["proxy proxy_password_hidden"]);
  assert.match(en.messages[0] ?? "", /password again/);
  assert.match(zh.messages[0] ?? "", /重新输入密码/);
  assert.equal((await set(scene, { proxy: "" })).proxy, null);
});

const byPanelKey =
  "settings: the panel's ssh key is used by subscriptions without their own, and never returned";
Deno.test(
  hasSshd ? byPanelKey : `${byPanelKey} (skipped: this machine has no sshd)`,
  { ignore: !hasSshd },
  async () => {
    await using scene = await SubscriptionScene.open();
    await using server = await openSshServer("a quiet harbour");
    const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
    const url = server.url(repository.path);
    const secret = server.privateKey.split("\n")[3] ?? "?";
    const { id } = await scene.create({ url });
    await scene.pull(id, "failed");
    const { privateKey } = server;
    const tries: [unknown, string][] = [
      [{ privateKey }, "sshKey.privateKey private_key_has_passphrase"],
      [{ privateKey, passphrase: "wrong one" }, "sshKey.passphrase wrong_passphrase"],
      [{ privateKey: "ssh-ed25519 AAAA" }, "sshKey.privateKey bad_private_key"],
      [{ privateKey, passphrase: "two\nlines" }, "sshKey.passphrase invalid_character"],
      [{ passphrase: "x" }, "sshKey.privateKey required"],
    ];
    for (const [sshKey, issue] of tries) {
      const { status, issues } = await rejectedChange(scene, { sshKey });
      assert.deepEqual([status, issues], [422, [issue]]);
    }
    const subscription = await set(scene, { sshKey: { privateKey, passphrase: "a quiet harbour" } });
    assert.deepEqual(subscription.sshKey, { type: "ssh-ed25519", fingerprint: server.fingerprint });
    const all = JSON.stringify([subscription, await scene.panel.json("/api/settings")]) + await stored(scene);
    for (const word of ["PRIVATE KEY", secret, "quiet harbour"]) assert.ok(!all.includes(word), word);
    await scene.pull(id);
    const privateRepository = { type: "private_repository", pullMethod: "ssh_key" };
    await scene.change(id, privateRepository);
    await scene.pull(id); // a private one then needs no key of its own
    await using stranger = await openSshServer();
    await scene.change(id, { ...privateRepository, privateKey: stranger.privateKey });
    await scene.pull(id, "failed"); // its own key takes precedence, valid or not
    await scene.change(id, { type: "public_repository" });
    await set(scene, { sshKey: null });
    assert.equal((await scene.panel.json<Settings>("/api/settings")).sshKey, null);
    await scene.pull(id, "failed");
  },
);

Deno.test("subscriptions: config.sh sets the default rule, extensions and proxy", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  await using proxy = await HttpProxy.open("who:secretproxyword");
  await config(
    scene,
    `echo said by config
base=7
export DefaultCronRule="$base 7 * * *"
if true; then RepoFileExtensions="sh  py"; fi
export ProxyUrl='${proxy.url}'
`,
  );
  await repository.commit({
    ...{ "a.sh": "echo a\n", "b.py": "# cron: 5 5 * * *\n", "c.js": script("Gamma", "1 1 * * *") },
  });
  const { id } = await scene.create();
  const run = await scene.pull(id);
  assert.match(run.log, /said by config/);
  assert.ok(proxy.connections > 0 && !run.log.includes("secretproxyword"));
  const details = async () => (await scene.tasks()).map(({ command, schedules }) => [command, ...schedules]);
  assert.deepEqual(await details(), [
    ["task owner_one/a.sh", "7 7 * * *"],
    ["task owner_one/b.py", "5 5 * * *"],
  ]);
  // The subscription's own values take precedence, and a new default rule changes no existing task.
  await config(scene, `DefaultCronRule="8 8 * * *" RepoFileExtensions=mjs\n`);
  await repository.commit({ "a.sh": "echo b\n", "d.sh": "echo d\n", "c.mjs": "" });
  await scene.change(id, { extensions: "sh", onChange: "follow" });
  await scene.pull(id);
  assert.deepEqual(await details(), [
    ["task owner_one/a.sh", "7 7 * * *"],
    ["task owner_one/d.sh", "8 8 * * *"],
  ]);
});

Deno.test("subscriptions: a config.sh that exits fails the pull and changes nothing", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create();
  await config(scene, "RepoFileExtensions=js\nexit 3\n");
  const run = await scene.pull(id, "failed");
  assert.match(run.log, /config\.sh stopped before its end, with exit code 3/);
  assert.deepEqual(await scene.files(), []);
  await config(scene, "DefaultCronRule='not a rule'\n");
  await scene.pull(id);
  await repository.commit({ "a.js": "", "b.js": "" });
  const wrong = await scene.pull(id);
  assert.match(
    wrong.log,
    /Task added, disabled until you set its schedule: b\.js b\.js: not a rule is not a valid schedule/,
  );
});
