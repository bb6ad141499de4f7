import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { isIP } from "node:net";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import { isLoopbackName, type Networks, plainAddress } from "../platform/networks.ts";
import type { Env } from "./register.ts";

export interface HostRules {
  publicUrl: URL | null;
  /** Whether the panel can be reached only from its own machine. */
  loopbackOnly: boolean;
}

// What a Host header may contain. Anything else, above all a slash, would end up in the path of the request.
const PLAIN_HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const YEAR_S = 365 * 24 * 3600;

/**
 * Returns whether the panel serves the host that a request names. Without this check, a foreign page could point its own
 * name at this machine and read the panel as same-origin (DNS rebinding).
 */
export function isHostAllowed(request: Request, { publicUrl, loopbackOnly }: HostRules): boolean {
  const hosts = hostsOf(request);
  if (!hosts.every((host) => PLAIN_HOST.test(host))) return false;
  const names = hosts.map(nameOf);
  if (publicUrl) return names.every((name) => name === nameOf(publicUrl.host));
  return !loopbackOnly || names.every(isLoopbackName);
}

// A request line may name its own host ("GET http://other/"), so both are checked.
function hostsOf(request: Request): string[] {
  const target = /^https?:\/\/([^/?#]*)/i.exec(request.url)?.[1] ?? "";
  const header = request.headers.get("host");
  return header === null ? [target] : [target, header];
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

const secretInPath = /(\/api\/status\/|\/ping\/|\/hook\/)[^/]+/;

/**
 * Logs one line per request at level debug. The query string is left out, because searches can contain private text, and so
 * is the secret in the address of a status page, a heartbeat or a webhook.
 */
export function requestLog(logger: Logger, clock: Clock): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = clock.monotonic();
    await next();
    const ms = Math.round(clock.monotonic() - start);
    logger.debug("request", {
      method: c.req.method,
      path: c.req.path.replace(secretInPath, "$1***"),
      status: c.res.status,
      ms,
      ip: c.env.ip,
    });
  };
}

/**
 * Sets the headers of every response. `hsts` applies only when browsers reach the panel over https.
 */
export function securityHeaders(
  { publicUrl, hsts }: { publicUrl: URL | null; hsts: boolean },
): MiddlewareHandler {
  const setHeaders = secureHeadersOf({ publicUrl, hsts });
  return async (c, next) => {
    let embedding: string | null = null;
    await setHeaders(c, async () => {
      await next();
      embedding = c.res.headers.get("cross-origin-resource-policy");
    });
    // A response that other sites may embed says so itself.
    if (embedding !== null) c.res.headers.set("cross-origin-resource-policy", embedding);
  };
}

function secureHeadersOf(
  { publicUrl, hsts }: { publicUrl: URL | null; hsts: boolean },
): MiddlewareHandler {
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
      // Otherwise the script policy applies, whose nonce no worker can have.
      workerSrc: [self],
      objectSrc: [none],
      baseUri: [none],
      frameAncestors: [none],
      formAction: [self],
    },
    strictTransportSecurity: hsts && publicUrl?.protocol === "https:" ? `max-age=${YEAR_S}` : false,
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

/**
 * Returns the address of the client. `X-Forwarded-For` is read from its right end and only as far as trusted proxies
 * wrote it: everything left of that is a claim of the client.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: Networks): string {
  let address = plainAddress(peer);
  const hops = (forwardedFor ?? "").split(",").map(hopAddress).reverse();
  for (const hop of hops) {
    if (hop === undefined || !trusted.has(address)) break;
    address = hop;
  }
  return address;
}

// Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
function hopAddress(hop: string): string | undefined {
  const text = hop.trim();
  const withPort = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  const address = plainAddress(withPort?.[1] ?? text);
  return isIP(address) === 0 ? undefined : address;
}
