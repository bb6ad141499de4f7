import { isIP } from "node:net";
import { isLoopbackName } from "../../../platform/networks.ts";

/** The panel under one host name, for which a passkey is registered. */
export interface RelyingParty {
  /** Host name as the browser sees it, without the port. */
  host: string;
  /** Returns whether pages of an origin may use its passkeys. */
  isOrigin(origin: string): boolean;
}

/**
 * Returns the relying party for the host name that a browser uses; null if passkeys are unavailable, which is
 * the case for IP addresses. The host check has already validated the name.
 */
export function relyingPartyOf(request: Request, publicUrl: URL | null): RelyingParty | null {
  const host = publicUrl?.host ?? request.headers.get("host") ?? new URL(request.url).host;
  if (!URL.canParse(`https://${host}`)) return null;
  const { hostname, origin } = new URL(`https://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  // Except on the local machine, browsers offer passkeys over https only; a proxy that terminates TLS calls
  // the panel over http.
  const local = isLoopbackName(hostname) ? [new URL(`http://${host}`).origin] : [];
  const origins = publicUrl ? [publicUrl.origin] : [origin, ...local];
  return { host: hostname, isOrigin: (one) => origins.includes(one) };
}
