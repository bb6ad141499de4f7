import type * as z from "zod";
import type { AppError } from "./app_error.ts";
import { schemaError } from "./schema_issues.ts";

/** Carries a type that no other value has: not a copy with changed fields, as `{ ...parsed }` loses private fields. */
declare class Accepted<in out T> {
  readonly #by: (value: T) => T;
}

/**
 * A value that a schema of the contract has accepted. Services take only these, so a value that was never checked does not
 * compile. Handlers of routes receive them; other code gets them from the functions below.
 */
export type Parsed<T> = T extends null | undefined ? T
  : T extends readonly (infer Item)[] ? Parsed<Item>[]
  // Types whose fields are all optional could each stand for the other.
  : T & Accepted<Required<T>>;

/** Checks a value against its schema. Throws `validation_failed`. */
export function parse<S extends z.ZodType>(schema: S, value: z.input<S>): Parsed<z.output<S>> {
  const result = check(schema, value);
  if ("error" in result) throw result.error;
  return result.parsed;
}

/** Checks a value against its schema; returns the error instead of throwing it. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { parsed: Parsed<z.output<S>> } | { error: AppError } {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success
    ? { parsed: result.data as Parsed<z.output<S>> } // the schema has accepted it
    : { error: schemaError(result.error) };
}
