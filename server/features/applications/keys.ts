import { Buffer } from "node:buffer";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { sha256 } from "../../platform/tokens.ts";

const CLIENT_ID_LENGTH = 12;
const SECRET_LENGTH = 24;
// 64 characters, six bits each, so that all are equally likely.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export function newClientId(): string {
  return newKey(CLIENT_ID_LENGTH);
}

/** Returns a secret of 24 characters: 144 bits, minus the little that requiring every character class costs. */
export function newClientSecret(): string {
  return newKey(SECRET_LENGTH);
}

/** Returns whether a secret matches a hash, in constant time. */
export function isSecretOf(secret: string, hash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(hash ?? sha256("")));
  return same && hash !== undefined;
}

// At least one letter, one digit, and one of `-` and `_`; no leading dash, which a command line would parse
// as an option.
function newKey(length: number): string {
  for (;;) {
    const key = [...randomBytes(length)].map((byte) => ALPHABET[byte & 63]).join("");
    if (/^[^-]/.test(key) && /[A-Za-z]/.test(key) && /\d/.test(key) && /[-_]/.test(key)) return key;
  }
}
