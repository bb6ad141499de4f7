import assert from "node:assert/strict";
import { HttpProxy } from "../../../../tests/support/proxies.ts";
import { OutboundPolicy } from "../../../platform/outbound/outbound_policy.ts";
import { readProxy } from "../../../platform/outbound/proxy.ts";
import { GitRelay } from "./git_relay.ts";

const name = "rebinding.example";

Deno.test("git relay: the proxy gets the checked address of a host, from git with the password only", async () => {
  const paths: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    paths.push(`${request.headers.get("host")} ${new URL(request.url).pathname}`);
    return new Response(null, { status: 404 });
  });
  const { port } = server.addr;
  await using proxy = await HttpProxy.open("who:secretproxyword");
  await using relay = await GitRelay.open({ host: name, port, secure: false }, {
    policy: new OutboundPolicy(["127.0.0.1"], () => Promise.resolve(["127.0.0.1"]), "application"),
    proxy: readProxy(proxy.url),
    signal: new AbortController().signal,
  });
  const url = `http://${name}:${port}/owner/one.git`;
  assert.match(await git(url, relay.address), /not found/);
  assert.deepEqual(paths, [`${name}:${port} /owner/one.git/info/refs`]);
  assert.match(proxy.received, new RegExp(`^CONNECT 127\\.0\\.0\\.1:${port} `));
  assert.ok(!proxy.received.includes(name));
  assert.match(await git(url, relay.address.replace(/git:[^@]+/, "git:guessed")), /unable to access/);
  assert.match(await git("http://other.example/one.git", relay.address), /unable to access|not found/);
  assert.equal(proxy.received.match(/CONNECT (?!127\.0\.0\.1)/), null);
});

/** Returns the error of a program that asks a server for its branches. */
async function git(url: string, proxy: string): Promise<string> {
  const command = new Deno.Command("git", {
    args: ["ls-remote", url],
    env: {
      ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
      ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "http.proxy", GIT_CONFIG_VALUE_0: proxy },
    },
  });
  return new TextDecoder().decode((await command.output()).stderr);
}
