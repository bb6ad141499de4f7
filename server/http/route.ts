import type * as z from "zod";
import { AppError, type ItemResult } from "../contract/app_error.ts";
import { formatError, type formatFieldError } from "../contract/messages/format.ts";
import type { Parsed } from "../contract/parsed.ts";
import type { Reach, Role } from "../contract/roles.ts";
import { includesScope, type Module, type Requester, type Scope } from "../contract/scopes.ts";
import type { Language } from "../contract/settings.ts";
import { idParams } from "../contract/shapes.ts";

/**
 * Who may call a route. There is no default: a route without it does not compile. `public` needs no credential,
 * `account` a person with an account, of any role, `administrator` a person of that role, a scope anyone whose role or
 * application has it, `known` a person or any program, for which the handler decides what it may get.
 */
export type Access = "public" | "account" | "administrator" | "known" | Scope;

/**
 * The authenticated sender of a request; `person` is a logged-in user, `operator` the command line on this machine, `run` a
 * script that the panel is running.
 */
export type Caller =
  | { kind: "nobody" }
  | Person
  | { kind: "operator" }
  | Application
  | { kind: "run"; runId: number; scopes: readonly Scope[] };

/** A program with a token; it acts for the account that it belongs to. */
export interface Application {
  kind: "application";
  applicationId: number;
  tokenId: number;
  /** Null for one that belongs to the panel. */
  accountId: number | null;
  /** Whether its owner is an administrator, or the panel. */
  isOfAdministrator: boolean;
  scopes: readonly Scope[];
  labels: Reach;
}

export interface Person {
  kind: "person";
  accountId: number;
  sessionId: number;
  provenAt: number;
  role: Role;
  /** Labels of the tasks for which the role holds; null for the whole panel. */
  labels: Reach;
  /** What the role allows. */
  scopes: readonly Scope[];
}

