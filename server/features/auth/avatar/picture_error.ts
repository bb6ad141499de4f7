/** Millions of pixels a picture may have. The page sends 256 × 256; each million takes up to 55 MB while it is decoded. */
export const MAX_MEGAPIXELS = 3;

/** Bytes that are not taken for a picture. */
export class PictureError extends Error {
  override readonly name = "PictureRefused";
  /** `broken`: no PNG or JPEG that can be read; `too_large`: too many pixels. */
  readonly reason: "broken" | "too_large";

  constructor(reason: PictureError["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
