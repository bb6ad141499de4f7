import assert from "node:assert/strict";
import { type Deviations, PasskeyDevice } from "../../../../tests/support/passkey_device.ts";
import { challengeOf, PasskeyError, verifyAssertion, verifyRegistration } from "./ceremony.ts";

const host = "localhost";
const party = { host, origins: ["http://localhost:5780"] };
const expected = { challenge: "Y2hhbGxlbmdl", party };
const question = { challenge: expected.challenge, host, timeoutMs: 1 };
const offer = { ...question, title: "", user: { id: "aGFuZGxl", name: "" }, known: [], proposedName: "" };

const isRejected = (error: unknown) => error instanceof PasskeyError && error.problem === "not_verified";

// Deviations that are wrong for both registration and assertion.
const wrong: Record<string, Deviations> = {
  "another challenge": { challenge: "b3RoZXI" },
  "an empty challenge": { challenge: "" },
  "another origin": { origin: "http://localhost:5781" },
  "an origin that starts like the panel's": { origin: "http://localhost:5780.example" },
  "no origin": { client: { origin: undefined } },
  "another relying party": { host: "elsewhere.example" },
  "another type": { type: "payment.get" },
  "nobody verified": { flags: 1 | 64 },
  "nobody there": { flags: 4 | 64 },
  "a frame on another site": { client: { crossOrigin: true } },
  "an enclosing page": { client: { topOrigin: "https://elsewhere.example" } },
};

for (const kind of ["ES256", "RS256"] as const) {
  const known = (device: PasskeyDevice) => ({
    ...{ credential_id: device.id, public_key: device.publicKey, algorithm: kind },
  });

  Deno.test(`passkey ceremony: accepts a valid registration and assertion, ${kind}`, async () => {
    const device = new PasskeyDevice(kind);
    device.counter = 7;
    assert.deepEqual(await verifyRegistration(device.make(offer), expected), {
      ...{ algorithm: kind, counter: 7, synced: true },
    });
    device.counter = 4_000_000_000;
    const assertion = device.show(question);
    assert.equal(challengeOf(assertion), expected.challenge);
    assert.equal(await verifyAssertion(assertion, known(device), expected), 4_000_000_000);
  });

  Deno.test(`passkey ceremony: rejects every deviation, ${kind}`, async () => {
    const device = new PasskeyDevice(kind);
    for (const [name, deviations] of Object.entries(wrong)) {
      await assert.rejects(
        verifyRegistration(device.make(offer, deviations), expected),
        isRejected,
        `registered with ${name}`,
      );
      const assertion = device.show(question, deviations);
      await assert.rejects(
        verifyAssertion(assertion, known(device), expected),
        isRejected,
        `asserted with ${name}`,
      );
    }
    const other = new PasskeyDevice(kind);
    const right = device.show(question);
    await assert.rejects(
      verifyAssertion({ ...other.show(question), id: device.id }, known(device), expected),
      isRejected,
    );
    await assert.rejects(
      verifyAssertion(right, { ...known(device), credential_id: other.id }, expected),
      isRejected,
    );
    await assert.rejects(verifyAssertion(right, known(other), expected), isRejected);
    const made = device.make(offer);
    await assert.rejects(
      verifyRegistration({ ...made, id: other.id }, expected),
      isRejected,
      "the ID of another passkey",
    );
    await assert.rejects(verifyRegistration({ ...made, publicKey: "AAAA" }, expected), isRejected, "no key");
    await assert.rejects(
      verifyRegistration(device.make(offer, { type: "webauthn.get" }), expected),
      isRejected,
    );
    await assert.rejects(
      verifyAssertion(device.show(question, { type: "webauthn.create" }), known(device), expected),
      isRejected,
    );
  });

  Deno.test(`passkey ceremony: rejects any flipped bit or added byte in signed data or signature, ${kind}`, async () => {
    const device = new PasskeyDevice(kind);
    const right = device.show(question);
    for (const field of ["authenticatorData", "clientData", "signature"] as const) {
      const bytes = Uint8Array.fromBase64(right[field], { alphabet: "base64url" });
      for (let at = 0; at < bytes.length; at++) {
        const turned = bytes.map((byte, index) => index === at ? byte ^ 1 : byte);
        const given = { ...right, [field]: turned.toBase64({ alphabet: "base64url", omitPadding: true }) };
        await assert.rejects(
          verifyAssertion(given, known(device), expected),
          isRejected,
          `${field}, byte ${at}`,
        );
      }
      const longer = Uint8Array.from([...bytes, 0]).toBase64({ alphabet: "base64url", omitPadding: true });
      await assert.rejects(
        verifyAssertion({ ...right, [field]: longer }, known(device), expected),
        isRejected,
        `${field} with an extra byte`,
      );
    }
  });
}

// Whether the first or the second of the two 256-bit numbers starts with a zero byte.
function beginsShort(signature: string): [boolean, boolean] {
  const bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
  const isShort = (at: number) => bytes[at]! < 32 || (bytes[at] === 32 && bytes[at + 1] === 0);
  return [isShort(3), isShort(5 + bytes[3]!)];
}

Deno.test("passkey ceremony: accepts valid signatures whose numbers start with zeros, one in a hundred", async () => {
  const device = new PasskeyDevice();
  const known = { credential_id: device.id, public_key: device.publicKey, algorithm: "ES256" } as const;
  const seen = [0, 0];
  // Missing one of the two in this many attempts has a probability of one in a hundred million.
  for (let n = 0; n < 5000 && !seen.every((count) => count > 0); n++) {
    const assertion = device.show(question, { counter: n });
    const short = beginsShort(assertion.signature);
    if (!short.some(Boolean)) continue;
    short.forEach((isShort, index) => seen[index]! += isShort ? 1 : 0);
    assert.equal(await verifyAssertion(assertion, known, expected), n);
  }
  assert.ok(seen.every((count) => count > 0), `${seen} short numbers occurred`);
});

Deno.test("passkey ceremony: rejects random bytes without an internal error", async () => {
  const device = new PasskeyDevice();
  const known = { credential_id: device.id, public_key: device.publicKey, algorithm: "ES256" } as const;
  const fields = ["clientData", "authenticatorData", "signature"] as const;
  for (const text of ["A", "AA", "bnVsbA", "W10", "ew", "eyJjaGFsbGVuZ2UiOjF9", "A".repeat(8000)]) {
    for (const field of fields) {
      const given = { ...device.show(question), [field]: text };
      await assert.rejects(
        verifyAssertion(given, known, expected),
        isRejected,
        `${field} ${text.slice(0, 20)}`,
      );
    }
    for (const field of ["clientData", "authenticatorData", "publicKey"]) {
      const given = { ...device.make(offer), [field]: text };
      await assert.rejects(verifyRegistration(given, expected), isRejected, `${field} ${text.slice(0, 20)}`);
    }
    assert.throws(() => challengeOf({ clientData: text }), isRejected);
  }
});
