// Registers the routes with the framework. The guard is wrapped around each handler here and nowhere else, so that no
// spelling of a path can reach a handler and miss its guard.
import type { Context, Hono } from "hono";
import { AppError } from "../contract/app_error.ts";
import type { Clock } from "../platform/clock.ts";
import { isStorageFull } from "../platform/files/storage_full.ts";
import type { WriteState } from "../platform/write_state.ts";
import type { Audit } from "./audit.ts";
import {
  authenticate,
  type Authenticated,
  type Authenticator,
  checkAccess,
  checkProof,
  checkReach,
} from "./authenticate.ts";
import { compatibleResponse } from "./compatible_errors.ts";
import { problemResponse, type ReportBug } from "./errors.ts";
import { pickLanguage } from "./language.ts";
import { parseInput, readIfMatch } from "./parse_input.ts";
import type { RequestBodies } from "./request_body.ts";
import { addressOf, type Route, type RouteResponse } from "./route.ts";
import type { Language } from "../contract/settings.ts";
import { isSafeMethod, isSameOriginRequest } from "./same_origin.ts";

/** What is known about a connection: the client's address, the peer at the other end, and whether it is local. */
export type Env = {
  Bindings: { ip: string; peer: string; local: boolean; authenticated?: () => void };
  Variables: { secureHeadersNonce?: string };
};

export interface Guard {
  /** In the order in which they are tried. */
  authenticators: readonly Authenticator[];
  /** The URL at which browsers reach the panel, when the operator configured it. */
  publicUrl: URL | null;
  clock: Clock;
  bodies: RequestBodies;
  /** Checked before anything is changed: a request rejected because the disk is full has changed nothing. */
  writes: WriteState;
  /** Receives every change a caller made. */
  audit: Audit;
  /** Called when the database could not write for lack of disk space. */
  onStorageFull(): void;
  report: ReportBug;
  /** Returns the panel's language, in which errors of compatible routes are. */
  panelLanguage(): Language;
}

type Action = (c: Context<Env>, who: Authenticated) => Promise<Response> | Response;

/** Registers routes, and the response for every other path below `/api` and `/open`. */
export function registerRoutes(app: Hono<Env>, routes: readonly Route[], guard: Guard): void {
  for (const route of inMatchingOrder(routes)) {
    const { method, compatible = false } = route;
    const action = callRoute(route, guard);
    app.on(method.toUpperCase(), patterns(route), guarded(guard, action, compatible));
  }
  for (const sharing of Map.groupBy(routes, addressOf).values()) {
    const [route] = sharing;
    if (!route) continue;
    const methods = sharing.map(({ method }) => method.toUpperCase());
    app.on("ALL", patterns(route), guarded(guard, refuseMethod(methods), route.compatible));
  }
  for (const [root, compatible] of [["/api", false], ["/open", true]] as const) {
    app.all(root, guarded(guard, refuseUnknown, compatible));
    app.all(`${root}/*`, guarded(guard, refuseUnknown, compatible));
  }
}

function guarded(
  guard: Guard,
  action: Action,
  compatible = false,
): (c: Context<Env>) => Promise<Response> {
  return async (c) => {
    const request = c.req.raw;
    let who: Authenticated | undefined;
    try {
      who = await authenticate(request, c.env, guard.authenticators);
      if (who.caller.kind !== "nobody") c.env.authenticated?.();
      return await action(c, who);
    } catch (error) {
      // The client has disconnected, which is not an error.
      if (request.signal.aborted && error === request.signal.reason) {
        return new Response(null, { status: 499 });
      }
      if (isStorageFull(error)) guard.onStorageFull();
      if (compatible) return compatibleResponse(error, guard.panelLanguage(), guard.report);
      const language = pickLanguage(who?.language ?? null, request.headers);
      return problemResponse(error, language, guard.report);
    }
  };
}

