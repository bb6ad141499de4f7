import type { ChannelType } from "./channel_type.ts";
import { expectFine, type RefusalReading } from "./responses.ts";
import { optional, required, withoutSlash } from "./fields.ts";
import { bytesOf, wholeText } from "./whole_text.ts";

// Shared by the two WeCom channels.

const BUSY = new Set<unknown>([-1, 45_009, 45_033]);

/** Busy, rate limit, concurrency limit. */
export const busyWeWork: RefusalReading = { mayPass: ({ errcode }) => BUSY.has(errcode) };

export const weWorkOriginField = optional(
  "weWorkOrigin",
  "address",
  "destination",
  "API address",
  "API 地址",
  { default: "https://qyapi.weixin.qq.com" },
);

export const weWorkBot: ChannelType = {
  type: "weWorkBot",
  label: { en: "WeCom bot", zh: "企业微信机器人" },
  fields: [
    required("weWorkBotKey", "secret", "content", "Key", "Key", {
      help: { en: "The part after key= in the bot's URL", zh: "机器人地址中 key= 之后的部分" },
    }),
    weWorkOriginField,
  ],
  limits: { title: 200, content: 2000 },
  async send(message, { weWorkBotKey = "", weWorkOrigin = "" }, sender) {
    const query = new URLSearchParams({ key: weWorkBotKey.trim() });
    const response = await sender.request({
      url: `${withoutSlash(weWorkOrigin)}/cgi-bin/webhook/send?${query}`,
      json: { msgtype: "text", text: { content: wholeText(message, { max: 2048, sizeOf: bytesOf }) } },
    });
    return expectFine(response, ({ errcode }) => errcode === 0, busyWeWork);
  },
};
