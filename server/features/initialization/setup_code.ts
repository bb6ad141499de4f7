import { createHash, randomInt, timingSafeEqual } from "node:crypto";

// Without signs that look like others: 0 O 1 I L.
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const HALF = 4;

/** Makes a code that can be read from a console and typed, like `K7WM-2PQX`: 40 bits, enough with limited attempts. */
export function newSetupCode(): string {
  const signs = () => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs()}-${signs()}`;
}

/** Tells whether what was typed is the code; case, spaces and the dash do not matter. Takes equally long for any answer. */
export function isSetupCode(typed: string, code: string): boolean {
  return timingSafeEqual(digest(typed), digest(code));
}

function digest(code: string): Uint8Array {
  return createHash("sha256").update(code.toUpperCase().replace(/[^0-9A-Z]/g, "")).digest();
}
