// The variables by which scripts choose channels, as in the panels that these scripts were written for. Clients of the library
// for scripts read their names from the environment; see `features/script_library`.
import type { Values } from "./channels/channel_type.ts";

/** How variables become one channel. */
export interface ScriptChannel {
  type: string;
  trigger: string;
  /** The function of `notify.py` that sends to this channel alone; absent if it has none. */
  pythonName?: string;
  fields: Readonly<Record<string, string>>;
  /** Variables of `combine` besides those above. */
  others?: readonly string[];
  /** Returns fields that several variables make up. */
  combine?(variables: Values): Values;
}

/** Appends a random sentence to messages when `true`. */
export const SENTENCE_VARIABLE = "HITOKOTO";
/** Titles, one per line, of messages that are not sent. */
export const SKIPPED_TITLES_VARIABLE = "SKIP_PUSH_TITLE";

/** All channels, in the order in which they are tried. */
export const scriptChannels: readonly ScriptChannel[] = [
  {
    type: "bark",
    trigger: "BARK_PUSH",
    pythonName: "bark",
    fields: {
      BARK_PUSH: "barkPush",
      BARK_ICON: "barkIcon",
      BARK_SOUND: "barkSound",
      BARK_GROUP: "barkGroup",
      BARK_LEVEL: "barkLevel",
      BARK_URL: "barkUrl",
      BARK_ARCHIVE: "barkArchive",
    },
  },
  {
    type: "dingtalkBot",
    trigger: "DD_BOT_TOKEN",
    pythonName: "dingding_bot",
    fields: { DD_BOT_TOKEN: "dingtalkBotToken", DD_BOT_SECRET: "dingtalkBotSecret" },
  },
  {
    type: "lark",
    trigger: "FSKEY",
    pythonName: "feishu_bot",
    fields: { FSKEY: "larkKey", FSSECRET: "larkSecret" },
  },
  {
    type: "goCqHttpBot",
    trigger: "GOBOT_URL",
    pythonName: "go_cqhttp",
    fields: { GOBOT_URL: "goCqHttpBotUrl", GOBOT_QQ: "goCqHttpBotQq", GOBOT_TOKEN: "goCqHttpBotToken" },
  },
  {
    type: "gotify",
    trigger: "GOTIFY_TOKEN",
    pythonName: "gotify",
    fields: { GOTIFY_URL: "gotifyUrl", GOTIFY_TOKEN: "gotifyToken", GOTIFY_PRIORITY: "gotifyPriority" },
  },
  { type: "iGot", trigger: "IGOT_PUSH_KEY", pythonName: "iGot", fields: { IGOT_PUSH_KEY: "iGotPushKey" } },
  { type: "serverChan", trigger: "PUSH_KEY", pythonName: "serverJ", fields: { PUSH_KEY: "serverChanKey" } },
  {
    type: "pushDeer",
    trigger: "DEER_KEY",
    pythonName: "pushdeer",
    fields: { DEER_KEY: "pushDeerKey", DEER_URL: "pushDeerUrl" },
  },
  {
    type: "chat",
    trigger: "CHAT_URL",
    pythonName: "chat",
    fields: {},
    others: ["CHAT_TOKEN"],
    combine: ({ CHAT_URL = "", CHAT_TOKEN = "" }) => ({ synologyChatUrl: CHAT_URL + CHAT_TOKEN }),
  },
  {
    type: "pushPlus",
    trigger: "PUSH_PLUS_TOKEN",
    pythonName: "pushplus_bot",
    fields: {
      PUSH_PLUS_TOKEN: "pushPlusToken",
      PUSH_PLUS_USER: "pushPlusUser",
      PUSH_PLUS_TEMPLATE: "pushPlusTemplate",
      PUSH_PLUS_CHANNEL: "pushplusChannel",
      PUSH_PLUS_WEBHOOK: "pushplusWebhook",
      PUSH_PLUS_CALLBACKURL: "pushplusCallbackUrl",
      PUSH_PLUS_TO: "pushplusTo",
    },
  },
  {
    type: "wePlusBot",
    trigger: "WE_PLUS_BOT_TOKEN",
    pythonName: "weplus_bot",
    fields: {
      WE_PLUS_BOT_TOKEN: "wePlusBotToken",
      WE_PLUS_BOT_RECEIVER: "wePlusBotReceiver",
      WE_PLUS_BOT_VERSION: "wePlusBotVersion",
    },
  },
  {
    type: "qmsg",
    trigger: "QMSG_KEY",
    pythonName: "qmsg_bot",
    fields: { QMSG_KEY: "qmsgKey", QMSG_TYPE: "qmsgType" },
  },
  {
    type: "weWorkApp",
    trigger: "QYWX_AM",
    pythonName: "wecom_app",
    fields: { QYWX_AM: "weWorkAppKey", QYWX_ORIGIN: "weWorkOrigin" },
  },
  {
    type: "weWorkBot",
    trigger: "QYWX_KEY",
    pythonName: "wecom_bot",
    fields: { QYWX_KEY: "weWorkBotKey", QYWX_ORIGIN: "weWorkOrigin" },
  },
  {
    type: "telegramBot",
    trigger: "TG_BOT_TOKEN",
    pythonName: "telegram_bot",
    fields: {
      TG_BOT_TOKEN: "telegramBotToken",
      TG_USER_ID: "telegramBotUserId",
      TG_API_HOST: "telegramBotApiHost",
      TG_PROXY_HOST: "telegramBotProxyHost",
      TG_PROXY_PORT: "telegramBotProxyPort",
      TG_PROXY_AUTH: "telegramBotProxyAuth",
    },
    // Without a scheme in older configurations.
    combine: ({ TG_API_HOST = "" }) =>
      TG_API_HOST === "" || TG_API_HOST.includes("://")
        ? {}
        : { telegramBotApiHost: `https://${TG_API_HOST}` },
  },
  {
    type: "aibotk",
    trigger: "AIBOTK_KEY",
    pythonName: "aibotk",
    fields: { AIBOTK_KEY: "aibotkKey", AIBOTK_TYPE: "aibotkType", AIBOTK_NAME: "aibotkName" },
  },
  {
    type: "email",
    trigger: "SMTP_SERVICE",
    fields: {
      SMTP_SERVICE: "emailService",
      SMTP_EMAIL: "emailUser",
      SMTP_PASSWORD: "emailPass",
      SMTP_TO: "emailTo",
    },
  },
  {
    type: "smtp",
    trigger: "SMTP_SERVER",
    pythonName: "smtp",
    fields: { SMTP_EMAIL: "smtpUser", SMTP_PASSWORD: "smtpPass" },
    others: ["SMTP_SSL", "SMTP_TO", "SMTP_EMAIL_TO", "SMTP_NAME"],
    combine: mailServer,
  },
  {
    type: "pushMe",
    trigger: "PUSHME_KEY",
    pythonName: "pushme",
    fields: { PUSHME_KEY: "pushMeKey", PUSHME_URL: "pushMeUrl" },
  },
  {
    type: "chronocat",
    trigger: "CHRONOCAT_URL",
    pythonName: "chronocat",
    fields: {
      CHRONOCAT_URL: "chronocatURL",
      CHRONOCAT_QQ: "chronocatQQ",
      CHRONOCAT_TOKEN: "chronocatToken",
    },
  },
  {
    type: "webhook",
    trigger: "WEBHOOK_URL",
    pythonName: "custom_notify",
    fields: {
      WEBHOOK_URL: "webhookUrl",
      WEBHOOK_BODY: "webhookBody",
      WEBHOOK_HEADERS: "webhookHeaders",
      WEBHOOK_METHOD: "webhookMethod",
      WEBHOOK_CONTENT_TYPE: "webhookContentType",
    },
  },
  {
    type: "ntfy",
    trigger: "NTFY_TOPIC",
    pythonName: "ntfy",
    fields: {
      NTFY_URL: "ntfyUrl",
      NTFY_TOPIC: "ntfyTopic",
      NTFY_PRIORITY: "ntfyPriority",
      NTFY_TOKEN: "ntfyToken",
      NTFY_USERNAME: "ntfyUsername",
      NTFY_PASSWORD: "ntfyPassword",
      NTFY_ACTIONS: "ntfyActions",
    },
    combine: ({ NTFY_URL }) => NTFY_URL ? {} : { ntfyUrl: "https://ntfy.sh" },
  },
  {
    type: "wxPusherBot",
    trigger: "WXPUSHER_APP_TOKEN",
    pythonName: "wxpusher_bot",
    fields: {
      WXPUSHER_APP_TOKEN: "wxPusherBotAppToken",
      WXPUSHER_TOPIC_IDS: "wxPusherBotTopicIds",
      WXPUSHER_UIDS: "wxPusherBotUids",
    },
  },
  { type: "wxPusherSpt", trigger: "WXPUSHER_SPT_LIST", fields: { WXPUSHER_SPT_LIST: "wxPusherSptList" } },
  {
    type: "openiLink",
    trigger: "OPENILINK_APP_TOKEN",
    fields: {
      OPENILINK_APP_TOKEN: "openiLinkAppToken",
      OPENILINK_HUB_URL: "openiLinkHubUrl",
      OPENILINK_CONTEXT_TOKEN: "openiLinkContextToken",
    },
  },
];

