import { addressOf, type Route, type Schema } from "../../http/route.ts";
import { actionOf } from "../audit/audit_calls.ts";
import { tagDescriptions } from "./tag_descriptions.ts";
import { scopeTable } from "./scope_table.ts";
import { type JsonSchema, JsonSchemas } from "./json_schemas.ts";
import { errorStatus } from "../../contract/error_codes.ts";
import { rejection } from "../../contract/compatible/envelope.ts";
import { issueCodes } from "../../contract/issue_codes.ts";
import { SESSION_COOKIE } from "../../contract/auth.ts";

const FORM = "multipart/form-data";
/** The tag of routes for programs written for another panel. */
export const COMPATIBLE_TAG = "compatible";

export interface DocumentOptions {
  routes: readonly Route[];
  basePath: string;
  version: string;
  /** Scheme and host of the panel; by default, clients take them from where they got the document. */
  origin?: string;
}

/** Generates the OpenAPI 3.1 document of exactly these routes. */
export function openApiDocument({ routes, basePath, version, origin = "" }: DocumentOptions): JsonSchema {
  const schemas = new JsonSchemas();
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    // A path that does not lie below `/api` has a server of its own, which generated clients do not let programs change.
    const root = `${origin}${basePath}` || "/";
    const servers = addressOf(route) === route.path ? { servers: [{ url: root }] } : {};
    paths[route.path] = {
      ...paths[route.path],
      [route.method]: { ...operation(route, schemas), ...servers },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sundial",
      version,
      description:
        "The API of the panel, used by its page and by programs. This document describes all of its routes.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}${basePath}/api` }],
    tags: tags(routes),
    "x-scopes": Object.fromEntries(
      scopeTable(routes).map((row) => [row.scope, row.routes.map(({ method, path }) => `${method} ${path}`)]),
    ),
    paths,
    components: {
      schemas: { ...sharedSchemas, ...schemas.named },
      responses: sharedResponses,
      securitySchemes,
    },
  };
}

function tags(routes: readonly Route[]): JsonSchema[] {
  return [...new Set(routes.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] }));
}

/** Returns the tag of a route: the first segment of its path, unless it is one of the compatible API. */
export function tagOf({ path, compatible }: Pick<Route, "path" | "compatible">): string {
  return compatible ? COMPATIBLE_TAG : path.split("/")[1]!;
}

function operation(route: Route, schemas: JsonSchemas): JsonSchema {
  const { path, method, access, byLabels, summary, body, upload } = route;
  return {
    operationId: operationId(method, path),
    tags: [tagOf(route)],
    summary,
    "x-access": access,
    ...(access.includes(":") && { "x-scope": access }),
    ...(byLabels && { "x-by-labels": true }),
    ...(route.compatible && { "x-compatible": true }),
    ...(route.stepUp && { "x-step-up": route.stepUp === true || route.stepUp.fields }),
    ...((route.audit ?? method !== "get") && { "x-audit": actionOf({ route }) }),
    security: security(access),
    parameters: [
      ...parameters(schemas, { schema: route.params, location: "path" }),
      ...parameters(schemas, { schema: route.query, location: "query" }),
    ],
    ...(body &&
      {
        requestBody: {
          required: !body.safeParse(undefined).success,
          content: json(schemas.describe(body, "input")),
        },
      }),
    ...(upload && { requestBody: { required: true, content: files(upload) } }),
    responses: {
      ...results(route, schemas),
      ...(route.compatible ? {} : refusals(route)),
      default: { $ref: `#/components/responses/${route.compatible ? "CompatibleError" : "Problem"}` },
    },
  };
}

/** Returns the id of an operation: `get /tasks/{id}/runs` becomes getTasksIdRuns. */
export function operationId(method: string, path: string): string {
  return method + path.replace(/[/{}._-]+(\w?)/g, (_, first: string) => first.toUpperCase());
}

function security(access: Route["access"]): JsonSchema[] {
  if (access === "public") return [];
  if (access === "account" || access === "administrator") return [{ session: [] }];
  return [{ session: [] }, { token: access === "known" ? [] : [access] }];
}

function parameters(
  schemas: JsonSchemas,
  { schema, location }: { schema: Schema | undefined; location: "path" | "query" },
): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.describe(schema, "input") as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

