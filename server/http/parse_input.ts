import * as z from "zod";
import { AppError } from "../contract/app_error.ts";
import { type InputSource, schemaError } from "../contract/schema_issues.ts";
import type { RequestContent, Route, Schema } from "./route.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const DEFAULT_BODY_LIMIT = 1024 * 1024;
/** Maximum body of an unauthenticated request (bytes): names, passwords and keys. */
const PUBLIC_BODY_LIMIT = 64 * 1024;
const nothing = z.strictObject({});
const anything = z.looseObject({});

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Validates everything a request carries against the route's schemas. Throws `AppError`. */
export async function parseInput(
  route: Route,
  request: Request,
  { pathParams, content }: { pathParams: Record<string, string>; content: RequestContent },
): Promise<ParsedInput> {
  const params = parseParams(route, pathParams);
  const query = route.compatible
    ? check(route.query ?? anything, withoutCacheBuster(queryOf(request.url)), "query")
    : check(route.query ?? nothing, queryOf(request.url), "query");
  return { params, query, body: route.body && await parseBody(route, route.body, { request, content }) };
}

async function parseBody(
  route: Route,
  schema: Schema,
  { request, content }: { request: Request; content: RequestContent },
): Promise<unknown> {
  const isLeftOut = !mayHaveBody(request) && schema.safeParse(undefined).success;
  if (isLeftOut) return check(schema, undefined, "body");
  const read = route.compatible ? readLenientBody : readJson;
  return check(schema, await read(content, limitOf(route)), "body");
}

// A value that cannot be an id identifies nothing, so it is not found.
function parseParams({ params: schema, compatible }: Route, values: Record<string, string>): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  throw compatible ? schemaError(result.error, "params") : new AppError("not_found");
}

function check(schema: Schema, value: unknown, source: InputSource): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw schemaError(result.error, source);
  return result.data;
}

// Clients add `t` so that no cache serves an old response.
function withoutCacheBuster({ t: _, ...query }: Record<string, string | string[]>) {
  return query;
}

// A name given twice becomes an array, which no schema accepts as a single value.
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const pairs = new URLSearchParams(start === -1 ? "" : url.slice(start + 1).split("#", 1)[0]);
  const query: [string, string | string[]][] = [...new Set(pairs.keys())].map((name) => {
    const values = pairs.getAll(name);
    return [name, values.length === 1 ? values[0]! : values];
  });
  return Object.fromEntries(query);
}

// The runtime's server sets a body, an empty one, for every POST.
function mayHaveBody({ body, headers }: Request): boolean {
  if (body === null || headers.get("content-length") === "0") return false;
  return headers.has("content-length") || headers.has("transfer-encoding") || headers.has("content-type");
}

function limitOf({ bodyLimit, access }: Route): number {
  return bodyLimit ?? (access === "public" ? PUBLIC_BODY_LIMIT : DEFAULT_BODY_LIMIT);
}

async function readJson(content: RequestContent, limit: number): Promise<unknown> {
  if (content.mediaType !== JSON_TYPE) {
    throw new AppError("unsupported_media_type", { expected: JSON_TYPE });
  }
  const bytes = await content.bytes(limit);
  if (bytes.length === 0) throw new AppError("malformed_request", { reason: "body_missing" });
  return parseJson(bytes);
}

// A body of another type counts as an empty object, whose missing fields are then named.
async function readLenientBody(content: RequestContent, limit: number): Promise<unknown> {
  const { mediaType } = content;
  if (mediaType !== JSON_TYPE && mediaType !== FORM_TYPE) return {};
  const bytes = await content.bytes(limit);
  if (bytes.length === 0) return {};
  if (mediaType === JSON_TYPE) return parseJson(bytes);
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  const text = orMalformed("body_not_utf8", () => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const value = orMalformed("invalid_json", () => JSON.parse(text) as unknown);
  const half = escapedSurrogate.test(text) ? findHalfPair(value) : null;
  if (half !== null) {
    const issues = [{ path: half, code: "invalid_character" as const }];
    throw new AppError("validation_failed", { count: 1, source: "body" }, issues);
  }
  return value;
}

// In UTF-8 there is no half of a surrogate pair; only an escape can be one.
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

interface Nested {
  value: unknown;
  name: string;
  within: Nested | null;
}

/**
 * Returns the path to a text or name with half a surrogate pair, which databases replace or reject; null if there is none. In
 * linear time at any depth.
 */
function findHalfPair(body: unknown): string | null {
  const left: Nested[] = [{ value: body, name: "", within: null }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, name } = next;
    if (!name.isWellFormed()) return pathOf(next.within);
    if (typeof value === "string" && !value.isWellFormed()) return pathOf(next);
    if (typeof value !== "object" || value === null) continue;
    for (const [inner, one] of Object.entries(value)) left.push({ value: one, name: inner, within: next });
  }
  return null;
}

function pathOf(place: Nested | null): string {
  const names: string[] = [];
  for (let at = place; at?.within; at = at.within) names.push(at.name);
  return names.reverse().join(".");
}

function orMalformed<T>(reason: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new AppError("malformed_request", { reason });
  }
}

/**
 * Returns the version that `If-Match` asks for, or null when any version matches. Throws `stale_version` for anything that
 * is not one of our versions.
 */
export function readIfMatch(header: string | null): number | null {
  if (header === null || header.trim() === "*") return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new AppError("stale_version");
  return Number(version);
}
