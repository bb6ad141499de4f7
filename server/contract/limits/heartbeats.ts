/** Limits of heartbeats. Lengths are in characters, times in milliseconds. */
export const heartbeatLimits = {
  name: 200,
  /** How many there can be. */
  count: 1000,
  schedule: 200,
  /** The shortest period, grace and duration: what is shorter would be missed by the noise of networks. */
  shortestMs: 60_000,
  longestMs: 366 * 24 * 3_600_000,
  usualGraceMs: 5 * 60_000,
  /** Pings that are kept of each, the newest. */
  pings: 200,
  /** Of the body of a ping, in bytes. */
  body: 10_000,
  rid: 64,
  /** Starts without an end that are remembered of each. */
  starts: 20,
} as const;
