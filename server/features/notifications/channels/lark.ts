import { createHmac } from "node:crypto";
import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { optional, required } from "./fields.ts";
import { bytesOf, wholeText } from "./whole_text.ts";

const TOO_MANY = new Set<unknown>([9499, 11_232]);

export const lark: ChannelType = {
  type: "lark",
  label: { en: "Feishu Bot", zh: "飞书机器人" },
  fields: [
    required("larkKey", "secret", "destination", "Key or URL", "Key 或完整地址", {
      help: { en: "The part after /hook/, or the full URL", zh: "地址中 /hook/ 之后的部分，或完整地址" },
    }),
    optional("larkSecret", "secret", "content", "Signing secret", "签名密钥"),
  ],
  limits: { title: 200, content: 6000 },
  async send(message, { larkKey = "", larkSecret }, sender) {
    const key = larkKey.trim();
    const base = "https://open.feishu.cn/open-apis/bot/v2/hook/";
    // Without the zero-width space, a line of a log could mention everybody in a group.
    const text = wholeText(message, { max: 19_000, sizeOf: bytesOf }).replace(/<(?=at\b)/gi, "<\u200b");
    const signature = larkSecret ? signatureOf(larkSecret.trim(), sender.now()) : {};
    const response = await sender.request({
      url: /^https?:\/\//i.test(key) ? key : base + encodeURIComponent(key),
      json: { ...signature, msg_type: "text", content: { text } },
    });
    return expectFine(response, ({ StatusCode, code }) => StatusCode === 0 || code === 0, {
      mayPass: ({ code }) => TOO_MANY.has(code),
    });
  },
};

// The signed payload is empty; the HMAC key consists of the time and the secret.
function signatureOf(secret: string, now: number): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(now / 1000));
  return { timestamp, sign: createHmac("sha256", `${timestamp}\n${secret}`).update("").digest("base64") };
}