/** The body of a request as it arrives, limited in bytes, time and memory; can be read once. */
export interface RequestContent {
  /** The content type as sent; empty when it was not. */
  readonly type: string;
  /** Media type of the content type, in lower case. */
  readonly mediaType: string;
  /** Whether there is a body at all; it may be empty. */
  readonly exists: boolean;
  /**
   * Reads the whole body. Throws `AppError` when its declared or actual size exceeds `limit` bytes, or when it is cut off
   * or too slow.
   */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the body in pieces of 64 KiB, each with its own memory. Throws as `bytes` does. */
  pieces(limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** Returns whether the caller is a person, and not a program. */
export function isUser({ kind }: Caller): boolean {
  return kind === "person" || kind === "operator";
}

/** Returns whether the caller may do everything: an administrator, or the command line, whose user owns the data. */
export function isAdministrator(caller: Caller): boolean {
  return caller.kind === "operator" || caller.kind === "person" && caller.role === "administrator";
}

/** Returns whether the caller has this scope. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return isAdministrator(caller) || "scopes" in caller && includesScope(caller.scopes, scope);
}

/** Refuses a caller that may not read logs, where something contains their text beside what the route returns. */
export function requireLogs(caller: Caller): void {
  if (!hasScope(caller, "logs:read")) throw new AppError("scope_missing", { scope: "logs:read" });
}

/** Gives each caller a service that reads and changes only what the caller may see. */
export type PerCaller<Service> = (caller: Caller) => Service;

/** Returns the labels of the tasks that a caller may see; null for all tasks. */
export function reachOf(caller: Caller): Reach {
  return "labels" in caller ? caller.labels : null;
}

/** Returns on whose behalf the panel acts, and connects to other hosts, for this caller. */
export function requesterOf(caller: Caller): Requester {
  return isUser(caller) ? "person" : "application";
}

/** Returns an entity, with its version as `ETag`. */
export function versioned<T extends { version: number }>(body: T, status = 200) {
  return { status, body, version: body.version };
}

/** Returns the results of a batch: each error in the caller's language, or what else the item's result contains. */
export function batchResponse<R extends ItemResult>(
  results: readonly R[],
  language: Language,
  format: typeof formatFieldError = formatError,
) {
  return {
    body: {
      results: results.map(({ id, error, ...more }) =>
        error === null ? { id, ok: true, ...more } : { id, ok: false, error: format(error, language) }
      ),
    },
  };
}

/** The input of a handler: parsed and validated, and independent of the framework. */
export interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  language: Language;
  /** Address of the client; `X-Forwarded-For` counts only from trusted proxies. */
  ip: string;
  /** Address of the other end of the connection, such as of a proxy; null for the socket in the data folder. */
  peer: string | null;
  /** The version that `If-Match` asks for; null when the header was not sent or is `*`. */
  ifMatch: number | null;
  request: Request;
  /** The body, for a handler that reads it itself because its route has no `body`. */
  content: RequestContent;
  /** The nonce of the content policy, for a page with a script. */
  nonce: string;
  /** Checks again that the caller may do this, for a handler that has read a body itself. Throws as the guard does. */
  stillMay(): Promise<void>;
}

/**
 * The result of a handler: a plain value sent as JSON, with status 200 unless it names another, or a whole response for
 * streams and ranges. A stream as `body` is sent as it is, for a change whose audit entry needs `object`.
 */
export type RouteResponse =
  | ({ status?: number; body: unknown } | { status: number; body?: undefined }) & {
    headers?: Record<string, string> | [name: string, value: string][];
    /** Version of the entity in `body`, sent as `ETag`. */
    version?: number;
    /** The object recorded in the audit log, when neither request nor response names it. */
    object?: string;
  }
  | Response;

export type Schema = z.ZodType;
type Input<S> = S extends z.ZodType ? Parsed<z.output<S>> : undefined;

/** Requires step-up only when body or query contain sensitive fields. */
export interface StepUpWhere<B, Q, P> {
  /** Names of the sensitive fields, for the API document; `outer.inner` for a nested field. */
  fields: readonly string[];
  /** Returns the sensitive fields that a call would change or reveal. */
  sensitive(body: B, query: Q, params: P): readonly string[] | Promise<readonly string[]>;
}

/** Requires more than `access` when body or query ask for more. */
export interface WriteAccess<B, Q> {
  scope: `${Module}:write`;
  applies(body: B, query: Q): boolean;
}

export type Method = "get" | "post" | "patch" | "put" | "delete";

export interface RouteDefinition<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> {
  /**
   * Whether it is one of the compatible API: its query and body are parsed as leniently as they expect, and errors
   * have the shape of `compatible_errors.ts`.
   */
  compatible?: true;
  access: Access;
  /**
   * Whether the route returns and changes only what the labels of the caller allow. A caller whose role holds for some labels
   * reaches no other route.
   */
  byLabels?: true;
  /** For a route whose read scope does not suffice for everything a GET can return. */
  writeAccess?: WriteAccess<Input<B>, Input<Q>>;
  /** Whether a call returns secrets in plain text, which people must be administrators for. */
  revealsSecrets?(body: Input<B>, query: Input<Q>): boolean;
  /**
   * Whether a user must have re-authenticated within `STEP_UP_MS`: always, or depending on body or query.
   * Programs cannot, so they are rejected; the command line need not, because who can read its key owns the data.
   */
  stepUp?: true | StepUpWhere<Input<B>, Input<Q>, Input<P>>;
  /**
   * Whether a call is recorded in the audit log. By default every change is. `false` is for a POST route that only queries,
   * a function for a route where body or query decide, `true` for a GET that returns sensitive data. A GET that needs write
   * access or step-up has to set it, see `AuditDeclared`.
   */
  audit?: boolean | ((body: Input<B>, query: Input<Q>) => boolean);
  /** Name of the action in the audit log, such as `tasks.run`; by default it follows from method and path. */
  auditAs?: string;
  /**
   * Whether a change is served while the disk is full: `allowed` for what users need then, such as stopping and deleting. All
   * other changes are rejected before they begin.
   */
  whileReadOnly?: "allowed";
  /** One sentence for the API document. */
  summary: string;
  /** `idParams` by default where the path has `{id}`. */
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of a non-JSON body that the handler reads itself, for the API document. */
  upload?: readonly string[];
  /**
   * What `ETag` and `If-Match` refer to: the version of an entity by default; with `content` the handler sets both.
   */
  tag?: "version" | "content";
  /** Maximum body in bytes; by default 1 MiB, or 64 KiB where access is `public`. */
  bodyLimit?: number;
  /** Documented responses by status; `schema` for JSON, `contentType` for anything else. */
  results: Record<number, { description: string; schema?: Schema; contentType?: string }>;
  /** Answers with 204 if it returns nothing. */
  handle(
    input: RouteInput<Input<P>, Input<Q>, Input<B>>,
  ): Promise<RouteResponse | void> | RouteResponse | void;
}

// deno-lint-ignore ban-types -- any value but undefined; a function type here would hide the parameters of the real one
type Audited = { audit: {} };
type OnlyReads = {
  access: Exclude<Access, `${Module}:write` | "tasks:run">;
  stepUp?: undefined;
  writeAccess?: undefined;
};

/** Makes a GET that needs write access or step-up fail to compile unless it declares whether it is audited. */
export type AuditDeclared<M extends Method> = M extends "get" ? Audited | OnlyReads : unknown;

/** A route as the app registers it, with its types erased. */
// deno-lint-ignore no-explicit-any -- the concrete types were checked where the route was written
export type Route = RouteDefinition<any, any, any> & { method: Method; path: string };

/** Returns the address of a route below the base path, with its parameters in braces. */
export function addressOf({ path }: Pick<Route, "path">): string {
  return path.startsWith("/open/") ? path : `/api${path}`;
}

/**
 * Defines a route; the only way to create one. Its path is below `{base}/api`, with parameters in braces: `/tasks/{id}`. A
 * path below `/open/` is below `{base}` itself.
 */
export function route<
  M extends Method,
  Path extends string,
  P extends Schema | undefined = Path extends `${string}/{id}${string}` ? typeof idParams : undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(method: M, path: Path, definition: RouteDefinition<P, Q, B> & AuditDeclared<M>): Route {
  return { ...(path.includes("/{id}") && { params: idParams }), ...definition, method, path };
}
