// Why a login by a provider or a proxy failed. A file without zod, because the page loads it.

/** The login page shows a sentence for each. Also in the audit log: never rename one. */
export const signOnErrors = [
  /** The provider did not answer, or not in time. */
  "provider_unreachable",
  /** Its address is one that the panel may not call. */
  "provider_not_allowed",
  /** Its answer is not what was asked for: another issuer, nonce, signature, or a code that was used. */
  "provider_rejected",
  /** Its clock differs from that of the panel. */
  "clock_differs",
  /** The provider was removed meanwhile. */
  "provider_unknown",
  /** The login was begun too long ago, in another browser, or is over. */
  "login_expired",
  "login_cancelled",
  "email_missing",
  "email_unverified",
  "subject_changed",
  "no_account",
  "no_role",
  "name_unusable",
  "account_disabled",
  "identity_taken",
  "too_many",
  "failed",
] as const;
export type SignOnError = (typeof signOnErrors)[number];
