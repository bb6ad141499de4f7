import assert from "node:assert/strict";
import { sha256 } from "../../platform/tokens.ts";
import { isSecretOf, newClientId, newClientSecret } from "./keys.ts";

Deno.test("keys: have the right length, all character classes, no leading dash, and are unique", () => {
  const made = Array.from({ length: 500 }, () => [newClientId(), newClientSecret()]);
  for (const [id = "", secret = ""] of made) {
    assert.match(id, /^[A-Za-z0-9_][A-Za-z0-9_-]{11}$/);
    assert.match(secret, /^[A-Za-z0-9_][A-Za-z0-9_-]{23}$/);
    for (const sign of [/[A-Za-z]/, /\d/, /[-_]/]) assert.ok(sign.test(id) && sign.test(secret));
  }
  assert.equal(new Set(made.flat()).size, 1000);
});

Deno.test("keys: a secret matches only its own hash, and never a missing one", () => {
  const secret = newClientSecret();
  assert.equal(isSecretOf(secret, sha256(secret)), true);
  assert.equal(isSecretOf(`${secret}x`, sha256(secret)), false);
  assert.equal(isSecretOf("", undefined), false);
});
