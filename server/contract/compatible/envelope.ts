// What all routes of the compatible API share: the envelope of responses, and lenient parameters.
import * as z from "zod";

/** A rejection with a code of its own. It is sent with status 200: programs look at `code` only. */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";

  constructor(readonly code: RejectionCode, message: string, readonly data?: number) {
    super(message);
  }
}

const code = z.literal(200);

/** Wraps the schema of `data` into the schema of a successful response. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ code, data });
}

/** A successful response without data; some have a message. */
export const done = z.object({ code, message: z.string().optional() }).meta({ id: "CompatibleDone" });

/** A rejected request. It has status 200, too: only `code` tells it from a success. */
export const rejection = z.object({
  code: z.literal([400, 403, 410, 420, 430]).meta({
    description: "At a login, 410 asks to wait for `data` seconds, 420 for a code; 430 is a wrong code",
  }),
  message: z.string(),
  data: z.int().optional(),
}).meta({ id: "CompatibleRejection" });
type RejectionCode = z.infer<typeof rejection>["code"];

const numeric = z.string().regex(/^-?\d{1,15}$/).transform(Number);

/** A number, which may arrive as text: forms and queries have nothing else. */
export const number = z.union([z.int(), numeric]);
export const entityId = z.union([z.int().positive(), numeric.pipe(z.int().positive())]);
/** Body of a call that acts on several entities: a plain array of IDs. */
export const ids = z.array(entityId).min(1).max(10_000);

/** 0 or 1. */
export const bit = z.union([z.literal(0), z.literal(1)]);
export const optionalText = z.string().nullish();
/** Labels; programs send null for none. */
export const labelList = z.array(z.string()).nullish();
