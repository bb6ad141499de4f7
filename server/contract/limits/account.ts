/** Limits of the account. Lengths are in characters. */
export const accountLimits = {
  username: 64,
  password: 1000,
  /** Of a code from the authenticator app or a recovery code. */
  code: 40,
  pictureBytes: 5 * 1024 * 1024,
  passkeys: 10,
  passkeyName: 64,
} as const;
