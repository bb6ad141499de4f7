import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";

const YEAR_S = 365 * 24 * 3600;

/**
 * Sets the headers of every response. Strict-Transport-Security is sent only when browsers reach the panel
 * over https.
 */
export function securityHeaders(publicUrl: URL | null): MiddlewareHandler {
  const self = "'self'";
  const none = "'none'";
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: [self],
      scriptSrc: [self, NONCE, "'strict-dynamic'"],
      styleSrc: [self, NONCE],
      imgSrc: [self, "data:"],
      connectSrc: [self],
      fontSrc: [self],
      objectSrc: [none],
      baseUri: [none],
      frameAncestors: [none],
      formAction: [self],
    },
    strictTransportSecurity: publicUrl?.protocol === "https:" ? `max-age=${YEAR_S}` : false,
    xFrameOptions: "DENY",
    // Not no-referrer: some browsers would then send "null" as the origin of our own forms.
    referrerPolicy: "same-origin",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
}
