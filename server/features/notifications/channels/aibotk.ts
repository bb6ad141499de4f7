import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const aibotk: ChannelType = {
  type: "aibotk",
  label: { en: "Smart WeChat Assistant", zh: "智能微秘书" },
  fields: [
    required("aibotkKey", "secret", "content", "API key", "apiKey"),
    required("aibotkType", "select", "content", "Send to", "发送目标", {
      default: "room",
      options: [choice("room", "Group chat", "群聊"), choice("contact", "Friend", "好友")],
    }),
    required("aibotkName", "text", "content", "Group or friend name", "群名或好友昵称"),
  ],
  limits: { title: 200, content: 4000 },
  async send(message, { aibotkKey = "", aibotkType, aibotkName = "" }, sender) {
    const isRoom = aibotkType !== "contact";
    const response = await sender.request({
      url: `https://api-bot.aibotk.com/openapi/v1/chat/${isRoom ? "room" : "contact"}`,
      json: {
        apiKey: aibotkKey,
        [isRoom ? "roomName" : "name"]: aibotkName,
        message: { type: 1, content: wholeText(message) },
      },
    });
    return expectFine(response, ({ code }) => code === 0);
  },
};
