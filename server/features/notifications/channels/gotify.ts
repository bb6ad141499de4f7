import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { optional, required, withoutSlash } from "./fields.ts";

export const gotify: ChannelType = {
  type: "gotify",
  label: { en: "Gotify", zh: "Gotify" },
  fields: [
    required("gotifyUrl", "address", "destination", "Server URL", "服务器地址", {
      help: { en: "For example https://push.example.com", zh: "例如 https://push.example.com" },
    }),
    required("gotifyToken", "secret", "content", "Application token", "应用 Token"),
    optional("gotifyPriority", "number", "content", "Priority", "优先级", { default: "1" }),
  ],
  limits: { title: 250, content: 20_000 },
  async send({ title, content, link }, values, sender) {
    const { gotifyUrl = "", gotifyToken = "", gotifyPriority } = values;
    const extras = link === null ? {} : { extras: { "client::notification": { click: { url: link } } } };
    // Sends the token in a header rather than in the URL, which proxies and servers log.
    const response = await sender.request({
      url: `${withoutSlash(gotifyUrl)}/message`,
      headers: { "x-gotify-key": gotifyToken },
      json: { title, message: content, priority: Number(gotifyPriority) || 0, ...extras },
    });
    return expectFine(response, ({ id }) => typeof id === "number");
  },
};
