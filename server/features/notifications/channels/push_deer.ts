import type { ChannelType } from "./channel_type.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";
import { expectFine } from "./responses.ts";
import { optional, required } from "./fields.ts";
import { asMarkdown } from "./markup.ts";

export const pushDeer: ChannelType = {
  type: "pushDeer",
  label: { en: "PushDeer", zh: "PushDeer" },
  fields: [
    required("pushDeerKey", "secret", "content", "Key", "Key"),
    optional("pushDeerUrl", "address", "destination", "Server URL", "服务器地址", {
      default: "https://api2.pushdeer.com/message/push",
    }),
  ],
  limits: { title: 250, content: 10_000 },
  async send(message, { pushDeerKey = "", pushDeerUrl = "" }, sender) {
    const response = await sender.request({
      url: pushDeerUrl.trim(),
      form: { pushkey: pushDeerKey, text: message.title, desp: asMarkdown(message), type: "markdown" },
    });
    return expectFine(response, ({ content }) => {
      const { result } = fieldsOf(content);
      return Array.isArray(result) ? result.length > 0 : Boolean(result);
    });
  },
};
