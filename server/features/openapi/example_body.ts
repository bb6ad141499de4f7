import { COMPONENTS, type JsonSchema } from "./json_schemas.ts";

/** Schemas may contain themselves. */
const MAX_DEPTH = 6;

/** Returns a body that a schema might accept, with its required fields only. Values that it cannot know are empty. */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>, depth = 0): unknown {
  const inside = (value: unknown) => exampleOf((value ?? {}) as JsonSchema, named, depth + 1); // JSON Schema's own shape
  if (depth > MAX_DEPTH) return null;
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return inside(named[$ref.slice(COMPONENTS.length)]);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const several = [anyOf, oneOf, allOf].find(Array.isArray);
  if (several) return inside(several[0]);
  if (type === "array") return Number(schema.minItems ?? 0) > 0 ? [inside(schema.items)] : [];
  if (type === "object") return objectOf(schema, inside);
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return false;
  return type === "string" ? "" : null;
}

function objectOf(schema: JsonSchema, inside: (value: unknown) => unknown): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>; // JSON Schema's own shape
  const required = Array.isArray(schema.required) ? schema.required as string[] : [];
  return Object.fromEntries(required.map((name) => [name, inside(properties[name])]));
}
