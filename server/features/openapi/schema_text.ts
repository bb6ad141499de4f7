// Formats a schema of the document as a few lines that are easier to read than JSON Schema.
import type { JsonSchema } from "./json_schemas.ts";

const COMPONENTS = "#/components/schemas/";

/** Formats a schema like a type; schema names are marked with an arrow. */
export function schemaText(schema: JsonSchema, indent = ""): string {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return `→${$ref.slice(COMPONENTS.length)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const several = [anyOf, oneOf, allOf].find(Array.isArray);
  if (several) return several.map((one) => schemaText(one, indent)).join(allOf ? " & " : " | ");
  if (schema.type === "array") return `[${schemaText(inner(schema.items), indent)}]`;
  if (schema.type === "object") return objectText(schema, indent);
  return plainText(schema);
}

function objectText({ properties, required, additionalProperties }: JsonSchema, indent: string): string {
  const needed = Array.isArray(required) ? required : [];
  const deeper = `${indent}  `;
  const lines = Object.entries(inner(properties)).map(([name, schema]) => {
    const { description } = inner(schema);
    const warning = typeof description === "string" ? `  // ${description}` : "";
    const mark = needed.includes(name) ? "" : "?";
    return `${deeper}${name}${mark}: ${schemaText(inner(schema), deeper)}${warning}`;
  });
  if (lines.length > 0) return `{\n${lines.join("\n")}\n${indent}}`;
  const rest = inner(additionalProperties);
  return Object.keys(rest).length > 0 ? `{ [name]: ${schemaText(rest, indent)} }` : "{}";
}

const limits = {
  format: "",
  pattern: "pattern ",
  minLength: "at least ",
  maxLength: "at most ",
  minimum: "≥ ",
  maximum: "≤ ",
  default: "default ",
};

function plainText(schema: JsonSchema): string {
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type ?? "any");
  const notified = Object.entries(limits).filter(([name]) => schema[name] !== undefined).map(([name, word]) =>
    `${word}${typeof schema[name] === "string" ? schema[name] : JSON.stringify(schema[name])}`
  );
  return notified.length === 0 ? type : `${type} (${notified.join(", ")})`;
}

// Parts of a schema are schemas or missing.
function inner(part: unknown): JsonSchema {
  return typeof part === "object" && part !== null ? part as JsonSchema : {};
}
