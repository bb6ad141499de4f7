import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** Makes a token nobody can guess. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Hashes what must be found again but not read: a token (random, so no salt is needed) or a name. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
