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
} as const;
