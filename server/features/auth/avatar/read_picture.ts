import { AppError } from "../../../contract/app_error.ts";
import { LARGEST_PICTURE_BYTES } from "../../../contract/account.ts";

/** Media types of pictures that are taken. */
export const pictureTypes = ["image/png", "image/jpeg"];

/** Reads the picture a request carries. Throws `unsupported_media_type`, `payload_too_large`, `malformed_request`. */
export async function readPicture(request: Request): Promise<Uint8Array> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (!pictureTypes.includes(type)) {
    throw new AppError("unsupported_media_type", { expected: pictureTypes.join(", ") });
  }
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_PICTURE_BYTES) throw tooLarge();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Counted while it comes: what was announced may be a lie.
  for await (const chunk of untilCutOff(request.body)) {
    size += chunk.length;
    if (size > LARGEST_PICTURE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function* untilCutOff(body: Request["body"]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body === null) return;
  try {
    yield* body;
  } catch {
    throw new AppError("malformed_request", { reason: "body_cut_off" });
  }
}

function tooLarge(): AppError {
  return new AppError("payload_too_large", { limit: LARGEST_PICTURE_BYTES });
}
