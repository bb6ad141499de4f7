/** Maximum size of a picture in megapixels. The page sends 256 × 256; decoding takes up to 55 MB per megapixel. */
export const MAX_MEGAPIXELS = 3;

/** The bytes are rejected as a picture. */
export class PictureError extends Error {
  override readonly name = "PictureError";
  /** `broken`: not a readable PNG or JPEG; `too_large`: too many pixels. */
  readonly reason: "broken" | "too_large";

  constructor(reason: PictureError["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