function callRoute(route: Route, guard: Guard): Action {
  return async (c, who) => {
    const request = c.req.raw;
    checkCaller(route, who, guard);
    checkOrigin(request, who, guard.publicUrl);
    // The memory of the body is reserved until everything read from it has been processed.
    using content = guard.bodies.open(request, { authenticated: who.caller.kind !== "nobody" });
    const input = await parseInput(route, request, { pathParams: c.req.param(), content });
    const askAgain = async () => {
      const now = await authenticate(request, c.env, guard.authenticators);
      checkCaller(route, now, guard);
      return now;
    };
    const now = route.body ? await askAgain() : who;
    await checkInput(route, now, input, guard);
    refuseHead(route, request, input);
    const isChange = isAudited(route, request, input);
    if (isChange && !isSafeMethod(request.method)) {
      guard.writes.check({ essential: route.whileReadOnly === "allowed" });
    }
    const { caller } = now;
    const handle = async () =>
      await route.handle({
        ...input,
        caller,
        stillMay: async () => void await askAgain(),
        language: pickLanguage(now.language, request.headers),
        ip: c.env.ip,
        peer: c.env.local ? null : c.env.peer,
        ifMatch: route.tag === "content" ? null : readIfMatch(request.headers.get("if-match")),
        request,
        content,
        nonce: c.get("secureHeadersNonce") ?? "",
      }) ?? { status: 204 };
    const response = isChange && caller.kind !== "nobody"
      ? await guard.audit({ ...input, route, caller, ip: c.env.ip }, handle)
      : await handle();
    return await toResponse(response, request.method);
  };
}

// Checked again after the body arrives: that takes as long as the sender likes, and the caller's access may have ended
// meanwhile.
function checkCaller({ access, byLabels, stepUp }: Route, who: Authenticated, { clock }: Guard): void {
  checkAccess(access, who);
  if (!byLabels && access !== "public" && access !== "account") checkReach(who);
  if (stepUp === true) checkProof(who, clock.now());
}

// The content of a call may require more access than its path.
async function checkInput(
  { writeAccess, revealsSecrets, stepUp }: Route,
  who: Authenticated,
  { body, query, params }: { body: unknown; query: unknown; params: unknown },
  { clock }: Guard,
): Promise<void> {
  if (writeAccess?.applies(body, query)) checkAccess(writeAccess.scope, who);
  if (revealsSecrets?.(body, query) && who.caller.kind === "person") checkAccess("administrator", who);
  const fields = typeof stepUp === "object" ? await stepUp.sensitive(body, query, params) : [];
  if (fields.length > 0) checkProof(who, clock.now(), fields);
}

// Only a browser sends a cookie automatically. A program sets its token deliberately.
function checkOrigin(request: Request, { caller }: Authenticated, publicUrl: URL | null): void {
  if (caller.kind !== "person" && caller.kind !== "nobody") return;
  if (caller.kind === "nobody" && isSafeMethod(request.method)) return;
  if (!isSameOriginRequest(request, publicUrl)) throw new AppError("cross_site_request");
}

// A GET that declares what is audited changes something or returns what must not be returned unseen: without a response, there
// is nothing left of it to serve.
function refuseHead(
  { audit }: Route,
  { method }: Request,
  { body, query }: { body: unknown; query: unknown },
) {
  if (method !== "HEAD" || audit === undefined) return;
  if (typeof audit === "function" && !audit(body, query)) return;
  throw new AppError("method_not_allowed", { method, allow: "GET" });
}

function isAudited(
  { audit }: Route,
  { method }: Request,
  { body, query }: { body: unknown; query: unknown },
): boolean {
  if (typeof audit === "function") return audit(body, query);
  return audit ?? !isSafeMethod(method);
}

function refuseMethod(methods: readonly string[]): Action {
  return (c, who) => {
    if (who.caller.kind === "nobody") throw new AppError(who.refusal);
    throw new AppError("method_not_allowed", { method: c.req.method, allow: methods.join(", ") });
  };
}

const refuseUnknown: Action = (_, who) => {
  throw new AppError(who.caller.kind === "nobody" ? who.refusal : "not_found");
};

async function toResponse(result: RouteResponse, method: string): Promise<Response> {
  const response = result instanceof Response ? result : plainResponse(result);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  // A stream that is not read must not stay open.
  if (method === "HEAD") await response.body?.cancel();
  return response;
}

function plainResponse({ status = 200, body, headers, version }: Exclude<RouteResponse, Response>): Response {
  const all = new Headers(headers);
  if (version !== undefined) all.set("etag", `"${version}"`);
  if (body === undefined) return new Response(null, { status, headers: all });
  if (body instanceof ReadableStream) return new Response(body, { status, headers: all });
  if (!all.has("content-type")) all.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers: all });
}

// The framework takes the first match: `/tasks/run` has to come before `/tasks/{id}`.
function inMatchingOrder(routes: readonly Route[]): Route[] {
  const rank = ({ path }: Route) => path.split("/").map((part) => part.startsWith("{") ? "1" : "0").join("");
  return routes.toSorted((a, b) => rank(a).localeCompare(rank(b)));
}

// Clients of the compatible API may end an address with a slash.
function patterns(route: Route): string[] {
  const pattern = addressOf(route).replace(/\{(\w+)\}/g, ":$1");
  return route.compatible ? [pattern, `${pattern}/`] : [pattern];
}
