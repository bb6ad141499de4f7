export type PasskeyObstacle = "address" | "insecure" | "unsupported";

const digits = /^(\d+\.){3}\d+$|^\[/;

/** Returns why this page cannot use passkeys; null when it can. */
export function passkeyObstacle(): PasskeyObstacle | null {
  if (digits.test(location.hostname)) return "address";
  if (!isSecureContext) return "insecure";
  return "PublicKeyCredential" in globalThis ? null : "unsupported";
}
