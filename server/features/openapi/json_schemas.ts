import * as z from "zod";
import type { Schema } from "../../http/route.ts";

export type JsonSchema = Record<string, unknown>;

const DEFINITIONS = "#/$defs/";
/** Begins the references of an API document. */
export const COMPONENTS = "#/components/schemas/";

/** Converts schemas to JSON Schema and collects the named ones for references. */
export class JsonSchemas {
  /** The schemas collected so far, by name. */
  readonly named: Record<string, JsonSchema> = {};
  /** Many routes share a schema, and converting takes long. */
  readonly #described = { input: new Map<Schema, JsonSchema>(), output: new Map<Schema, JsonSchema>() };

  describe(schema: Schema, io: "input" | "output"): JsonSchema {
    const described = this.#described[io].get(schema) ?? this.#convert(schema, io);
    this.#described[io].set(schema, described);
    return described;
  }

  #convert(schema: Schema, io: "input" | "output"): JsonSchema {
    const json = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    const { $schema: _, $defs = {}, ...whole } = refer(json);
    Object.assign(this.named, $defs);
    return whole;
  }
}

// A format implies its pattern, and numbers have none: clients would match the pattern of a number in a path against the
// number. The bounds of safe integers are implied as well; and responses may get new
// fields.
function simplify(json: JsonSchema, io: "input" | "output"): void {
  if (json.format !== undefined || json.type === "integer") delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === "output") delete json.additionalProperties;
}

// Replaced as text, because references can be at any depth.
function refer(json: unknown): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  return JSON.parse(JSON.stringify(json).replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`));
}

// Formats a schema of the document as a few lines that are easier to read than JSON Schema.

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
  const constraints = Object.entries(limits).filter(([name]) => schema[name] !== undefined).map((
    [name, word],
  ) => `${word}${typeof schema[name] === "string" ? schema[name] : JSON.stringify(schema[name])}`);
  return constraints.length === 0 ? type : `${type} (${constraints.join(", ")})`;
}

// Parts of a schema are schemas or missing.
function inner(part: unknown): JsonSchema {
  return typeof part === "object" && part !== null ? part as JsonSchema : {};
}
