import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { optional, required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const pushMe: ChannelType = {
  type: "pushMe",
  label: { en: "PushMe", zh: "PushMe" },
  fields: [
    required("pushMeKey", "secret", "content", "Push key", "推送 Key"),
    optional("pushMeUrl", "address", "destination", "Server URL", "服务器地址", {
      default: "https://push.i-i.me/",
    }),
  ],
  limits: { title: 250, content: 10_000 },
  async send(message, { pushMeKey, pushMeUrl = "" }, sender) {
    const response = await sender.request({
      url: pushMeUrl.trim(),
      json: { push_key: pushMeKey, title: message.title, content: wholeText({ ...message, title: "" }) },
    });
    return expectFine(response, () => response.text.trim() === "success", { plain: /^push_key\S{0,20}$/ });
  },
};
