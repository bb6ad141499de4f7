import type { ChannelType, Message, Sender } from "./channel_type.ts";
import { optional, required, splitList } from "./fields.ts";
import { expectFine } from "./responses.ts";
import { escapeHtml, htmlLines } from "./markup.ts";
import { shorten } from "./whole_text.ts";

const separators = { en: "Separate with semicolons", zh: "多个用英文分号分隔" };

export const wxPusherBot: ChannelType = {
  type: "wxPusherBot",
  label: { en: "WxPusher", zh: "WxPusher" },
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

// Shared by the two wxPusher channels.

const MAX_SUMMARY = 100;
const HTML = 2;

/** Sends a message as HTML to `recipients`. Throws `DeliveryError`, or network errors, which are retryable. */
export async function sendByWxPusher(
  { title, content, link }: Message,
  { path, recipients, sender }: { path: string; recipients: object; sender: Sender },
): Promise<string> {
  const response = await sender.request({
    url: `https://wxpusher.zjiecode.com/api/send/message${path}`,
    json: {
      content: `<h1>${escapeHtml(title)}</h1><p>${htmlLines(content)}</p>`,
      summary: shorten(title, { max: MAX_SUMMARY, sizeOf: (text) => text.length }),
      contentType: HTML,
      ...recipients,
      ...(link === null ? {} : { url: link }),
    },
  });
  return expectFine(response, ({ code }) => code === 1000);
}
