// What a login carries through the provider and back. Nothing is stored, so beginning one costs no memory, and several
// tabs can log in at once.
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { Challenges } from "../passkeys/challenges.ts";

/** How long a person may take at the provider, in ms. */
export const LOGIN_LIFE_MS = 15 * 60_000;

/** What the panel needs to know when the browser comes back. */
export interface LoginState {
  providerId: number;
  /** Where the provider sends the browser. */
  redirectUri: string;
  /** Page to open afterwards. */
  next: string;
  /** The session whose account gets the identity; null for a login. */
  linkTo: number | null;
}

/** The parameters of one login at a provider. */
export interface StartedLogin {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Creates and accepts the `state` of logins: each once, for a short time, and only in the browser that began, which has
 * a token in a cookie. Nonce and PKCE verifier follow from that token.
 */
export class LoginStates {
  constructor(private readonly challenges: Challenges) {}

  begin(state: LoginState, browser: string): StartedLogin {
    const body = Buffer.from(JSON.stringify(state)).toString("base64url");
    const challenge = this.challenges.create(`login ${browser} ${body}`);
    return { state: `${challenge}.${body}`, ...secretsOf(challenge, browser) };
  }

  /** Uses up a state; null unless this browser began it a short while ago and it was not used. */
  async use(given: string, browser: string): Promise<(LoginState & StartedLogin) | null> {
    const [challenge = "", body = "", ...more] = given.split(".");
    if (browser === "" || more.length > 0) return null;
    if (!await this.challenges.use(challenge, `login ${browser} ${body}`)) return null;
    // Written by `begin`: the challenge covers it.
    const state = JSON.parse(Buffer.from(body, "base64url").toString()) as LoginState;
    return { ...state, state: given, ...secretsOf(challenge, browser) };
  }
}

// Only the browser has the token, so a state that is seen elsewhere reveals neither.
function secretsOf(challenge: string, browser: string): Omit<StartedLogin, "state"> {
  const derive = (purpose: string) =>
    createHmac("sha256", browser).update(`${purpose} ${challenge}`).digest("base64url");
  return { nonce: derive("nonce"), verifier: derive("verifier") };
}
