import { isIP } from "node:net";
import { isLoopbackName } from "../../../platform/networks.ts";

/** Whom a passkey is made for: the panel under one name. */
export interface RelyingParty {
  /** Name of the host as the browser sees it, without port. */
  host: string;
  /** Tells whether pages of an origin may use its passkeys. */
  isOrigin(origin: string): boolean;
}

/**
 * Finds under which name a browser asks; null where passkeys do not exist, which is under an address of digits. The host check has
 * seen to it that the name is allowed.
 */
export function relyingPartyOf(request: Request, publicUrl: URL | null): RelyingParty | null {
  const host = publicUrl?.host ?? request.headers.get("host") ?? new URL(request.url).host;
  if (!URL.canParse(`https://${host}`)) return null;
  const { hostname, origin } = new URL(`https://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  // Elsewhere than on its own machine a browser offers passkeys by https alone; a proxy that ends TLS asks us by http.
  const local = isLoopbackName(hostname) ? [new URL(`http://${host}`).origin] : [];
  const origins = publicUrl ? [publicUrl.origin] : [origin, ...local];
  return { host: hostname, isOrigin: (one) => origins.includes(one) };
}
