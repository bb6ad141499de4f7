import { AppError } from "../../../contract/app_error.ts";
import { MAX_PICTURE_BYTES } from "../../../contract/account.ts";
import type { RequestContent } from "../../../http/route.ts";

/** Media types of pictures that are taken. */
export const pictureTypes = ["image/png", "image/jpeg"];

/** Reads the picture a request carries. Throws `unsupported_media_type`, `payload_too_large`, `malformed_request`. */
export async function readPicture(content: RequestContent): Promise<Uint8Array> {
  if (!pictureTypes.includes(content.mediaType)) {
    throw new AppError("unsupported_media_type", { expected: pictureTypes.join(", ") });
  }
  return await content.bytes(MAX_PICTURE_BYTES);
}