export const scriptVariables: readonly string[] = [
  ...new Set([SENTENCE_VARIABLE, SKIPPED_TITLES_VARIABLE, ...scriptChannels.flatMap(variablesOf)]),
];

/** The variables of each function that sends to one channel, for clients in Python; the first one chooses it. */
export const scriptFunctions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  scriptChannels.flatMap((channel) => channel.pythonName ? [[channel.pythonName, variablesOf(channel)]] : []),
);

function variablesOf({ trigger, fields, others = [] }: ScriptChannel): string[] {
  return [...new Set([trigger, ...Object.keys(fields), ...others])];
}

export function chosenChannels(variables: Values): ScriptChannel[] {
  return scriptChannels.filter(({ type, trigger }) => {
    if (!variables[trigger]) return false;
    // Scripts in JavaScript read the name of the service and those in Python the server; one mail is enough.
    return type !== "smtp" || !variables["SMTP_SERVICE"];
  });
}

export function fieldsOf({ fields, combine }: ScriptChannel, variables: Values): Record<string, string> {
  const given = Object.entries(fields).flatMap(([variable, field]) => {
    const value = variables[variable];
    return value ? [[field, value] as const] : [];
  });
  return { ...Object.fromEntries(given), ...combine?.(variables) };
}

// `SMTP_SERVER` is `host` or `host:port`; the ports are the defaults of smtplib.
function mailServer(variables: Values): Values {
  const { SMTP_SERVER = "", SMTP_SSL = "", SMTP_EMAIL = "", SMTP_NAME = "" } = variables;
  const isTls = SMTP_SSL.toLowerCase() === "true";
  const [, host = "", port = isTls ? "465" : "25"] = /^(.*?)(?::(\d+))?$/.exec(SMTP_SERVER.trim()) ?? [];
  return {
    smtpHost: host,
    smtpPort: port,
    smtpSecurity: isTls ? "tls" : "starttls",
    smtpFrom: SMTP_NAME === "" ? SMTP_EMAIL : `${SMTP_NAME} <${SMTP_EMAIL}>`,
    smtpTo: variables["SMTP_EMAIL_TO"] || variables["SMTP_TO"] || SMTP_EMAIL,
  };
}
