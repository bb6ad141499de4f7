import type { ChannelType, HttpRequest } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, optional, required } from "./fields.ts";
import { headersOf, type Placed, putIn, readBody, wrongHeader } from "./webhook_template.ts";

const same = (value: string) => choice(value, value, value);

export const webhook: ChannelType = {
  type: "webhook",
  label: { en: "Custom Notification", zh: "自定义通知" },
  fields: [
    required("webhookMethod", "select", "content", "Method", "请求方法", {
      default: "POST",
      options: ["GET", "POST", "PUT"].map(same),
    }),
    required("webhookContentType", "select", "content", "Content type", "请求头 Content-Type", {
      default: "application/json",
      options: ["text/plain", "application/json", "multipart/form-data", "application/x-www-form-urlencoded"]
        .map(same),
    }),
    required("webhookUrl", "secret", "destination", "Url", "请求地址", {
      help: { en: "$title and $content are put in", zh: "其中的 $title 和 $content 会被替换" },
    }),
    optional("webhookHeaders", "secret_lines", "content", "Headers", "请求头", {
      help: { en: "Name: value, one a line", zh: "每行一个，格式为 名称: 值" },
    }),
    optional("webhookBody", "secret_lines", "content", "Body", "请求体", {
      help: {
        en: "key: value, one a line; $title, $content and $link are put in. As it is for text/plain",
        zh: "每行一个 key: value，其中的 $title、$content 和 $link 会被替换；text/plain 时原样发送",
      },
    }),
  ],
  limits: { title: 500, content: 20_000 },
  check({ webhookUrl = "", webhookBody = "", webhookHeaders = "" }) {
    const wrong = wrongHeader(webhookHeaders);
    const missing = { en: "Url or Body must contain $title", zh: "请求地址或请求体中必须包含 $title" };
    return {
      ...((webhookUrl + webhookBody).includes("$title") ? {} : { webhookUrl: missing }),
      ...(wrong === null
        ? {}
        : { webhookHeaders: { en: `Not a header: ${wrong}`, zh: `不是有效的请求头：${wrong}` } }),
    };
  },
  async send({ title, content, link }, values, sender) {
    const { webhookMethod, webhookUrl = "", webhookContentType = "", webhookBody = "", webhookHeaders = "" } =
      values;
    const placed = { $title: title, $content: content, $link: link ?? "" };
    const response = await sender.request({
      method: webhookMethod === "GET" || webhookMethod === "PUT" ? webhookMethod : "POST",
      url: putIn(webhookUrl.trim(), placed, (text) => encodeURIComponent(text.toWellFormed())),
      headers: headersOf(webhookHeaders),
      ...(webhookBody.trim() === "" ? {} : dress(webhookBody, webhookContentType, placed)),
    });
    return expectFine(response, () => true);
  },
};

function dress(body: string, contentType: string, placed: Placed): Partial<HttpRequest> {
  if (contentType === "text/plain") return { text: putIn(body, placed) };
  const fields = readBody(body, placed);
  if (contentType === "application/json") return { json: fields };
  const texts = Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  return contentType === "multipart/form-data" ? { parts: texts } : { form: texts };
}
