// Where routes meet the framework. The guard is wrapped around each handler here and nowhere else, so that no spelling
// of a path can reach a handler and miss its guard.
import type { Context, Hono } from "hono";
import { AppError } from "../contract/app_error.ts";
import type { Clock } from "../platform/clock.ts";
import { isStorageFull } from "../platform/storage/storage_full.ts";
import type { WriteState } from "../platform/write_state.ts";
import type { Audit } from "./audit.ts";
import {
  authenticate,
  type Authenticated,
  type Authenticator,
  checkAccess,
  checkProof,
} from "./authenticate.ts";
import { problemResponse, type ReportBug } from "./errors.ts";
import { pickLanguage } from "./language.ts";
import { parseInput, readIfMatch } from "./parse_input.ts";
import type { RequestBodies } from "./request_body.ts";
import type { Route, RouteAnswer } from "./route.ts";
import { isFromOwnPages, isSafeMethod } from "./same_origin.ts";

/** What is known of a connection: whose request it is, and who really holds the other end. */
export type Env = {
  Bindings: { ip: string; peer: string; authenticated?: () => void };
  Variables: { secureHeadersNonce?: string };
};

export interface Gate {
  authenticators: readonly Authenticator[];
  publicUrl: URL | null;
  clock: Clock;
  bodies: RequestBodies;
  /** Asked before anything is changed: what is refused for a full disk has changed nothing. */
  writes: WriteState;
  /** Told of every change a caller made. */
  audit: Audit;
  /** Told when the database could not write for want of room. */
  onStorageFull(): void;
  report: ReportBug;
}

type Act = (c: Context<Env>, who: Authenticated) => Promise<Response> | Response;

/** Registers routes below `/api`, then what answers for everything else there. */
export function registerRoutes(app: Hono<Env>, routes: readonly Route[], gate: Gate): void {
  for (const route of inMatchingOrder(routes)) {
    app.on(route.method.toUpperCase(), `/api${pattern(route.path)}`, guarded(gate, callRoute(route, gate)));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(`/api${pattern(path)}`, guarded(gate, refuseMethod(methods)));
  }
  app.all("/api", guarded(gate, refuseUnknown));
  app.all("/api/*", guarded(gate, refuseUnknown));
}

function guarded(gate: Gate, act: Act): (c: Context<Env>) => Promise<Response> {
  return async (c) => {
    const request = c.req.raw;
    let who: Authenticated | undefined;
    try {
      who = await authenticate(request, gate.authenticators);
      if (who.caller.kind !== "nobody") c.env.authenticated?.();
      return await act(c, who);
    } catch (fault) {
      // Whoever asked has left, which is no fault of anybody's.
      if (request.signal.aborted && fault === request.signal.reason) {
        return new Response(null, { status: 499 });
      }
      if (isStorageFull(fault)) gate.onStorageFull();
      const language = pickLanguage(who?.language ?? null, request.headers.get("accept-language"));
      return problemResponse(fault, language, gate.report);
    }
  };
}

function callRoute(route: Route, gate: Gate): Act {
  return async (c, who) => {
    const request = c.req.raw;
    checkCaller(route, who, gate);
    checkOrigin(request, who, gate.publicUrl);
    // Its memory counts until all is done with what was read from it.
    using content = gate.bodies.open(request, { authenticated: who.caller.kind !== "nobody" });
    const input = await parseInput(route, request, { pathParams: c.req.param(), content });
    const askAgain = async () => {
      const now = await authenticate(request, gate.authenticators);
      checkCaller(route, now, gate);
      return now;
    };
    const now = route.body ? await askAgain() : who;
    checkInput(route, now, input, gate);
    const isChange = isAudited(route, request, input);
    if (isChange && !isSafeMethod(request.method)) {
      gate.writes.check({ essential: route.whileReadOnly === "allowed" });
    }
    const { caller } = now;
    const answer = await route.handle({
      ...input,
      caller,
      stillMay: async () => void await askAgain(),
      language: pickLanguage(now.language, request.headers.get("accept-language")),
      ip: c.env.ip,
      ifMatch: route.tag === "content" ? null : readIfMatch(request.headers.get("if-match")),
      request,
      content,
    });
    if (isChange && caller.kind !== "nobody") {
      await gate.audit({ ...input, route, caller, ip: c.env.ip, answer });
    }
    return await toResponse(answer, request.method);
  };
}

// Asked again once a body has come: it takes the time its sender likes, and what lets them in may have ended meanwhile.
function checkCaller({ access, stepUp }: Route, who: Authenticated, { clock }: Gate): void {
  checkAccess(access, who);
  if (stepUp === true) checkProof(who, clock.now());
}

// What a call asks for may need more than its address alone.
function checkInput(
  { writeAccess, stepUp }: Route,
  who: Authenticated,
  { body, query }: { body: unknown; query: unknown },
  { clock }: Gate,
): void {
  if (writeAccess?.applies(body, query)) checkAccess(writeAccess.scope, who);
  const fields = typeof stepUp === "object" ? stepUp.sensitive(body, query) : [];
  if (fields.length > 0) checkProof(who, clock.now(), fields);
}

// Only a browser sends a cookie by itself. A program's token was put there on purpose.
function checkOrigin(request: Request, { caller }: Authenticated, publicUrl: URL | null): void {
  if (caller.kind === "application") return;
  if (caller.kind === "nobody" && isSafeMethod(request.method)) return;
  if (!isFromOwnPages(request, publicUrl)) throw new AppError("cross_site_request");
}

function isAudited(
  { audit }: Route,
  { method }: Request,
  { body, query }: { body: unknown; query: unknown },
): boolean {
  if (typeof audit === "function") return audit(body, query);
  return audit === true ? method !== "HEAD" : audit === undefined && !isSafeMethod(method);
}

function refuseMethod(methods: readonly string[]): Act {
  return (c, who) => {
    if (who.caller.kind === "nobody") throw new AppError(who.refusal);
    throw new AppError("method_not_allowed", { method: c.req.method, allow: methods.join(", ") });
  };
}

const refuseUnknown: Act = (_, who) => {
  throw new AppError(who.caller.kind === "nobody" ? who.refusal : "not_found");
};

async function toResponse(answer: RouteAnswer, method: string): Promise<Response> {
  const response = answer instanceof Response ? answer : jsonResponse(answer);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  // A stream that nobody will read must not stay open.
  if (method === "HEAD") await response.body?.cancel();
  return response;
}

function jsonResponse({ status, body, headers, version }: Exclude<RouteAnswer, Response>): Response {
  const all = new Headers(headers);
  if (version !== undefined) all.set("etag", `"${version}"`);
  if (body === undefined) return new Response(null, { status, headers: all });
  if (!all.has("content-type")) all.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers: all });
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) {
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  }
  return methods;
}

// The framework takes the first match: `/tasks/run` has to come before `/tasks/{id}`.
function inMatchingOrder(routes: readonly Route[]): Route[] {
  const rank = ({ path }: Route) => path.split("/").map((part) => part.startsWith("{") ? "1" : "0").join("");
  return routes.toSorted((a, b) => rank(a).localeCompare(rank(b)));
}

function pattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
