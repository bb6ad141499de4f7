/** Limits of identity providers. Lengths are in characters. */
export const identityProviderLimits = {
  providers: 20,
  name: 50,
  issuer: 500,
  clientId: 255,
  clientSecret: 1000,
  scopes: 300,
  roleClaim: 200,
  roles: 100,
  /** Of a value in the claim. */
  value: 200,
  /** IDs that the creator chooses are far from those that are assigned. */
  minChosenId: 1_000_000,
  maxChosenId: 999_999_999,
} as const;
