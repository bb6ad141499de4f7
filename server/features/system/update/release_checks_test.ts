import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, makeKeys } from "../../../../tests/support/release_server.ts";
import { Bus } from "../../../engine/bus.ts";
import { systemClock } from "../../../platform/clock.ts";
import { outboundPolicies } from "../../../platform/outbound/outbound_policy.ts";
import { signRelease } from "../../../platform/release/manifest.ts";
import { readLastCheck, ReleaseChecks } from "./release_checks.ts";

const keys = makeKeys();
const signed = (version: string, at: number) => signRelease(describe(version, version, at), keys.privateKey);

Deno.test("release checks: a check overtaken by another does not overwrite its result", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-checks-" });
  const isRequested = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const now = Date.now();
  const results = [
    async () => {
      isRequested.resolve();
      await resume.promise;
      return signed("1.1.0", now - 60_000);
    },
    () => signed("1.2.0", now),
    () => signed("1.1.0", now - 60_000),
  ];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async () => new Response(await results.shift()!()),
  );
  try {
    const path = join(folder, "last-check.json");
    const checks = new ReleaseChecks({
      bus: new Bus(() => assert.fail("a listener failed")),
      clock: systemClock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      policies: outboundPolicies({ allowNetworks: ["127.0.0.1"], listedNetworks: [] }),
      address: () => `http://127.0.0.1:${server.addr.port}/`,
      proxy: () => null,
      version: "1.0.0",
      target: Deno.build.target,
      key: keys.publicKey,
      kind: "executable",
      path,
    });
    const { signal } = new AbortController();
    const slow = checks.check(signal);
    await isRequested.promise;
    assert.equal((await checks.check(signal)).release?.version, "1.2.0");
    resume.resolve();
    assert.equal((await slow).release?.version, "1.1.0");
    assert.equal(checks.last?.release?.version, "1.2.0");
    assert.equal(readLastCheck(path)?.seen, now);
    // The address is in a network that the operator did not list; the user's last result stays.
    const rejected = { code: "update_failed", params: { reason: "address_refused" } };
    await assert.rejects(checks.check(signal, "application"), rejected);
    assert.equal(checks.last?.release?.version, "1.2.0");
    await assert.rejects(checks.check(signal), { code: "update_failed" });
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
