import { createHmac } from "node:crypto";
import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { optional, required } from "./fields.ts";
import { bytesOf, wholeText } from "./whole_text.ts";

const TOO_MANY = 130_101;

export const dingtalkBot: ChannelType = {
  type: "dingtalkBot",
  label: { en: "DingTalk Bot", zh: "钉钉机器人" },
  fields: [
    required("dingtalkBotToken", "secret", "content", "Access token", "access_token", {
      help: {
        en: "The part after access_token= in the bot's URL",
        zh: "机器人地址中 access_token= 之后的部分",
      },
    }),
    optional("dingtalkBotSecret", "secret", "content", "Signing secret", "加签密钥", {
      help: { en: "Starts with SEC", zh: "以 SEC 开头" },
    }),
  ],
  limits: { title: 200, content: 6000 },
  async send(message, { dingtalkBotToken = "", dingtalkBotSecret }, sender) {
    const query = new URLSearchParams({
      access_token: dingtalkBotToken.trim(),
      ...(dingtalkBotSecret ? signatureOf(dingtalkBotSecret.trim(), sender.now()) : {}),
    });
    const response = await sender.request({
      url: `https://oapi.dingtalk.com/robot/send?${query}`,
      json: { msgtype: "text", text: { content: wholeText(message, { max: 19_000, sizeOf: bytesOf }) } },
    });
    return expectFine(response, ({ errcode }) => errcode === 0, {
      // A bot that sent too much is blocked for a while.
      mayPass: ({ errcode }) => errcode === TOO_MANY || errcode === -1,
    });
  },
};

function signatureOf(secret: string, now: number): { timestamp: string; sign: string } {
  const timestamp = String(now);
  return { timestamp, sign: createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64") };
}
