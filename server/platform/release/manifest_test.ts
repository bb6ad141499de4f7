import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { compareVersions, openRelease, ReleaseError, type ReleaseManifest, signRelease } from "./manifest.ts";

const now = Date.UTC(2026, 5, 1);

function keys() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    pem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    key: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
  };
}

const manifest: ReleaseManifest = {
  version: "1.2.3",
  releasedAt: new Date(now - 1_000).toISOString(),
  expiresAt: new Date(now + 1_000).toISOString(),
  notes: { en: "new", zh: "新" },
  assets: { "x86_64-unknown-linux-gnu": { address: "sundial", size: 5, sha256: "0".repeat(64) } },
  image: null,
};

function rejection(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    assert.ok(error instanceof ReleaseError, String(error));
    return error.error;
  }
}

Deno.test("release manifest: is verified with its own key and no other", () => {
  const [mine, theirs] = [keys(), keys()];
  const text = signRelease(manifest, mine.pem);
  assert.deepEqual(openRelease(text, { key: mine.key, now, seen: null }), manifest);
  assert.equal(rejection(() => openRelease(text, { key: theirs.key, now, seen: null })), "signature_wrong");
  assert.equal(rejection(() => openRelease(text, { key: "no key", now, seen: null })), "signature_wrong");
});

Deno.test("release manifest: rejects any changed bit in the text or in its signature", () => {
  const { pem, key } = keys();
  const signed = JSON.parse(signRelease(manifest, pem)) as Record<string, string>;
  for (const name of ["release", "signature"]) {
    const bytes = Uint8Array.from(atob(signed[name]!), (sign) => sign.charCodeAt(0));
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = bytes.map((byte, index) => index === at ? byte ^ 1 : byte);
      const text = JSON.stringify({ ...signed, [name]: btoa(String.fromCharCode(...changed)) });
      assert.equal(
        rejection(() => openRelease(text, { key, now, seen: null })),
        "signature_wrong",
        `${name} ${at}`,
      );
    }
  }
});

Deno.test("release manifest: rejects one that has expired, or is older than one seen before", () => {
  const { pem, key } = keys();
  const text = signRelease(manifest, pem);
  assert.equal(rejection(() => openRelease(text, { key, now: now + 1_000, seen: null })), "manifest_expired");
  assert.equal(rejection(() => openRelease(text, { key, now, seen: now })), "manifest_replayed");
  assert.equal(rejection(() => openRelease(text, { key, now, seen: now - 1_000 })), null);
});

Deno.test("release manifest: distinguishes unreadable from forged manifests", () => {
  const { key } = keys();
  for (const text of ["", "<html>", "{}", "null", `{"release":1}`]) {
    assert.equal(rejection(() => openRelease(text, { key, now, seen: null })), "manifest_unreadable", text);
  }
  assert.throws(() => signRelease({ ...manifest, version: "latest" }, keys().pem));
});

Deno.test("version order: follows Semantic Versioning", () => {
  const inOrder = [
    "0.9.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.10",
    "1.2.0",
    "10.0.0",
  ];
  for (const [at, version] of inOrder.entries()) {
    for (const [other, than] of inOrder.entries()) {
      assert.equal(
        Math.sign(compareVersions(version, than)!),
        Math.sign(at - other),
        `${version} and ${than}`,
      );
    }
  }
  assert.equal(compareVersions("1.0.0+build", "1.0.0"), 0);
  for (const text of ["1.0", "v1.0.0", "", "1.0.0.0", "latest"]) {
    assert.equal(compareVersions(text, "1.0.0"), null);
  }
});
