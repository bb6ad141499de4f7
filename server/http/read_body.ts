import { AppError } from "../contract/app_error.ts";

const JSON_TYPE = "application/json";

/** Reads a JSON body of at most `limit` bytes. Throws `AppError` for a wrong type, size, encoding or syntax. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (mediaType(request) !== JSON_TYPE) {
    throw new AppError("unsupported_media_type", { expected: JSON_TYPE });
  }
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) throw new AppError("malformed_request", { reason: "body_missing" });
  const text = orMalformed("body_not_utf8", () => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return orMalformed("invalid_json", () => JSON.parse(text) as unknown);
}

function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

// Counted while it streams: a length that was not announced, or announced wrongly, ends at the limit all the same.
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of untilCutOff(request.body)) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return join(chunks, size);
}

async function* untilCutOff(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    yield* body;
  } catch {
    throw new AppError("malformed_request", { reason: "body_cut_off" });
  }
}

function join(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(limit: number): AppError {
  return new AppError("payload_too_large", { limit });
}

function orMalformed<T>(reason: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new AppError("malformed_request", { reason });
  }
}
