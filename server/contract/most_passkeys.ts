/** Most passkeys an account may have. */
export const MOST_PASSKEYS = 10;
