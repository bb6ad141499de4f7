/** Limits of subscriptions. Lengths are in characters. */
export const subscriptionLimits = {
  name: 200,
  url: 2000,
  branch: 250,
  username: 250,
  password: 5000,
  privateKey: 20_000,
  /** Of each expression that selects files. */
  filter: 2000,
  extensions: 500,
  command: 10_000,
  proxy: 500,
  alias: 80,
  applyFolder: 500,
  /** Of an interval, in its unit. */
  every: 100_000,
} as const;
