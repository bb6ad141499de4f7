import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const iGot: ChannelType = {
  type: "iGot",
  label: { en: "iGot", zh: "iGot" },
  fields: [required("iGotPushKey", "secret", "content", "Push key", "推送 Key")],
  limits: { title: 250, content: 10_000 },
  async send(message, { iGotPushKey = "" }, sender) {
    const response = await sender.request({
      url: `https://push.hellyw.com/${encodeURIComponent(iGotPushKey.trim().toLowerCase())}`,
      form: { title: message.title, content: wholeText({ ...message, title: "" }) },
    });
    return expectFine(response, ({ ret }) => ret === 0);
  },
};
