import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { withoutSlash } from "./field_values.ts";
import { required } from "./fields.ts";
import { busyWeWork, weWorkOriginField } from "./we_work.ts";
import { bytesOf, wholeText } from "./whole_text.ts";

export const weWorkBot: ChannelType = {
  type: "weWorkBot",
  label: { en: "WeChat Work Bot", zh: "企业微信机器人" },
  fields: [
    required("weWorkBotKey", "secret", "content", "Key", "Key", {
      help: { en: "What follows key= in the bot's address", zh: "机器人地址中 key= 之后的部分" },
    }),
    weWorkOriginField,
  ],
  limits: { title: 200, content: 2000 },
  async send(message, { weWorkBotKey = "", weWorkOrigin = "" }, sender) {
    const query = new URLSearchParams({ key: weWorkBotKey.trim() });
    const response = await sender.request({
      method: "POST",
      url: `${withoutSlash(weWorkOrigin)}/cgi-bin/webhook/send?${query}`,
      json: { msgtype: "text", text: { content: wholeText(message, { max: 2048, sizeOf: bytesOf }) } },
    });
    return expectFine(response, ({ errcode }) => errcode === 0, busyWeWork);
  },
};
