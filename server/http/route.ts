import type * as z from "zod";
import type { Module, Requester, Scope } from "../contract/scopes.ts";
import type { Language } from "../contract/settings.ts";

/**
 * Who may call a route. There is no default: a route without it does not compile.
 * `public` needs no credential, `account` a person's session, a scope either a session or an application that has it,
 * `known` a session or any application; what that one gets is then the handler's to say.
 */
export type Access = "public" | "account" | "known" | Scope;

/** Whoever sent a request, as authenticated. */
export type Caller =
  | { kind: "nobody" }
  | { kind: "person"; accountId: number; sessionId: number; provenAt: number }
  | { kind: "application"; applicationId: number; tokenId: number; scopes: readonly Scope[] };

/** The body of a request as it comes, limited in bytes, time and memory; to be read once. */
export interface RequestContent {
  /** The content type as it was sent; empty when it was not. */
  readonly type: string;
  /** Media type of the content type, in lower case. */
  readonly mediaType: string;
  /** Whether there is a body at all; it may be empty. */
  readonly exists: boolean;
  /** Reads all of it. Throws `AppError` for what is announced or found larger than `limit` bytes, cut off or too slow. */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads it in pieces of 64 KiB, each with memory of its own. Throws as `bytes` does. */
  pieces(limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** Returns on whose behalf a call is made, for what it makes the panel reach. */
export function requesterOf({ kind }: Caller): Requester {
  return kind === "person" ? "person" : "application";
}

/** What a handler gets: everything parsed and checked, nothing of the framework. */
export interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  language: Language;
  /** Address of the client; `X-Forwarded-For` counts only from trusted proxies. */
  ip: string;
  /** The version `If-Match` asks for; null when it was not sent or is `*`. */
  ifMatch: number | null;
  request: Request;
  /** What the request carries, for a handler that reads it itself: where a route has no `body`. */
  content: RequestContent;
  /** Checks once more that the caller may do this: for a handler that has read a body itself. Throws as the guard does. */
  stillMay(): Promise<void>;
}

/** What a handler answers: a plain value sent as JSON, or a whole response for streams and ranges. */
export type RouteResponse =
  | {
    status: number;
    body?: unknown;
    headers?: Record<string, string> | [name: string, value: string][];
    /** Version of the entity in `body`, sent as `ETag`. */
    version?: number;
    /** What the audit log says it was done to, where neither request nor answer name it. */
    object?: string;
  }
  | Response;

export type Schema = z.ZodType;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Requires step-up only where body or query name what is sensitive. */
export interface StepUpWhere<B, Q> {
  /** Names of the sensitive fields, for the API document; `outer.inner` for a field of a field. */
  fields: readonly string[];
  /** Lists which of them a call would change or reveal. */
  sensitive(body: B, query: Q): readonly string[];
}

/** Requires more than `access` of an application where body or query ask for more. */
export interface WriteAccess<B, Q> {
  scope: `${Module}:write`;
  applies(body: B, query: Q): boolean;
}

export interface RouteDefinition<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> {
  method: "get" | "post" | "patch" | "put" | "delete";
  /** Below `{base}/api`, with parameters in braces: `/tasks/{id}`. */
  path: string;
  access: Access;
  /** For scopes whose reading scope is not enough for all that a GET can return. */
  writeAccess?: WriteAccess<Parsed<B>, Parsed<Q>>;
  /**
   * Whether a person must have confirmed their identity within `STEP_UP_MS`: always, or where body or query say so.
   * Applications cannot, so they are refused.
   */
  stepUp?: true | StepUpWhere<Parsed<B>, Parsed<Q>>;
  /**
   * Whether a call is written into the audit log, as every change is unless told: `false` for a route that asks by POST and
   * changes nothing, a function where body or query say whether it does, `true` for a GET that gives away what is grave.
   * A GET that needs write access or step-up has to say it, see `AuditDeclared`.
   */
  audit?: boolean | ((body: Parsed<B>, query: Parsed<Q>) => boolean);
  /**
   * Whether a change is served while the disk is full: `allowed` for what people need then, such as stopping and deleting. All
   * others are refused before they begin.
   */
  whileReadOnly?: "allowed";
  /** One sentence for the API document. */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of a body that is no JSON and that the handler reads itself, for the API document. */
  upload?: readonly string[];
  /** What `ETag` and `If-Match` name: the version of an entity unless told; `content` leaves both to the handler. */
  tag?: "version" | "content";
  /** Largest body in bytes; 1 MiB unless told, 64 KiB where access is `public`. */
  bodyLimit?: number;
  /** Documented answers by status; `schema` for JSON, `contentType` for anything else. */
  results: Record<number, { description: string; schema?: Schema; contentType?: string }>;
  handle(input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<RouteResponse> | RouteResponse;
}

/** Makes a GET that needs write access or step-up fail to compile unless it says whether it is audited. */
export type AuditDeclared =
  | { method: Exclude<Route["method"], "get"> }
  // deno-lint-ignore ban-types -- any value but undefined; a function type here would hide the parameters of the real one
  | { method: Route["method"]; audit: {} }
  | {
    method: "get";
    access: Exclude<Access, `${Module}:write`>;
    stepUp?: undefined;
    writeAccess?: undefined;
  };

/** A route as the app registers it, its types folded away. */
// deno-lint-ignore no-explicit-any -- the concrete types were checked where the route was written
export type Route = RouteDefinition<any, any, any>;

/** Writes down one route; the only way to make one. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B> & AuditDeclared): Route {
  return definition;
}
