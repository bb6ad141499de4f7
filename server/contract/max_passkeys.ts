/** Most passkeys an account may have. */
export const MAX_PASSKEYS = 10;
