// Private keys with a passphrase, and what is visible of secrets while they are in use.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { SubscriptionInput } from "../../server/contract/subscriptions.ts";
import { script } from "../support/git_server.ts";
import { SocksProxy } from "../support/proxies.ts";
import { type Sampled, sampleWhile } from "../support/sample_processes.ts";
import { hasSshd, openSshServer, type SshServer } from "../support/ssh_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

const PASSPHRASE = "quiet harbour lantern";
const PROXY_PASSWORD = "secretproxyword";

function named(name: string): string {
  return hasSshd ? name : `${name} (skipped: this machine has no sshd)`;
}

function privateInput(server: SshServer, path: string): SubscriptionInput {
  return {
    ...{ url: server.url(path), type: "private_repository", pullMethod: "ssh_key", alias: "one" },
    ...{ name: "one", schedule: { kind: "manual" } },
  };
}

async function issuesOf(scene: SubscriptionScene, json: unknown, language = "en") {
  const headers = { "accept-language": language };
  const response = await scene.panel.fetch("/api/subscriptions", { json, headers });
  const { issues } = await response.json() as { issues: { path: string; code: string; message: string }[] };
  assert.equal(response.status, 422);
  return issues.map(({ path, code, message }) => ({ issue: `${path} ${code}`, message }));
}

Deno.test(
  named("subscriptions: a key with a passphrase is decrypted when saved, and rejected with a wrong one"),
  { ignore: !hasSshd },
  async () => {
    await using scene = await SubscriptionScene.open();
    await using server = await openSshServer(PASSPHRASE);
    const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
    const base = { ...privateInput(server, repository.path), privateKey: server.privateKey };
    const output = async (json: unknown, language?: string) => (await issuesOf(scene, json, language))[0];
    assert.equal((await output(base))?.issue, "privateKey private_key_has_passphrase");
    const wrong = { ...base, passphrase: "nothing of the kind" };
    assert.deepEqual(await output(wrong), {
      ...{ issue: "passphrase wrong_passphrase", message: "This passphrase does not unlock the key" },
    });
    assert.equal((await output(wrong, "zh-CN"))?.message, "该口令无法解锁密钥");
    const alone = { ...base, privateKey: null, passphrase: PASSPHRASE };
    assert.equal((await output(alone))?.issue, "privateKey required");
    const { id, privateKeySet } = await scene.create({ ...base, passphrase: PASSPHRASE });
    assert.equal(privateKeySet, true);
    assert.ok(!JSON.stringify(await scene.get(id)).includes("harbour"));
    await scene.pull(id);
    assert.deepEqual(await scene.files(), ["one/a.js"]);
    await scene.change(id, { name: "another name" });
    assert.equal((await scene.pull(id)).state, "succeeded", "the key stays when other fields change");
  },
);

Deno.test(
  named("subscriptions: no secret of an ssh pull appears in an argument list or environment"),
  { ignore: !hasSshd },
  async () => {
    await using scene = await SubscriptionScene.open();
    await using server = await openSshServer(PASSPHRASE);
    await using proxy = await SocksProxy.open(`who:${PROXY_PASSWORD}`);
    const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
    const input = { ...privateInput(server, repository.path), proxy: proxy.url };
    const saved = await sampleWhile(() =>
      scene.create({ ...input, privateKey: server.privateKey, passphrase: PASSPHRASE })
    );
    assert.ok(saved.arguments.some((line) => line.includes("ssh-keygen")), "its decryption was observed");
    const { id } = saved.result;
    const pulled = await sampleWhile(() => scene.pull(id));
    assert.equal(proxy.connections, 1);
    for (const program of ["ssh ", "git ", "__connect"]) {
      assert.ok(pulled.arguments.some((line) => line.includes(program)), `${program} was observed`);
    }
    const lines = server.privateKey.split("\n").filter((line) => line.length > 20 && !line.startsWith("-"));
    unseen([saved, pulled], [PASSPHRASE, PROXY_PASSWORD, "BEGIN OPENSSH", ...lines]);
    assert.ok(!pulled.result.log.includes(PROXY_PASSWORD));
    const left = [...Deno.readDirSync(join(scene.dataDir, "pulls"))].map(({ name }) => name);
    assert.ok(!left.some((name) => name.startsWith("key-")), String(left));
  },
);

function unseen(seen: readonly Sampled[], secrets: readonly string[]): void {
  for (const { arguments: lines, environments } of seen) {
    for (const text of [...lines, ...environments]) {
      for (const secret of secrets) assert.ok(!text.includes(secret), text);
    }
  }
}
