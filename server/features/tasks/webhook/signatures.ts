// Whether a delivery was sent by somebody who knows the secret of the webhook. What a request costs depends on its headers only, so
// that the time of the answer says nothing about a webhook.
import { Buffer } from "node:buffer";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import type { WebhookSignature } from "../../../contract/webhooks.ts";

const SECRET_BYTES = 32;
const PREFIX = "whsec_";
const BEARER = /^Bearer (\S+)$/i;
/** Characters of a body whose signature the package computes. */
const MAX_SCRIPTED = 16 * 1024;
const SECONDS = /^\d{1,12}$/;

export interface SignedDelivery {
  headers: Headers;
  body: Uint8Array;
}

/** What must not come again, and for how long that is remembered (ms). */
export interface Receipt {
  name: string;
  forMs: number;
}

export type Verdict =
  | { isSigned: true; senderId: string | null; receipts: Receipt[] }
  | { isSigned: false; reason: "signature" | "time" };

/** Returns a new secret, in the form of Standard Webhooks, which is good for all others as well. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

const unsigned: Verdict = { isSigned: false, reason: "signature" };

/** Checks a delivery to a webhook at an instant (ms). */
export async function verify(
  { signature, secret }: { signature: WebhookSignature; secret: string },
  delivery: SignedDelivery,
  now: number,
): Promise<Verdict> {
  const standard = await verifyStandard(secret, delivery, now);
  const github = verifyGithub(secret, delivery);
  const gitlab = verifyToken(secret, delivery.headers.get("x-gitlab-token"), gitlabId(delivery.headers));
  const header = verifyToken(secret, headerSecret(delivery.headers), delivery.headers.get("idempotency-key"));
  switch (signature) {
    case "standard":
      return standard ?? unsigned;
    case "github":
      return github ?? unsigned;
    case "gitlab":
      // One with a signing token has both.
      return standard ?? gitlab ?? unsigned;
    case "header":
      return header ?? unsigned;
  }
  return signature satisfies never;
}

/** Returns null where there is no such signature. */
async function verifyStandard(
  secret: string,
  { headers, body }: SignedDelivery,
  now: number,
): Promise<Verdict | null> {
  const signatures = headers.get("webhook-signature");
  if (signatures === null) return null;
  const id = headers.get("webhook-id") ?? "";
  const seconds = headers.get("webhook-timestamp") ?? "";
  const text = utf8(body);
  if (id === "" || !SECONDS.test(seconds) || text === null) return unsigned;
  const expected = await signStandard(secret, { id, seconds: Number(seconds), text });
  const isSigned = signatures.split(" ").filter((one) => equals(one, expected)).length > 0;
  if (!isSigned) return unsigned;
  if (Math.abs(now - Number(seconds) * 1000) > webhookLimits.toleranceMs) {
    return { isSigned: false, reason: "time" };
  }
  return { isSigned: true, senderId: id, receipts: [remembered("id", id)] };
}

/** Returns what a sender of Standard Webhooks has to sign with. */
export async function signStandard(
  secret: string,
  { id, seconds, text }: { id: string; seconds: number; text: string },
): Promise<string> {
  // The package computes in JavaScript, which would block the panel for as long as 80 ms.
  if (text.length > MAX_SCRIPTED) {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${text}`).digest("base64")}`;
  }
  const { default: standardWebhooks } = await import("standardwebhooks");
  return new standardWebhooks.Webhook(secret).sign(id, new Date(seconds * 1000), text);
}

// GitHub signs neither the ID nor a time, so that whoever has seen a delivery can give it another ID.
function verifyGithub(secret: string, { headers, body }: SignedDelivery): Verdict | null {
  const sent = headers.get("x-hub-signature-256");
  if (sent === null) return null;
  const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  if (!equals(sent, expected)) return unsigned;
  const id = headers.get("x-github-delivery");
  const signed = {
    ...remembered("signature", expected),
    ...id === null && { forMs: webhookLimits.toleranceMs },
  };
  return { isSigned: true, senderId: id, receipts: [...id === null ? [] : [remembered("id", id)], signed] };
}

// Whoever has seen such a delivery has the secret: only the sender's own repetitions can be told.
function verifyToken(secret: string, sent: string | null, id: string | null): Verdict | null {
  if (sent === null) return null;
  if (!equals(sent, secret)) return unsigned;
  return { isSigned: true, senderId: id, receipts: id === null ? [] : [remembered("id", id)] };
}

// The UUID is that of the event, which one that it has caused has, too; newer versions send a key for each delivery.
function gitlabId(headers: Headers): string | null {
  return headers.get("idempotency-key") ?? headers.get("x-gitlab-event-uuid");
}

function headerSecret(headers: Headers): string | null {
  return headers.get("x-sundial-secret") ?? BEARER.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

function remembered(kind: "id" | "signature", value: string): Receipt {
  return {
    name: `${kind}:${createHash("sha256").update(value).digest("base64url")}`,
    forMs: webhookLimits.receiptMs,
  };
}

// Hashed first, so that texts of different lengths take the same time.
function equals(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
