export type PasskeyObstacle = "address" | "insecure" | "unsupported";

const digits = /^(\d+\.){3}\d+$|^\[/;

/** Tells why there can be no passkeys on this page; null where there can. */
export function passkeyObstacle(): PasskeyObstacle | null {
  if (digits.test(location.hostname)) return "address";
  if (!isSecureContext) return "insecure";
  return "PublicKeyCredential" in globalThis ? null : "unsupported";
}
