import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, filled, optional, required } from "./fields.ts";
import { asHtml } from "./markup.ts";
import { wholeText } from "./whole_text.ts";

const MAX_PLAIN = 800;

export const wePlusBot: ChannelType = {
  type: "wePlusBot",
  label: { en: "WePlusBot", zh: "微加机器人" },
  fields: [
    required("wePlusBotToken", "secret", "content", "Token", "Token"),
    optional("wePlusBotReceiver", "text", "content", "Recipient", "消息接收人"),
    optional("wePlusBotVersion", "select", "content", "Edition", "版本", {
      default: "pro",
      options: [choice("pro", "Professional", "专业版"), choice("personal", "Personal", "个人版")],
    }),
  ],
  limits: { title: 100, content: 15_000 },
  async send(message, { wePlusBotToken, wePlusBotReceiver, wePlusBotVersion }, sender) {
    const plain = wholeText({ ...message, title: "" });
    const isShort = plain.length <= MAX_PLAIN;
    const response = await sender.request({
      url: "https://www.weplusbot.com/send",
      json: {
        token: wePlusBotToken,
        title: message.title,
        template: isShort ? "txt" : "html",
        content: isShort ? plain : asHtml(message),
        ...filled({ receiver: wePlusBotReceiver, version: wePlusBotVersion }),
      },
    });
    return expectFine(response, ({ code }) => code === 200);
  },
};
