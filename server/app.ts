// The HTTP pipeline: what every request passes, in order, and where it can end.
import { type Context, Hono } from "hono";
import { AppError } from "./contract/app_error.ts";
import { formatContractError } from "./contract/messages/format.ts";
import { notFound, registerAssets } from "./http/assets.ts";
import { problemResponse } from "./http/errors.ts";
import { clientAddress, isHostAllowed, requestLog, securityHeaders } from "./http/middleware.ts";
import { pickLanguage } from "./http/language.ts";
import { isLoopback, type Networks, plainAddress } from "./platform/networks.ts";
import { registerWebManifest } from "./http/web_manifest.ts";
import { type PageOptions, registerPage } from "./http/page.ts";
import { type HookReceiver, registerHooks } from "./http/hooks.ts";
import { type PingReceiver, registerPings } from "./http/pings.ts";
import { type Env, type Guard, registerRoutes } from "./http/register.ts";
import { RequestBodies } from "./http/request_body.ts";
import type { Route } from "./http/route.ts";
import type { Base } from "./engine/base.ts";
import type { Logger } from "./platform/logger.ts";

export interface AppOptions extends Pick<Base, "logger">, Omit<Guard, "bodies" | "report">, PageOptions {
  /** Whether Strict-Transport-Security is sent. It applies to everything on the host, also to what is not the panel's. */
  hsts: boolean;
  trustedProxies: Networks;
  /** Whether the panel listens on this machine only. */
  loopbackOnly: boolean;
  routes: readonly Route[];
  /** Receives the other end of the connection of each request from the network. */
  onPeer?: ((peer: string) => void) | undefined;
  /** Receives the pings of heartbeats. */
  pings?: PingReceiver | undefined;
  /** Receives the deliveries to webhooks. */
  hooks?: HookReceiver | undefined;
  title(): string;
}

export interface ConnectionInfo {
  /** A Unix address for the socket in the data folder. */
  remoteAddr: Deno.Addr;
  /** Call it once the sender of the request is authenticated. */
  authenticated?(): void;
}

export interface App {
  /** Handles one request; `info` identifies the peer of the connection. */
  fetch(request: Request, info: ConnectionInfo): Promise<Response>;
}

/** Creates the panel's HTTP app. Throws a `TypeError` for an invalid base path. */
export function createApp(options: AppOptions): App {
  const { basePath, publicUrl, trustedProxies, logger } = options;
  if (!/^(\/[\w.~-]+)*$/.test(basePath)) throw new TypeError(`invalid base path: ${basePath}`);
  const report = (error: unknown) => reportBug(error, logger);
  const root = new Hono<Env>();
  root.use(requestLog(logger, options.clock));
  root.use(securityHeaders(options));
  root.use(async (c, next) => {
    const isHealthCheck = c.req.path === `${basePath}/api/health` && isLoopback(c.env.peer);
    const rules = c.env.local ? localRules : options;
    if (isHostAllowed(c.req.raw, rules) || (publicUrl && isHealthCheck)) return await next();
    const language = pickLanguage(null, c.req.raw.headers);
    return problemResponse(new AppError("host_refused"), language, report);
  });
  const inside = basePath === "" ? root : root.basePath(basePath);
  const bodies = new RequestBodies(options.clock);
  registerRoutes(inside, options.routes, { ...options, bodies, report });
  if (options.pings) registerPings(inside, options.pings, bodies);
  const { hooks, onStorageFull } = options;
  if (hooks) registerHooks(inside, hooks, { bodies, report, onStorageFull });
  registerAssets(inside, options.page);
  registerWebManifest(inside, options);
  registerPage(root, options);
  root.notFound(basePath === "" ? notFound : outsideBasePath(options));
  root.onError((error) => problemResponse(error, "en", report));
  const warn = warnOnce(
    logger,
    "X-Forwarded-For was ignored: SUNDIAL_TRUSTED_PROXIES does not include its sender",
  );
  return {
    fetch: async (request, info) => {
      const peer = peerOf(info);
      const forwardedFor = request.headers.get("x-forwarded-for");
      if (forwardedFor !== null && !trustedProxies.has(peer)) warn({ peer });
      const ip = clientAddress(peer, forwardedFor, trustedProxies);
      const local = info.remoteAddr.transport === "unix";
      if (!local) options.onPeer?.(peer);
      return await root.fetch(request, { ip, peer, local, authenticated: () => info.authenticated?.() });
    },
  };
}

// Programs that use the socket do not know the panel's URL.
const localRules = { publicUrl: null, loopbackOnly: true };

function peerOf({ remoteAddr }: ConnectionInfo): string {
  return "hostname" in remoteAddr ? plainAddress(remoteAddr.hostname) : "127.0.0.1";
}

// A proxy that removes the base path sends such requests: whoever sets it up reads the reason in the response or the log.
function outsideBasePath({ basePath, logger }: Pick<AppOptions, "basePath" | "logger">) {
  const warn = warnOnce(
    logger,
    "a proxy sent a request without the base path; it must forward the path unchanged",
  );
  return (c: Context<Env>) => {
    const isForwarded = proxyHeaders.some((name) => c.req.header(name));
    if (isForwarded) warn({ path: c.req.path, basePath });
    const language = pickLanguage(null, c.req.raw.headers);
    const { title, detail } = formatContractError("outside_base_path", {}, language);
    return c.text(`${title}: ${detail}\n`, 404, { "cache-control": "no-store" });
  };
}

const proxyHeaders = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"];

// Behind a proxy that is not configured, all clients share one address, and one that guesses passwords slows
// down all of them. Each request would repeat the warning.
function warnOnce(logger: Logger, message: string): (fields: Record<string, unknown>) => void {
  let warned = false;
  return (fields) => {
    if (!warned) logger.warn(message, fields);
    warned = true;
  };
}

function reportBug(error: unknown, logger: Logger): string {
  const reference = crypto.randomUUID().slice(0, 8);
  logger.error("a request failed", { reference, error });
  return reference;
}
