// Proxies over TLS, and proxies that require authentication.
import assert from "node:assert/strict";
import { script } from "../support/git_server.ts";
import { HttpsProxy, SocksProxy } from "../support/proxies.ts";
import { selfSigned } from "../support/self_signed.ts";
import { hasSshd, openSshServer } from "../support/ssh_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

const LOGIN = "who:secretproxyword";

async function trustedFile(cert: string): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "sundial-trusted-" });
  await Deno.writeTextFile(file, cert);
  return file;
}

const raw = (request: Request) => request.url.includes("/raw/") ? new Response("// one\n") : null;

Deno.test("subscriptions: use a proxy with a trusted certificate, by every protocol", async () => {
  const tls = await selfSigned();
  const trusted = await trustedFile(tls.cert);
  for (const isSecure of [false, true]) {
    await using scene = await SubscriptionScene.open(
      { instead: raw, ...(isSecure ? { tls } : {}) },
      { SSL_CERT_FILE: trusted },
    );
    await using proxy = HttpsProxy.openWith(LOGIN, tls);
    await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
    const sources = [["owner/one.git", "public_repository"], ["raw/x.js", "file"]] as const;
    for (const [url, type] of sources) {
      const before = proxy.connections;
      const { id } = await scene.create({ url: scene.server.url(url), type, proxy: proxy.url });
      const run = await scene.pull(id);
      assert.equal(run.state, "succeeded", `${type} ${isSecure} ${run.log}`);
      assert.ok(proxy.connections > before, type);
      assert.ok(!run.log.includes("secretproxyword"));
    }
  }
  await Deno.remove(trusted);
});

Deno.test(
  `subscriptions: use such a proxy over ssh${hasSshd ? "" : " (skipped: this machine has no sshd)"}`,
  { ignore: !hasSshd },
  async () => {
    const tls = await selfSigned();
    const trusted = await trustedFile(tls.cert);
    await using scene = await SubscriptionScene.open({}, { SSL_CERT_FILE: trusted });
    await using server = await openSshServer();
    await using proxy = HttpsProxy.openWith(LOGIN, tls);
    const repository = await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
    const { id } = await scene.create({
      ...{ url: server.url(repository.path), type: "private_repository", pullMethod: "ssh_key" },
      ...{ privateKey: server.privateKey, proxy: proxy.url },
    });
    await scene.pull(id);
    assert.equal(proxy.connections, 1);
    await Deno.remove(trusted);
  },
);

Deno.test("subscriptions: a proxy with an untrusted or wrong certificate gets no password", async () => {
  const [untrusted, other] = [await selfSigned(), await selfSigned("proxy.example")];
  const trusted = await trustedFile(other.cert);
  await using scene = await SubscriptionScene.open({ instead: raw }, { SSL_CERT_FILE: trusted });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  for (const tls of [untrusted, other]) {
    await using proxy = HttpsProxy.openWith(LOGIN, tls);
    for (const [url, type] of [["owner/one.git", "public_repository"], ["raw/x.js", "file"]] as const) {
      const { id } = await scene.create({
        ...{ url: scene.server.url(url), type, proxy: proxy.url, name: `${type} ${proxy.port}` },
        alias: `x${proxy.port}_${type}`,
      });
      const run = await scene.pull(id, "failed");
      assert.match(run.log, /certificate|not valid for name|hostname|altnames/i);
    }
    assert.deepEqual([proxy.connections, proxy.received], [0, ""]);
  }
  await Deno.remove(trusted);
});

Deno.test("subscriptions: log in to a SOCKS5 proxy, and fail with a wrong password", async () => {
  await using scene = await SubscriptionScene.open({ instead: raw });
  await using proxy = await SocksProxy.open("who%40home:a%20secret%2Fproxy%20word");
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  for (const [url, type] of [["owner/one.git", "public_repository"], ["raw/x.js", "file"]] as const) {
    const { id } = await scene.create({ url: scene.server.url(url), type, proxy: proxy.url });
    const before = proxy.connections;
    const run = await scene.pull(id);
    assert.ok(proxy.connections > before);
    for (const word of ["a secret", "a%20secret"]) assert.ok(!run.log.includes(word));
    await scene.change(id, { proxy: proxy.url.replace("proxy%20word", "nothing") });
    const rejected = await scene.pull(id, "failed");
    assert.match(rejected.log, /proxy could not connect: wrong username or password/);
  }
});
