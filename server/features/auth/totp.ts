import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { SecondFactorSetup } from "../../contract/account.ts";

const PERIOD_MS = 30_000;
const SECRET_BYTES = 20;
/** Number of time steps accepted before and after the current one, because the clocks of phones differ. */
const WINDOW = 1;

/** Returns the secret of a new second factor in base32. */
export function newFactorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * Returns the time step of a six-digit code, at most one off the current one (`now` in ms since the epoch);
 * null if the code is wrong.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}

/** Returns the setup data for an authenticator app: as a URI, a QR code, and text to type. */
export function describeFactor(secret: string, username: string, title: string): SecondFactorSetup {
  const uri = totpOf(secret, username, title).toString();
  return { uri, secret, picture: renderSVG(uri, { border: 2, whiteColor: "#fff", blackColor: "#000" }) };
}

function totpOf(secret: string, label = "", issuer = "Sundial"): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    label,
    issuer,
    algorithm: "SHA1",
    digits: 6,
    period: 30,
  });
}
