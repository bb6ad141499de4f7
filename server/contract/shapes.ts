import * as z from "zod";

/** An instant in the API: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).meta({
  description: "Time in UTC, in ISO 8601 format with milliseconds",
});

export const id = z.int().positive();

/** Route parameter `{id}`. */
export const idParams = z.strictObject({
  id: z.string().regex(/^[1-9]\d{0,14}$/).transform(Number).meta({
    type: "integer",
    minimum: 1,
    maximum: 999_999_999_999_999,
  }),
});

/** Body of a request that acts on several entities at once. */
export const idsBody = z.strictObject({ ids: z.array(id).min(1).max(1000) });

export const listQuery = {
  page: z.coerce.number().int().min(1).default(1).meta({ description: "Page number, starting at 1" }),
  pageSize: z.coerce.number().int().min(1).max(500).default(20).meta({ description: "Items per page" }),
  sort: z.string().max(200).optional().meta({
    description: "Comma-separated fields to sort by; a leading minus sorts in descending order",
  }),
  q: z.string().max(500).optional().meta({ description: "Text to search for" }),
};

/** Wraps an item schema into the response of a list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });
}

export interface List<T> {
  items: T[];
  total: number;
  page: number;
  pageSize: number;
}

/** Response of a request that acts on several entities: one result per id, in the requested order. */
export const batchResult = z.object({
  results: z.array(z.object({
    id,
    ok: z.boolean(),
    error: z.object({ code: z.string(), title: z.string(), detail: z.string() }).optional(),
  })),
});
export type BatchResult = z.infer<typeof batchResult>;

// No \p{Cc} and \p{Cs} in the patterns: they are part of the API document, and clients in Python cannot compile these. Half a
// surrogate pair is no character: databases store another one instead, and PostgreSQL refuses it in JSON.

/** Text typed by a user: no NUL or other control characters except new line and tab, and whole characters only. */
export function text(max: number) {
  const allowed =
    // deno-lint-ignore no-control-regex -- control characters are exactly what is refused here
    /^(?:[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/;
  return z.string().max(max).regex(allowed);
}

/**
 * Characters that a name must not contain: control characters, line breaks, and those that change the writing
 * direction.
 */
// deno-lint-ignore no-control-regex -- as above
export const notInNames = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** A name, or another one-line text that is displayed among others: it must not break its line or imitate another text. */
export function line(max: number) {
  const allowed =
    // deno-lint-ignore no-control-regex -- as above
    /^(?:[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/;
  return z.string().max(max).regex(allowed);
}
