type Schema = Record<string, unknown>;

const samples: Record<string, unknown> = { integer: 1, number: 1, boolean: true, string: "x", null: null };

/**
 * Returns a value that a schema of the API document accepts, or nearly: the required fields, and the first of
 * the alternatives.
 */
export function sampleOf(schema: Schema | undefined, shapes: object): unknown {
  if (schema === undefined) return {};
  const { $ref, anyOf, oneOf, type, properties, required, items } = schema;
  const inner = (part: unknown) => sampleOf((part ?? {}) as Schema, shapes); // parts of schemas are schemas
  if (typeof $ref === "string") return inner((shapes as Record<string, unknown>)[$ref.split("/").at(-1)!]);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const several = [anyOf, oneOf].find(Array.isArray);
  if (several) return inner(several[0]);
  if (type === "array") return [inner(items)];
  if (type === "object") {
    const names = Array.isArray(required) ? required : [];
    return Object.fromEntries(
      names.map((name) => [name, inner((properties as Record<string, unknown>)?.[name])]),
    );
  }
  return samples[String(Array.isArray(type) ? type[0] : type)] ?? "x";
}