// Params and queries are objects: `parseInput` passes their schemas nothing else.
interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function results(route: Route, schemas: JsonSchemas): JsonSchema {
  const entries = Object.entries(route.results).map(([status, result]) => {
    const { description, schema, contentType } = result;
    if (route.compatible && status === "200") {
      return [status, { description, content: withRejection(schemas, result) }];
    }
    if (schema) return [status, { description, content: json(schemas.describe(schema, "output")) }];
    if (contentType === undefined) return [status, { description }];
    // JSON without a schema of its own is any JSON; everything else is text or bytes.
    const any = contentType === "application/json" ? {} : { type: "string" };
    return [status, { description, content: { [contentType]: { schema: any } } }];
  });
  return Object.fromEntries(entries);
}

// A program that only looks at the status gets either, whatever it expects.
function withRejection(
  schemas: JsonSchemas,
  { schema, contentType }: Pick<Route["results"][number], "schema" | "contentType">,
): JsonSchema {
  const rejected = schemas.describe(rejection, "output");
  if (schema) return json({ anyOf: [schemas.describe(schema, "output"), rejected] });
  return {
    ...json(rejected),
    ...(contentType !== undefined && { [contentType]: { schema: { type: "string" } } }),
  };
}

const bytes = { type: "string", format: "binary" };

function files(types: readonly string[]): JsonSchema {
  const form = {
    type: "object",
    required: ["file"],
    properties: {
      file: { type: "array", items: bytes, description: "Files to upload, each with its file name" },
    },
  };
  return Object.fromEntries(types.map((type) => [type, { schema: type === FORM ? form : bytes }]));
}

function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}

const text = { type: "string" };

/** Schemas that no route names because every route may return them. */
const sharedSchemas = {
  Issue: {
    type: "object",
    required: ["path", "code", "message", "params"],
    properties: {
      path: { ...text, description: "Path of the field in the request, joined with dots" },
      code: { ...text, enum: issueCodes },
      message: { ...text, description: "What is wrong with the field, in the caller's language" },
      params: { type: "object", additionalProperties: { type: ["string", "number"] } },
    },
  },
  CompatibleError: {
    type: "object",
    required: ["message"],
    properties: {
      code: { type: "integer" },
      message: { ...text, description: "What is wrong, in the panel's language" },
      errors: { type: "array", items: { type: "object" } },
      statusCode: { type: "integer" },
      error: text,
      validation: { type: "object", description: "The rejected field, by the part of the request it is in" },
    },
  },
  Problem: {
    type: "object",
    required: ["type", "title", "status", "detail", "code"],
    properties: {
      type: text,
      title: { ...text, description: "Short description of the error, in the caller's language" },
      status: { type: "integer" },
      detail: { ...text, description: "Details of the error, in the caller's language" },
      code: { ...text, enum: Object.keys(errorStatus) },
      issues: { type: "array", items: { $ref: "#/components/schemas/Issue" } },
    },
  },
};

const sharedResponses = {
  CompatibleError: {
    description:
      "Error. A rejected request has status 200 instead; a malformed one has the fields `statusCode` and `validation`",
    content: { "application/json": { schema: { $ref: "#/components/schemas/CompatibleError" } } },
  },
  Problem: {
    description: "Error (RFC 9457)",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
};

const securitySchemes = {
  session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
  token: { type: "http", scheme: "bearer" },
};

const problem = { $ref: "#/components/responses/Problem" };

/** Returns the errors that follow from a route's requirements; its handler may have more. */
function refusals(route: Route): JsonSchema {
  const { access, params, query, body, upload, stepUp, results } = route;
  const statuses = [
    ...(body ? [400, 413, 415, 422] : []),
    ...(upload ? [400, 413] : []),
    // A route that accepts any bytes rejects no media type.
    ...(upload && !upload.includes("application/octet-stream") ? [415] : []),
    ...(query ? [422] : []),
    ...(access === "public" ? [] : [401]),
    // Changes from other sites are rejected too.
    ...((access !== "public" && access !== "known") || stepUp || route.method !== "get" ? [403] : []),
    ...(params ? [404] : []),
    ...(route.method === "patch" ? [412] : []),
  ];
  const undocumented = statuses.filter((status) => !(status in results));
  return Object.fromEntries(undocumented.map((status) => [status, problem]));
}
