import assert from "node:assert/strict";
import { sshRoute } from "./ssh_route.ts";

async function routeOf(host: string, port: number | null, ...open: string[]): Promise<[string, string[]]> {
  const tried: string[] = [];
  const route = await sshRoute({ host, port }, (host, port) => {
    tried.push(`${host}:${port}`);
    return Promise.resolve(open.includes(`${host}:${port}`));
  });
  return [`${route.host}:${route.port} ${route.isFallback}`, tried];
}

Deno.test("ssh route: port 443 of the best-known host is used only if port 22 is closed", async () => {
  const [direct, other] = ["github.com:22", "ssh.github.com:443"] as const;
  assert.deepEqual(await routeOf("github.com", null, direct, other), ["github.com:null false", [direct]]);
  assert.deepEqual(await routeOf("github.com", null, other), [`${other} true`, [direct, other]]);
  assert.deepEqual(await routeOf("github.com", 22, other), [`${other} true`, [direct, other]]);
  // Neither is open: the error is that of the address itself.
  assert.deepEqual(await routeOf("github.com", null), ["github.com:null false", [direct, other]]);
});

Deno.test("ssh route: other hosts and ports are used as they are, without a trial", async () => {
  assert.deepEqual(await routeOf("git.example", null), ["git.example:null false", []]);
  assert.deepEqual(await routeOf("github.com", 2222), ["github.com:2222 false", []]);
  assert.deepEqual(await routeOf("constructor", null), ["constructor:null false", []]);
});
