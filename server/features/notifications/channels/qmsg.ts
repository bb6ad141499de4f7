import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, optional, required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const qmsg: ChannelType = {
  type: "qmsg",
  label: { en: "Qmsg", zh: "Qmsg 酱" },
  fields: [
    required("qmsgKey", "secret", "content", "Key", "Key"),
    optional("qmsgType", "select", "content", "Send to", "发送目标", {
      default: "send",
      options: [choice("send", "Friend", "好友"), choice("group", "Group chat", "群聊")],
    }),
  ],
  limits: { title: 200, content: 1500 },
  async send(message, { qmsgKey = "", qmsgType = "send" }, sender) {
    const response = await sender.request({
      url: `https://qmsg.zendee.cn/${qmsgType}/${encodeURIComponent(qmsgKey.trim())}`,
      form: { msg: wholeText(message) },
    });
    return expectFine(response, ({ code }) => code === 0);
  },
};
