import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const synologyChat: ChannelType = {
  type: "chat",
  label: { en: "Synology Chat", zh: "群晖 Chat" },
  fields: [
    required("synologyChatUrl", "secret", "destination", "Webhook URL", "Webhook 地址", {
      help: { en: "Full URL, including the token", zh: "完整地址，包含 token" },
    }),
  ],
  limits: { title: 200, content: 4000 },
  async send(message, { synologyChatUrl = "" }, sender) {
    const response = await sender.request({
      url: synologyChatUrl.trim(),
      form: { payload: JSON.stringify({ text: wholeText(message, undefined, "\n") }) },
    });
    return expectFine(response, ({ success }) => success === true);
  },
};
