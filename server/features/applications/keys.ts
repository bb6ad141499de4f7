import { Buffer } from "node:buffer";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { sha256 } from "../auth/tokens.ts";

const CLIENT_ID_LENGTH = 12;
const SECRET_LENGTH = 24;
// Six bits each, so that every sign is as likely as any other.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Makes what an application is known by. */
export function newClientId(): string {
  return newKey(CLIENT_ID_LENGTH);
}

/** Makes a secret of 24 signs: 144 bits less the little that asking for every class takes away. */
export function newClientSecret(): string {
  return newKey(SECRET_LENGTH);
}

/** Tells whether a secret is the hashed one, in a time that does not say how much of it is right. */
export function isSecretOf(secret: string, hash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(hash ?? sha256("")));
  return same && hash !== undefined;
}

// At least one letter, one digit, one of `-` and `_`; and no dash first, which a command line takes for an option.
function newKey(length: number): string {
  for (;;) {
    const key = [...randomBytes(length)].map((byte) => ALPHABET[byte & 63]).join("");
    if (/^[^-]/.test(key) && /[A-Za-z]/.test(key) && /\d/.test(key) && /[-_]/.test(key)) return key;
  }
}
