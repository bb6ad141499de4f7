import type { ChannelType } from "./channel_type.ts";
import { splitList } from "./field_values.ts";
import { optional, required } from "./fields.ts";
import { sendByWxPusher } from "./wx_pusher.ts";

const separators = { en: "Several with ; between", zh: "多个之间用英文分号分隔" };

export const wxPusherBot: ChannelType = {
  type: "wxPusherBot",
  label: { en: "wxPusher", zh: "wxPusher" },
  fields: [
    required("wxPusherBotAppToken", "secret", "content", "AppToken", "AppToken"),
    optional("wxPusherBotTopicIds", "text", "content", "TopicIds", "TopicIds", { help: separators }),
    optional("wxPusherBotUids", "text", "content", "Uids", "Uids", { help: separators }),
  ],
  limits: { title: 100, content: 15_000 },
  check({ wxPusherBotTopicIds = "", wxPusherBotUids = "" }) {
    const topics = splitList(wxPusherBotTopicIds, /;/);
    const isNone = topics.length === 0 && splitList(wxPusherBotUids, /;/).length === 0;
    const none = {
      en: "wxPusher requires at least one of TopicIds or Uids",
      zh: "wxPusher 的 TopicIds 和 Uids 至少填写一个",
    };
    if (isNone) return { wxPusherBotTopicIds: none, wxPusherBotUids: none };
    if (topics.every((one) => /^\d+$/.test(one))) return {};
    return { wxPusherBotTopicIds: { en: "TopicIds are numbers", zh: "TopicIds 只能是数字" } };
  },
  async send(message, values, sender) {
    const { wxPusherBotAppToken: appToken = "", wxPusherBotTopicIds = "", wxPusherBotUids = "" } = values;
    const topicIds = splitList(wxPusherBotTopicIds, /;/).map(Number);
    const uids = splitList(wxPusherBotUids, /;/);
    const recipients = { appToken, topicIds, uids, verifyPayType: 0 };
    return await sendByWxPusher(message, { path: "", recipients, sender });
  },
};
