// The manifest of a release, and its signature. The signature covers the exact bytes of the manifest, so no canonical form
// is needed; the signed data begins with its own headline, so that no other signed text can be mistaken for it.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { Buffer } from "node:buffer";
import * as z from "zod";
import type { UpdateProblem } from "../../contract/system.ts";

const HEADLINE = "sundial release 1\n";
/** The bytes before the 32 bytes of an Ed25519 key in its SPKI form (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export const MAX_MANIFEST_BYTES = 256 * 1024;

const asset = z.object({
  /** Absolute, or relative to the URL of the manifest. */
  address: z.string().min(1).max(2000),
  size: z.int().min(1).max(4 * 1024 ** 3),
  /** As hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ReleaseAsset = z.infer<typeof asset>;

const instant = z.iso.datetime({ precision: 3 });
const notes = z.string().max(20_000);

const releaseManifest = z.object({
  version: z.string().max(100).refine((text) => compareVersions(text, text) === 0),
  releasedAt: instant,
  /** Rejected from then on: an attacker can hold back newer releases only until then. */
  expiresAt: instant,
  notes: z.object({ en: notes, zh: notes }),
  /** By target, such as `x86_64-unknown-linux-gnu`. */
  assets: z.record(z.string().max(100), asset),
  image: z.string().max(300).nullable().default(null),
});
export type ReleaseManifest = z.infer<typeof releaseManifest>;

const envelope = z.object({
  /** The manifest as it was signed, in base64. */
  release: z.string().max(MAX_MANIFEST_BYTES),
  signature: z.string().max(200),
});

export class ReleaseError extends Error {
  override readonly name = "ReleaseError";

  constructor(readonly error: UpdateProblem, detail?: string) {
    super(detail === undefined ? error : `${error}: ${detail}`);
  }
}

/** Signs a manifest; `privateKey` is PEM. Returns the file to publish. */
export function signRelease(manifest: ReleaseManifest, privateKey: string): string {
  const text = Buffer.from(JSON.stringify(releaseManifest.parse(manifest)));
  const signature = sign(null, signedBytes(text), createPrivateKey(privateKey));
  const signed = { release: text.toString("base64"), signature: signature.toString("base64") };
  return `${JSON.stringify(signed, null, 2)}\n`;
}

export interface Trust {
  /** Public key, 32 bytes in base64; null where nothing of the release is installed or named to be run. */
  key: string | null;
  /** In ms UTC. */
  now: number;
  /** Release time of the newest release seen so far, in ms; null when there was none. */
  seen: number | null;
}

/**
 * Opens a manifest. Its content is not parsed before its signature is verified. Without a key, what it offers to run is left out.
 * Throws `ReleaseError`.
 */
export function openRelease(text: string, { key, now, seen }: Trust): ReleaseManifest {
  const signed = read(envelope, text);
  const bytes = Buffer.from(signed.release, "base64");
  if (key !== null && !isSigned(bytes, Buffer.from(signed.signature, "base64"), key)) {
    throw new ReleaseError("signature_wrong");
  }
  const manifest = read(releaseManifest, bytes.toString("utf8"));
  if (Date.parse(manifest.expiresAt) <= now) throw new ReleaseError("manifest_expired", manifest.expiresAt);
  if (seen !== null && Date.parse(manifest.releasedAt) < seen) {
    throw new ReleaseError("manifest_replayed", manifest.releasedAt);
  }
  return key === null ? { ...manifest, assets: {}, image: null } : manifest;
}

function isSigned(bytes: Buffer, signature: Buffer, key: string): boolean {
  try {
    const der = Buffer.concat([SPKI_PREFIX, Buffer.from(key, "base64")]);
    return verify(
      null,
      signedBytes(bytes),
      createPublicKey({ key: der, format: "der", type: "spki" }),
      signature,
    );
  } catch {
    return false;
  }
}

function signedBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(HEADLINE), bytes]);
}

function read<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ReleaseError("manifest_unreadable");
  }
}

/**
 * Compares two versions by Semantic Versioning 2.0.0: negative when `a` is older. Returns null when either is not a
 * version.
 */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [readVersion(a), readVersion(b)];
  if (left === null || right === null) return null;
  for (const at of [0, 1, 2] as const) {
    if (left.core[at] !== right.core[at]) return left.core[at] - right.core[at];
  }
  if (left.before.length === 0 || right.before.length === 0) return right.before.length - left.before.length;
  return compareBefore(left.before, right.before);
}

interface Version {
  core: [number, number, number];
  /** The pre-release identifiers: such a version precedes the one without them. */
  before: string[];
}

function readVersion(text: string): Version | null {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/
    .exec(text);
  if (found === null) return null;
  const [, major, minor, patch, before] = found;
  return { core: [Number(major), Number(minor), Number(patch)], before: before?.split(".") ?? [] };
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return 1;
    const step = comparePart(left, right);
    if (step !== 0) return step;
  }
  return a.length - b.length;
}

// Numbers are compared by value and precede words; words are compared by their characters.
function comparePart(a: string, b: string): number {
  const [left, right] = [a, b].map((part) => /^\d+$/.test(part) ? Number(part) : null);
  if (left !== null && right !== null) return left! - right!;
  if (left !== null || right !== null) return left !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
