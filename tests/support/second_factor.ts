import { TOTP } from "otpauth";
import type { TestApp } from "./test_app.ts";

/**
 * Returns the code that an authenticator app displays for a secret at a time, or some steps before or after.
 */
export function codeAt(secret: string, now: number, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now + steps * 30_000 });
}

/**
 * Enables the second factor for a session, as a user with an app would; returns secret and recovery codes.
 */
export async function turnFactorOn(app: TestApp, cookie: string) {
  const { json } = await app.call("POST", "/api/account/second-factor/start", { cookie });
  const secret = String(json.secret);
  const body = { code: codeAt(secret, app.clock.now()) };
  const response = await app.call("POST", "/api/account/second-factor/activate", { cookie, body });
  if (response.status !== 200) throw new Error(`the second factor was rejected: ${response.text}`);
  return { secret, codes: response.json.codes as string[] }; // the contract's type
}
