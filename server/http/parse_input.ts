import * as z from "zod";
import { AppError } from "../contract/app_error.ts";
import { refused } from "./errors.ts";
import { readJson } from "./read_body.ts";
import type { Route, Schema } from "./route.ts";

const DEFAULT_BODY_LIMIT = 1024 * 1024;
const nothing = z.strictObject({});

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Checks everything a request carries against the route's schemas. Throws `AppError`. */
export async function parseInput(
  route: Route,
  request: Request,
  pathParams: Record<string, string>,
): Promise<ParsedInput> {
  const params = parseParams(route.params, pathParams);
  const query = check(route.query ?? nothing, queryOf(request.url));
  const body = route.body ? check(route.body, await readBody(route, route.body, request)) : undefined;
  return { params, query, body };
}

// What cannot be an id is the id of nothing.
function parseParams(schema: Schema | undefined, values: Record<string, string>): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(values);
  if (!result.success) throw new AppError("not_found");
  return result.data;
}

function check(schema: Schema, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw refused(result.error);
  return result.data;
}

// A name given twice becomes an array, which no schema takes for one value.
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const pairs = new URLSearchParams(start === -1 ? "" : url.slice(start + 1).split("#", 1)[0]);
  const query: [string, string | string[]][] = [...new Set(pairs.keys())].map((name) => {
    const values = pairs.getAll(name);
    return [name, values.length === 1 ? values[0]! : values];
  });
  return Object.fromEntries(query);
}

async function readBody(route: Route, schema: Schema, request: Request): Promise<unknown> {
  if (!mayHaveBody(request) && schema.safeParse(undefined).success) return undefined;
  return await readJson(request, limitOf(route));
}

// The server of the runtime has a body, an empty one, for every POST.
function mayHaveBody({ body, headers }: Request): boolean {
  if (body === null || headers.get("content-length") === "0") return false;
  return headers.has("content-length") || headers.has("transfer-encoding") || headers.has("content-type");
}

function limitOf(route: Route): number {
  return route.bodyLimit ?? DEFAULT_BODY_LIMIT;
}

/** Reads the version `If-Match` asks for; null when any will do. Throws `stale_version` for what is no version of ours. */
export function readIfMatch(header: string | null): number | null {
  if (header === null || header.trim() === "*") return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new AppError("stale_version");
  return Number(version);
}
