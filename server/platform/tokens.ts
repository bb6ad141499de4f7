import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** Returns a token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Hashes a value that must be findable but not readable: a token (random, so no salt is needed) or a name. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
