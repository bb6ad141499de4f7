import { TOTP } from "otpauth";
import type { TestApp } from "./test_app.ts";

/** What an authenticator app does: shows the code of a secret at a time, or of a step before or after. */
export function codeAt(secret: string, now: number, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now + steps * 30_000 });
}

/** Turns the second factor on for whoever has the cookie, as a person with an app would; answers secret and recovery codes. */
export async function turnFactorOn(app: TestApp, cookie: string) {
  const { json } = await app.call("POST", "/api/account/second-factor/start", { cookie });
  const secret = String(json.secret);
  const body = { code: codeAt(secret, app.clock.now()) };
  const response = await app.call("POST", "/api/account/second-factor/activate", { cookie, body });
  if (response.status !== 200) throw new Error(`the factor was refused: ${response.text}`);
  return { secret, codes: response.json.codes as string[] }; // the contract says so
}

/** Opens a temporary folder for a panel's secrets and pictures, which disposing removes. */
export async function openDataDir(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "sundial-account-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
