import type { ChannelType, HttpRequest } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, optional, required } from "./fields.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";

const OURS = new Set(["content-length", "transfer-encoding", "connection"]);
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/;

const same = (value: string) => choice(value, value, value);

export const webhook: ChannelType = {
  type: "webhook",
  label: { en: "Webhook", zh: "Webhook（自定义通知）" },
  fields: [
    required("webhookUrl", "secret", "destination", "URL", "请求地址", {
      help: {
        en: "$title and $content in it stand for the title and text of the message",
        zh: "其中的 $title 和 $content 会替换为消息的标题和正文",
      },
    }),
    required("webhookMethod", "select", "content", "Method", "请求方法", {
      default: "POST",
      options: ["GET", "POST", "PUT"].map(same),
    }),
    required("webhookContentType", "select", "content", "Content type", "请求头 Content-Type", {
      default: "application/json",
      options: ["text/plain", "application/json", "multipart/form-data", "application/x-www-form-urlencoded"]
        .map(same),
    }),
    optional("webhookHeaders", "secret_lines", "content", "Headers", "请求头", {
      help: { en: "Name: value, one per line", zh: "每行一个，格式为 名称: 值" },
    }),
    optional("webhookBody", "secret_lines", "content", "Body", "请求体", {
      initial: '{"title": "$title", "content": "$content", "link": "$link"}',
      help: {
        en:
          "JSON, or one key: value per line. $title, $content and $link stand for the title, text and link of the message. With text/plain, it is sent as is.",
        zh:
          "JSON，或每行一个 key: value。$title、$content 和 $link 会替换为消息的标题、正文和链接；内容类型为 text/plain 时原样发送",
      },
    }),
  ],
  limits: { title: 500, content: 20_000 },
  check({ webhookUrl = "", webhookBody = "", webhookHeaders = "" }) {
    const wrong = wrongHeader(webhookHeaders);
    const missing = {
      en: "The URL or the body must contain $title",
      zh: "请求地址或请求体中必须包含 $title",
    };
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

// Expands the templates that an administrator writes for a webhook: variables for the parts of a message
// inside other text.

type Placed = Readonly<Record<"$title" | "$content" | "$link", string>>;

/** Substitutes a message into a template in one pass: variables inside the message are not expanded. */
function putIn(
  text: string,
  placed: Placed,
  encode: (value: string) => string = (value) => value,
): string {
  // The expression only matches these names.
  return text.replace(/\$(?:title|content|link)/g, (name) => encode(placed[name as keyof Placed]));
}

/** Parses headers, one per line; skips invalid lines. */
function headersOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).flatMap((line) => {
      const [, name, value = ""] = HEADER.exec(line)?.map((part) => part.trim()) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** Returns the first line that is not a header or sets a reserved header; null if there is none. */
function wrongHeader(lines: string): string | null {
  return linesOf(lines).find((line) => {
    const name = HEADER.exec(line)?.[1];
    return name === undefined || OURS.has(name.toLowerCase());
  }) ?? null;
}

/**
 * Parses a body, either JSON or one `key: value` per line, and substitutes a message. A template that is JSON
 * stays valid JSON for any message; of duplicate keys, the first one counts.
 */
function readBody(body: string, placed: Placed): Record<string, unknown> {
  const whole = fieldsOf(parse(body));
  if (Object.keys(whole).length > 0) return fieldsOf(putInto(whole, placed));
  const pairs = new Map<string, string>();
  let last: string | null = null;
  for (const line of body.split(/\r?\n/)) {
    const [, key, value = ""] = /^\s*([\w.-]+):(?!\/\/)(.*)$/.exec(line) ?? [];
    // A line without a key continues the previous value.
    if (key === undefined) last === null || pairs.set(last, `${pairs.get(last)}\n${line}`);
    else if (!pairs.has(key)) pairs.set(last = key, value);
    else last = null;
  }
  return Object.fromEntries([...pairs].map(([key, value]) => [key, valueOf(value.trim(), placed)]));
}

function valueOf(value: string, placed: Placed): unknown {
  const json = parse(value);
  return json === undefined ? putIn(value, placed) : putInto(json, placed);
}

function putInto(json: unknown, placed: Placed): unknown {
  if (typeof json === "string") return putIn(json, placed);
  if (Array.isArray(json)) return json.map((one) => putInto(one, placed));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, putInto(value, placed)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
