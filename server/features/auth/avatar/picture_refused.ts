/** Millions of pixels a picture may have. */
export const MOST_MEGAPIXELS = 16;

/** Bytes that are not taken for a picture. */
export class PictureRefused extends Error {
  override readonly name = "PictureRefused";
  /** `broken`: no PNG or JPEG that can be read; `too_large`: too many pixels. */
  readonly reason: "broken" | "too_large";

  constructor(reason: PictureRefused["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
