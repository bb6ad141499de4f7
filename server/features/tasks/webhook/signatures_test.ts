import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { WebhookSignature } from "../../../contract/webhooks.ts";
import { Webhook } from "standardwebhooks";
import { newSecret, signStandard, verify } from "./signatures.ts";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const bytes = (text: string) => new TextEncoder().encode(text);

async function check(
  signature: WebhookSignature,
  { secret, headers, body, now = NOW }: {
    secret: string;
    headers: Record<string, string>;
    body: string | Uint8Array;
    now?: number;
  },
): Promise<string> {
  const content = typeof body === "string" ? bytes(body) : body;
  const verdict = await verify({ signature, secret }, { headers: new Headers(headers), body: content }, now);
  return verdict.isSigned ? `signed ${verdict.senderId} ${verdict.receipts.length}` : verdict.reason;
}

// From the documentation of GitHub.
const github = {
  secret: "It's a Secret to Everybody",
  body: "Hello, World!",
  headers: {
    "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
  },
};

Deno.test("webhook signatures: accepts the example that GitHub documents, and no other body or secret", async () => {
  assert.equal(await check("github", github), "signed null 1");
  const headers = { ...github.headers, "x-github-delivery": "72d3162e" };
  assert.equal(await check("github", { ...github, headers }), "signed 72d3162e 2");
  assert.equal(await check("github", { ...github, body: "Hello, World" }), "signature");
  assert.equal(await check("github", { ...github, secret: "it's a Secret to Everybody" }), "signature");
  assert.equal(await check("github", { ...github, headers: {} }), "signature");
  const sha1 = `sha1=${createHmac("sha1", github.secret).update(github.body).digest("hex")}`;
  assert.equal(await check("github", { ...github, headers: { "x-hub-signature": sha1 } }), "signature");
  for (const other of ["standard", "gitlab", "header"] as const) {
    assert.equal(await check(other, github), "signature", other);
  }
});

// From the documentation of Standard Webhooks.
const SIGNED_AT = 1_614_265_330;
const standard = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": String(SIGNED_AT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  now: SIGNED_AT * 1000,
};

Deno.test("webhook signatures: accepts the example of Standard Webhooks, alone and among others", async () => {
  const id = standard.headers["webhook-id"];
  assert.equal(await check("standard", standard), `signed ${id} 1`);
  // GitLab's signing token is the same.
  assert.equal(await check("gitlab", standard), `signed ${id} 1`);
  const among = `v1,AAAA v1a,other ${standard.headers["webhook-signature"]} v2,x`;
  const headers = { ...standard.headers, "webhook-signature": among };
  assert.equal(await check("standard", { ...standard, headers }), `signed ${id} 1`);
});

// GitLab documents the form of its signing token (`whsec_` and the base64 of 32 bytes) and what it signs, but no example with numbers:
// this one was computed with `openssl dgst -sha256 -mac HMAC`, not with the code here. The ID is also sent as key against repetition.
const SIGNED_BY_GITLAB_AT = 1_796_040_000;
const gitlabSigned = {
  secret: "whsec_YSBzaWduaW5nIHRva2VuIGhhcyAzMiBrZXkgYnl0ZXM=",
  body: '{"object_kind":"push","ref":"refs/heads/main"}',
  headers: {
    "x-gitlab-event": "Push Hook",
    "idempotency-key": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
    "webhook-id": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
    "webhook-timestamp": String(SIGNED_BY_GITLAB_AT),
    "webhook-signature": "v1,ph7tZDzhav4o+od0JncyjizHtGOEZofkmh+FG03Ir8E=",
  },
  now: SIGNED_BY_GITLAB_AT * 1000,
};

Deno.test("webhook signatures: accepts what GitLab signs with a signing token, and nothing that was changed", async () => {
  const id = gitlabSigned.headers["webhook-id"];
  assert.equal(await check("gitlab", gitlabSigned), `signed ${id} 1`);
  // With a secret token beside it, another one here, the signature decides.
  const both = { ...gitlabSigned.headers, "x-gitlab-token": "another" };
  assert.equal(await check("gitlab", { ...gitlabSigned, headers: both }), `signed ${id} 1`);
  const main = gitlabSigned.body;
  assert.equal(await check("gitlab", { ...gitlabSigned, body: main.replace("main", "test") }), "signature");
  const headers = { ...gitlabSigned.headers, "webhook-id": "another" };
  assert.equal(await check("gitlab", { ...gitlabSigned, headers }), "signature");
  assert.equal(await check("gitlab", { ...gitlabSigned, now: gitlabSigned.now + 300_001 }), "time");
  assert.equal(await check("github", gitlabSigned), "signature");
});

