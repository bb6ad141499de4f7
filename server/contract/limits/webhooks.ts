/** Limits of webhooks. Sizes are in bytes, times in milliseconds. */
export const webhookLimits = {
  body: 1024 * 1024,
  /** How far the time of a delivery may be from the panel's. */
  toleranceMs: 5 * 60_000,
  /** How long what was accepted is remembered, where the sender signs no time. */
  receiptMs: 7 * 86_400_000,
  /** Of the deliveries of a webhook, the newest that are listed: those that were signed, and the others. */
  deliveries: 200,
  unsigned: 50,
  /** Of the contents of a task's runs that have ended. */
  contents: 32 * 1024 * 1024,
  waitSeconds: 30,
  pointer: 1000,
  senderId: 200,
} as const;
