/** Limits of notification channels and rules. Lengths are in characters. */
export const notificationLimits = {
  channelName: 200,
  ruleName: 200,
  proxy: 500,
  titleTemplate: 500,
  contentTemplate: 10_000,
} as const;
