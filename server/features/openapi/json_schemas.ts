import * as z from "zod";
import type { Schema } from "../../http/route.ts";

export type JsonSchema = Record<string, unknown>;

const DEFINITIONS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

/** Turns schemas into JSON Schema and gathers those with a name, which are then referred to. */
export class JsonSchemas {
  /** What is gathered so far, by name. */
  readonly named: Record<string, JsonSchema> = {};

  /** Describes what is sent (`input`) or answered (`output`) by a schema. */
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

// A format says what its pattern says; the bounds of exact integers go without saying; and an answer may get new fields.
function simplify(json: JsonSchema, io: "input" | "output"): void {
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === "output") delete json.additionalProperties;
}

// Through text, because references can lie at any depth.
function refer(json: unknown): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  return JSON.parse(JSON.stringify(json).replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`));
}
