import type { ChannelType } from "./channel_type.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { asMarkdown } from "./markup.ts";
import { bytesOf, shorten } from "./whole_text.ts";

export const serverChan: ChannelType = {
  type: "serverChan",
  label: { en: "ServerChan", zh: "Server 酱" },
  fields: [required("serverChanKey", "secret", "content", "SendKey", "SendKey")],
  limits: { title: 32, content: 10_000 },
  async send(message, { serverChanKey = "" }, sender) {
    const write = (content: string) => asMarkdown({ ...message, content });
    const content = shorten(message.content, { max: 32_000, sizeOf: (text) => bytesOf(write(text)) });
    const response = await sender.request({
      url: addressOf(serverChanKey.trim()),
      form: { title: message.title, desp: write(content) },
    });
    return expectFine(response, ({ errno, data }) => errno === 0 || fieldsOf(data).errno === 0);
  },
};

// Keys of its third edition contain the server they belong to.
function addressOf(key: string): string {
  const [, number] = /^sctp(\d+)t/i.exec(key) ?? [];
  const name = encodeURIComponent(key);
  return number === undefined
    ? `https://sctapi.ftqq.com/${name}.send`
    : `https://${number}.push.ft07.com/send/${name}.send`;
}
