import * as z from "zod";
import type { Schema } from "../../http/route.ts";

export type JsonSchema = Record<string, unknown>;

const DEFINITIONS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

/** Converts schemas to JSON Schema and collects the named ones for references. */
export class JsonSchemas {
  /** The schemas collected so far, by name. */
  readonly named: Record<string, JsonSchema> = {};

  /** Describes what a schema accepts (`input`) or returns (`output`). */
  describe(schema: Schema, io: "input" | "output"): JsonSchema {
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

// A format implies its pattern; the bounds of safe integers are implied as well; and responses may get new
// fields.
function simplify(json: JsonSchema, io: "input" | "output"): void {
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === "output") delete json.additionalProperties;
}

// Replaced as text, because references can be at any depth.
function refer(json: unknown): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  return JSON.parse(JSON.stringify(json).replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`));
}
