/** Limits of the account. Lengths are in characters. */
export const accountLimits = {
  username: 64,
  password: 1000,
  /** Of a code from the authenticator app or a recovery code. */
  code: 40,
  pictureBytes: 5 * 1024 * 1024,
  /** The page sends 256 × 256; decoding takes up to 55 MB per megapixel. */
  pictureMegapixels: 3,
  passkeys: 10,
  passkeyName: 64,
} as const;
