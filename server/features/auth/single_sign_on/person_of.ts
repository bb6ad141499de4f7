// What a provider says of a person, as far as the panel uses it.
import { username } from "../../../contract/auth.ts";

export interface Claims {
  readonly [name: string]: unknown;
}

export interface Person {
  /** In lower case; null if the provider names none. */
  email: string | null;
  isVerified: boolean;
  /** Names for a new account, the best first; each can be a username. */
  names: readonly string[];
}

const MAX_EMAIL = 254;

export function personOf(claims: Claims): Person {
  const { email, email_verified: verified, preferred_username: preferred } = claims;
  const isAddress = typeof email === "string" && email.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email);
  return {
    email: isAddress ? email.toLowerCase() : null,
    // Some providers send it as a text.
    isVerified: verified === true || verified === "true",
    names: [preferred, email].flatMap((name) => isUsername(name) ? [name] : []),
  };
}

export function isUsername(name: unknown): name is string {
  return username.safeParse(name).success;
}
