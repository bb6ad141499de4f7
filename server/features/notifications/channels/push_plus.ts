import type { ChannelType, Message } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, filled, optional, required } from "./fields.ts";
import { asHtml, asMarkdown } from "./markup.ts";
import { wholeText } from "./whole_text.ts";

export const pushPlus: ChannelType = {
  type: "pushPlus",
  label: { en: "PushPlus", zh: "PushPlus" },
  fields: [
    required("pushPlusToken", "secret", "content", "Token", "Token"),
    optional("pushPlusUser", "text", "content", "Group code", "群组编码"),
    optional("pushPlusTemplate", "select", "content", "Template", "模板", {
      default: "html",
      options: [
        choice("html", "HTML", "HTML"),
        choice("txt", "Plain text", "纯文本"),
        choice("json", "JSON", "JSON"),
        choice("markdown", "Markdown", "Markdown"),
        choice("cloudMonitor", "Alibaba Cloud monitor", "阿里云监控"),
        choice("jenkins", "Jenkins", "Jenkins"),
        choice("route", "Router", "路由器"),
        choice("pay", "Payment", "支付成功通知"),
      ],
    }),
    optional("pushplusChannel", "select", "content", "Channel", "发送渠道", {
      default: "wechat",
      options: [
        choice("wechat", "WeChat", "微信公众号"),
        choice("webhook", "Webhook", "第三方 Webhook"),
        choice("cp", "WeCom", "企业微信应用"),
        choice("mail", "Mail", "邮箱"),
        choice("sms", "Text message", "短信"),
      ],
    }),
    optional("pushplusWebhook", "text", "content", "Webhook code", "Webhook 编码"),
    optional("pushplusCallbackUrl", "address", "content", "Callback URL for the result", "发送结果回调地址"),
    optional("pushplusTo", "secret", "content", "Friend's token or user ID", "好友令牌或用户 ID"),
  ],
  // Imported settings use this name for the field.
  aliases: { pushplusTemplate: "pushPlusTemplate" },
  limits: { title: 100, content: 15_000 },
  async send(message, values, sender) {
    const { pushPlusToken: token = "", pushPlusTemplate, pushplusChannel } = values;
    const template = pushPlusTemplate || "html";
    const optionals = filled({
      topic: values.pushPlusUser,
      webhook: values.pushplusWebhook,
      callbackUrl: values.pushplusCallbackUrl,
      to: values.pushplusTo,
    });
    const content = dress(message, template);
    const response = await sender.request({
      url: "https://www.pushplus.plus/send",
      json: {
        token,
        title: message.title,
        content,
        template,
        channel: pushplusChannel || "wechat",
        ...optionals,
      },
    });
    return expectFine(response, ({ code }) => code === 200, { mayPass: ({ code }) => code === 500 });
  },
};

function dress(message: Message, template: string): string {
  const { title, content, link } = message;
  if (template === "html") return asHtml(message);
  if (template === "markdown") return asMarkdown(message);
  if (template === "json") return JSON.stringify(filled({ title, content, link }));
  return wholeText({ ...message, title: "" });
}