Deno.test("webhook signatures: are those of the package for bodies of any size", async () => {
  const secret = newSecret();
  for (const size of [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 1024 * 1024]) {
    const text = "ä".repeat(size);
    const seconds = 1_700_000_000;
    const expected = new Webhook(secret).sign("msg_1", new Date(seconds * 1000), text);
    assert.equal(await signStandard(secret, { id: "msg_1", seconds, text }), expected, String(size));
  }
});

Deno.test("webhook signatures: five minutes of tolerance on both sides, and not a second more", async () => {
  for (
    const [ms, expected] of [[300_000, "signed"], [300_001, "time"], [-300_000, "signed"], [
      -300_001,
      "time",
    ]] as const
  ) {
    const found = await check("standard", { ...standard, now: standard.now + ms });
    assert.equal(found.split(" ")[0], expected, String(ms));
  }
});

Deno.test("webhook signatures: no part of a Standard Webhooks delivery can be changed or left out", async () => {
  const wrong: Record<string, string>[] = [
    { "webhook-id": "msg_other" },
    { "webhook-id": "" },
    { "webhook-timestamp": String(SIGNED_AT + 1) },
    { "webhook-timestamp": `${SIGNED_AT}x` },
    { "webhook-timestamp": "" },
    { "webhook-signature": "" },
    { "webhook-signature": "v1," },
    { "webhook-signature": standard.headers["webhook-signature"].replace("v1,", "v2,") },
    { "webhook-signature": standard.headers["webhook-signature"].slice(0, -1) },
  ];
  for (const changed of wrong) {
    const headers = { ...standard.headers, ...changed };
    assert.equal(await check("standard", { ...standard, headers }), "signature", JSON.stringify(changed));
  }
  assert.equal(await check("standard", { ...standard, body: `${standard.body} ` }), "signature");
  assert.equal(await check("standard", { ...standard, secret: newSecret() }), "signature");
  assert.equal(await check("standard", { ...standard, body: new Uint8Array([0xff, 0xfe]) }), "signature");
});

Deno.test("webhook signatures: tokens are compared as a whole; a wrong signing token of GitLab is not made up for", async () => {
  const secret = newSecret();
  const gitlab = { secret, body: "{}", headers: { "x-gitlab-token": secret, "x-gitlab-event-uuid": "e1" } };
  assert.equal(await check("gitlab", gitlab), "signed e1 1");
  const key = { ...gitlab.headers, "idempotency-key": "k1" };
  assert.equal(await check("gitlab", { ...gitlab, headers: key }), "signed k1 1");
  const both = { ...gitlab.headers, ...standard.headers };
  assert.equal(await check("gitlab", { ...gitlab, headers: both }), "signature");
  for (const token of [secret.slice(0, -1), `${secret}=`, "", secret.toLowerCase()]) {
    assert.equal(
      await check("gitlab", { ...gitlab, headers: { "x-gitlab-token": token } }),
      "signature",
      token,
    );
  }
});

Deno.test("webhook signatures: a secret in a header of its own, or as a bearer token", async () => {
  const secret = newSecret();
  const one = { secret, body: "" };
  assert.equal(await check("header", { ...one, headers: { "x-sundial-secret": secret } }), "signed null 0");
  assert.equal(
    await check("header", { ...one, headers: { authorization: `Bearer ${secret}` } }),
    "signed null 0",
  );
  const keyed = { "x-sundial-secret": secret, "idempotency-key": "k" };
  assert.equal(await check("header", { ...one, headers: keyed }), "signed k 1");
  for (const authorization of [secret, `Basic ${secret}`, "Bearer ", `Bearer ${secret}x`]) {
    assert.equal(await check("header", { ...one, headers: { authorization } }), "signature", authorization);
  }
});
