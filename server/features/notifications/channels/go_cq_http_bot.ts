import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const goCqHttpBot: ChannelType = {
  type: "goCqHttpBot",
  label: { en: "go-cqhttp", zh: "go-cqhttp" },
  fields: [
    required("goCqHttpBotUrl", "address", "destination", "URL", "请求地址", {
      help: {
        en: "Ends with /send_private_msg or /send_group_msg",
        zh: "以 /send_private_msg 或 /send_group_msg 结尾",
      },
    }),
    required("goCqHttpBotToken", "secret", "content", "Access token", "访问令牌"),
    required("goCqHttpBotQq", "text", "content", "Recipient", "接收者", {
      help: { en: "user_id=number or group_id=number", zh: "user_id=QQ 号 或 group_id=QQ 群号" },
    }),
  ],
  limits: { title: 200, content: 4000 },
  check({ goCqHttpBotQq = "" }) {
    if (/^(user|group)_id=\d+$/.test(goCqHttpBotQq.trim())) return {};
    return {
      goCqHttpBotQq: {
        en: "Write user_id= or group_id= and a number",
        zh: "请填写 user_id= 或 group_id= 加数字",
      },
    };
  },
  async send(message, values, sender) {
    const { goCqHttpBotUrl = "", goCqHttpBotToken = "", goCqHttpBotQq = "" } = values;
    const response = await sender.request({
      url: `${goCqHttpBotUrl.trim()}?${new URLSearchParams(goCqHttpBotQq.trim())}`,
      headers: { authorization: `Bearer ${goCqHttpBotToken}` },
      // Otherwise text in square brackets would be interpreted as a command.
      json: { message: wholeText(message, undefined, "\n"), auto_escape: true },
    });
    return expectFine(response, ({ retcode }) => retcode === 0);
  },
};
