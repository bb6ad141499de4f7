import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { SecondFactorSetup } from "../../contract/account.ts";

const PERIOD_MS = 30_000;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are taken: clocks of phones differ. */
const WINDOW = 1;

/** Makes the secret of a new second factor, base32. */
export function newFactorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Finds the time step a code of six digits belongs to, at most one off the present (milliseconds UTC); null when it is wrong. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}

/** Writes what an authenticator app needs to know: as an address, a picture, and to type. */
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
