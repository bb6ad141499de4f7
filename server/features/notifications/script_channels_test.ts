import assert from "node:assert/strict";
import { channelTypes } from "./channels/list.ts";
import { chosenChannels, fieldsOf, scriptChannels, scriptVariables } from "./script_channels.ts";
import { namedType } from "./named_type.ts";

/** Fields as `type: field=value, …`, of every channel that the variables choose. */
function chosen(variables: Record<string, string>): string[] {
  return chosenChannels(variables).map((channel) => {
    const fields = Object.entries(fieldsOf(channel, variables)).map(([name, value]) => `${name}=${value}`);
    return `${channel.type}: ${fields.join(", ")}`;
  });
}

const known =
  `HITOKOTO SKIP_PUSH_TITLE BARK_PUSH BARK_ARCHIVE BARK_GROUP BARK_SOUND BARK_ICON BARK_LEVEL BARK_URL
DD_BOT_TOKEN DD_BOT_SECRET FSKEY FSSECRET GOBOT_URL GOBOT_QQ GOBOT_TOKEN GOTIFY_URL GOTIFY_TOKEN GOTIFY_PRIORITY
IGOT_PUSH_KEY PUSH_KEY DEER_KEY DEER_URL CHAT_URL CHAT_TOKEN PUSH_PLUS_TOKEN PUSH_PLUS_USER PUSH_PLUS_TEMPLATE
PUSH_PLUS_CHANNEL PUSH_PLUS_WEBHOOK PUSH_PLUS_CALLBACKURL PUSH_PLUS_TO WE_PLUS_BOT_TOKEN WE_PLUS_BOT_RECEIVER
WE_PLUS_BOT_VERSION QMSG_KEY QMSG_TYPE QYWX_ORIGIN QYWX_AM QYWX_KEY TG_BOT_TOKEN TG_USER_ID TG_API_HOST TG_PROXY_AUTH
TG_PROXY_HOST TG_PROXY_PORT AIBOTK_KEY AIBOTK_TYPE AIBOTK_NAME SMTP_SERVICE SMTP_SERVER SMTP_SSL SMTP_EMAIL SMTP_TO
SMTP_EMAIL_TO SMTP_PASSWORD SMTP_NAME PUSHME_KEY PUSHME_URL CHRONOCAT_URL CHRONOCAT_QQ CHRONOCAT_TOKEN WEBHOOK_URL
WEBHOOK_BODY WEBHOOK_HEADERS WEBHOOK_METHOD WEBHOOK_CONTENT_TYPE NTFY_URL NTFY_TOPIC NTFY_PRIORITY NTFY_TOKEN
NTFY_USERNAME NTFY_PASSWORD NTFY_ACTIONS WXPUSHER_APP_TOKEN WXPUSHER_TOPIC_IDS WXPUSHER_UIDS WXPUSHER_SPT_LIST
OPENILINK_APP_TOKEN OPENILINK_HUB_URL OPENILINK_CONTEXT_TOKEN`.split(/\s+/);

Deno.test("script channels: every variable of old scripts is known", () => {
  assert.deepEqual([...scriptVariables].sort(), known.sort());
});

Deno.test("script channels: every variable sets a field of its channel, and all required fields can be set", () => {
  for (const channel of scriptChannels) {
    const type = channelTypes.find(({ type }) => type === channel.type);
    assert.ok(type, channel.type);
    const all = Object.fromEntries(scriptVariables.map((name) => [name, "x"]));
    const set = Object.keys(fieldsOf(channel, all));
    const names = type.fields.map(({ name }) => name);
    assert.deepEqual(set.filter((name) => !names.includes(name)), [], channel.type);
    const required = type.fields.filter((field) => field.required).map(({ name }) => name);
    assert.deepEqual(required.filter((name) => !set.includes(name)), [], channel.type);
  }
});

const cases: [string, Record<string, string>, string[]][] = [
  ["nothing is set", { NTFY_URL: "https://ntfy.example", GOTIFY_PRIORITY: "0", BARK_PUSH: "" }, []],
  ["several services", { BARK_PUSH: "k", BARK_URL: "https://x", PUSH_KEY: "s" }, [
    "bark: barkPush=k, barkUrl=https://x",
    "serverChan: serverChanKey=s",
  ]],
  ["a key and a target", { QMSG_KEY: "k", QMSG_TYPE: "group" }, ["qmsg: qmsgKey=k, qmsgType=group"]],
  ["a URL made of two", { CHAT_URL: "https://nas/?token=", CHAT_TOKEN: "abc" }, [
    "chat: synologyChatUrl=https://nas/?token=abc",
  ]],
  ["a host without a scheme", { TG_BOT_TOKEN: "t", TG_USER_ID: "1", TG_API_HOST: "tg.example" }, [
    "telegramBot: telegramBotToken=t, telegramBotUserId=1, telegramBotApiHost=https://tg.example",
  ]],
  ["a topic without a server", { NTFY_TOPIC: "t" }, ["ntfy: ntfyTopic=t, ntfyUrl=https://ntfy.sh"]],
  [
    "a mail server with TLS",
    {
      SMTP_SERVER: "mail.example:465",
      SMTP_SSL: "True",
      SMTP_EMAIL: "me@x",
      SMTP_PASSWORD: "p",
      SMTP_NAME: "Me",
    },
    [
      "smtp: smtpUser=me@x, smtpPass=p, smtpHost=mail.example, smtpPort=465, smtpSecurity=tls, smtpFrom=Me <me@x>, smtpTo=me@x",
    ],
  ],
  [
    "a mail server without a port",
    {
      SMTP_SERVER: "mail.example",
      SMTP_SSL: "false",
      SMTP_EMAIL: "me@x",
      SMTP_PASSWORD: "p",
      SMTP_EMAIL_TO: "you@x",
    },
    [
      "smtp: smtpUser=me@x, smtpPass=p, smtpHost=mail.example, smtpPort=25, smtpSecurity=starttls, smtpFrom=me@x, smtpTo=you@x",
    ],
  ],
  ["both kinds of mail", { SMTP_SERVICE: "QQ", SMTP_SERVER: "x", SMTP_EMAIL: "a", SMTP_PASSWORD: "p" }, [
    "email: emailService=QQ, emailUser=a, emailPass=p",
  ]],
];
for (const [name, variables, expected] of cases) {
  Deno.test(`script channels: ${name}`, () => assert.deepEqual(chosen(variables), expected));
}

Deno.test("script channels: a type is named by its name or its number", () => {
  assert.deepEqual(["0", "6", "16", "feishu", "bark", "99"].map(namedType), [
    ...["gotify", "telegramBot", "lark", "lark", "bark", "99"],
  ]);
});
