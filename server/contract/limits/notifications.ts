/** Limits of notification channels and rules. Lengths are in characters. */
export const notificationLimits = {
  channelName: 200,
  rules: 200,
  ruleName: 200,
  proxy: 500,
  titleTemplate: 500,
  contentTemplate: 10_000,
  scriptContent: 500_000,
} as const;

/** The channel type of a browser. Only the browser itself has the values of its fields. */
export const browserChannelType = "webPush";
