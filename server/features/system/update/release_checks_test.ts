import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, makeKeys } from "../../../../tests/support/release_server.ts";
import { Bus } from "../../../engine/bus.ts";
import { systemClock } from "../../../platform/clock.ts";
import { outboundPolicies } from "../../../platform/outbound/outbound_policy.ts";
import { signRelease } from "../../../platform/release/manifest.ts";
import { readLastCheck, ReleaseChecks } from "./release_checks.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

const keys = makeKeys();
const signed = (version: string, at: number) => signRelease(describe(version, version, at), keys.privateKey);

Deno.test("release checks: a check overtaken by another does not overwrite its result", async () => {
  await using folder = await temporaryFolder();
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
    const path = join(folder.path, "last-check.json");
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
  }
});

for (const kind of ["container", "sources"] as const) {
  for (const key of [keys.publicKey, null]) {
    Deno.test(`release checks: ${kind}, ${key === null ? "without" : "with"} a key: finds what is new, and installs nothing`, async () => {
      await using folder = await temporaryFolder();
      const offered = { ...describe("1.1.0", "program"), image: "example.org/sundial:1.1.0" };
      let manifest = signRelease(offered, keys.privateKey);
      const server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(manifest),
      );
      let address: string | null = `http://127.0.0.1:${server.addr.port}/`;
      try {
        const checks = new ReleaseChecks({
          bus: new Bus(() => assert.fail("a listener failed")),
          clock: systemClock,
          logger: { debug() {}, info() {}, warn() {}, error() {} },
          policies: outboundPolicies({ allowNetworks: ["127.0.0.1"], listedNetworks: [] }),
          address: () => address,
          proxy: () => null,
          version: "1.0.0",
          target: Deno.build.target,
          key,
          kind,
          path: join(folder.path, "last-check.json"),
        });
        const { signal } = new AbortController();
        const { state, release, obstacle } = await checks.check(signal);
        assert.deepEqual([state, obstacle, release?.version], ["available", kind, "1.1.0"]);
        assert.deepEqual(release?.notes, offered.notes);
        assert.equal(readLastCheck(join(folder.path, "last-check.json"))?.seen === null, key === null);
        // What nobody has signed names nothing to run.
        assert.equal(release?.image, key === null ? null : offered.image);
        manifest = signRelease(describe("1.0.0", "program"), keys.privateKey);
        assert.equal((await checks.check(signal)).state, "latest");
        manifest = "{}";
        await assert.rejects(checks.check(signal), {
          code: "update_failed",
          params: { reason: "manifest_unreadable" },
        });
        address = null;
        await assert.rejects(checks.check(signal), {
          code: "update_impossible",
          params: { reason: "no_address" },
        });
      } finally {
        await server.shutdown();
      }
    });
  }
}
