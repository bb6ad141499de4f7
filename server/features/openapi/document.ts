import type { Route, Schema } from "../../http/route.ts";
import { type JsonSchema, JsonSchemas } from "./json_schemas.ts";
import { securitySchemes, sharedAnswers, sharedSchemas } from "./shared_parts.ts";

export interface DocumentOptions {
  routes: readonly Route[];
  basePath: string;
  version: string;
}

/** Writes the OpenAPI 3.1 document of exactly these routes. */
export function openApiDocument({ routes, basePath, version }: DocumentOptions): JsonSchema {
  const schemas = new JsonSchemas();
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sundial",
      version,
      description: "The one API of the panel, for its page and for programs.",
    },
    servers: [{ url: `${basePath}/api` }],
    paths,
    components: {
      schemas: { ...sharedSchemas, ...schemas.named },
      responses: sharedAnswers,
      securitySchemes,
    },
  };
}

function operation(route: Route, schemas: JsonSchemas): JsonSchema {
  const { path, method, access, summary, body } = route;
  return {
    operationId: operationId(method, path),
    tags: [path.split("/")[1]],
    summary,
    "x-access": access,
    security: security(access),
    parameters: [
      ...parameters(schemas, { schema: route.params, place: "path" }),
      ...parameters(schemas, { schema: route.query, place: "query" }),
    ],
    ...(body &&
      {
        requestBody: {
          required: !body.safeParse(undefined).success,
          content: json(schemas.describe(body, "input")),
        },
      }),
    responses: { ...answers(route, schemas), default: { $ref: "#/components/responses/Problem" } },
  };
}

// `get /tasks/{id}/runs` becomes getTasksIdRuns.
function operationId(method: string, path: string): string {
  return method + path.replace(/[/{}._-]+(\w?)/g, (_, first: string) => first.toUpperCase());
}

function security(access: Route["access"]): JsonSchema[] {
  if (access === "public") return [];
  return access === "account" ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function parameters(
  schemas: JsonSchemas,
  { schema, place }: { schema: Schema | undefined; place: "path" | "query" },
): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.describe(schema, "input") as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

// Params and queries are objects: `parseInput` gives their schemas nothing else.
interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function answers(route: Route, schemas: JsonSchemas): JsonSchema {
  const entries = Object.entries(route.answers).map(([status, { description, schema, contentType }]) => {
    if (schema) return [status, { description, content: json(schemas.describe(schema, "output")) }];
    if (contentType === undefined) return [status, { description }];
    return [status, { description, content: { [contentType]: { schema: { type: "string" } } } }];
  });
  return Object.fromEntries(entries);
}

function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}
