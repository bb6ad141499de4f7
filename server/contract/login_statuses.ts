// The outcomes of login attempts. A file without zod, because the page loads it.

/** In display order. The names are stored, and clients rely on them: never rename one. */
export const loginStatuses = [
  "succeeded",
  "wrong_credentials",
  "wrong_code",
  "wrong_passkey",
  /** By a provider or a proxy: the audit log says why. */
  "sign_on_failed",
  /** Locked out after too many attempts; logged once per wait, not for each attempt. */
  "too_many",
] as const;
export type LoginStatus = (typeof loginStatuses)[number];

export const failedLoginStatuses = loginStatuses.filter((status) => status !== "succeeded");
