/** The types in the order of the numbers by which scripts and backups may name them. */
const numberedTypes = [
  "gotify",
  "goCqHttpBot",
  "serverChan",
  "pushDeer",
  "bark",
  "chat",
  "telegramBot",
  "dingtalkBot",
  "weWorkBot",
  "weWorkApp",
  "aibotk",
  "iGot",
  "pushPlus",
  "wePlusBot",
  "email",
  "pushMe",
  "lark",
  "webhook",
  "chronocat",
  "ntfy",
  "wxPusherBot",
  "wxPusherSpt",
];

/** Returns the channel type that a name or a number means. */
export function namedType(name: string): string {
  if (name === "feishu") return "lark";
  return (/^\d+$/.test(name) ? numberedTypes[Number(name)] : undefined) ?? name;
}
