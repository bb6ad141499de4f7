/** What a secret belongs to that is encrypted in the database. */
export const sealedKinds = [
  "variable",
  "subscription",
  "channel",
  "setting",
  "second_factor",
  "identity_provider",
  "run",
  "webhook",
] as const;
export type SealedKind = (typeof sealedKinds)[number];
