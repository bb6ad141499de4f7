import type { ChannelType, Values } from "./channel_type.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";
import { expectFine } from "./responses.ts";
import { optional, required, withoutSlash } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const telegramBot: ChannelType = {
  type: "telegramBot",
  label: { en: "Telegram Bot", zh: "Telegram 机器人" },
  fields: [
    required("telegramBotToken", "secret", "content", "Bot token", "机器人 Token"),
    required("telegramBotUserId", "text", "content", "Chat ID", "会话 ID"),
    optional("telegramBotProxyHost", "text", "destination", "Proxy host", "代理主机"),
    optional("telegramBotProxyPort", "number", "destination", "Proxy port", "代理端口"),
    optional("telegramBotProxyAuth", "secret", "content", "Proxy login", "代理账号", {
      help: { en: "user:password", zh: "用户名:密码" },
    }),
    optional("telegramBotApiHost", "address", "destination", "API URL", "API 地址", {
      default: "https://api.telegram.org",
    }),
  ],
  limits: { title: 250, content: 3800 },
  async send(message, values, sender) {
    const { telegramBotApiHost = "", telegramBotToken = "", telegramBotUserId = "" } = values;
    const proxy = proxyOf(values);
    const response = await sender.request({
      url: `${withoutSlash(telegramBotApiHost)}/bot${telegramBotToken.trim()}/sendMessage`,
      form: {
        chat_id: telegramBotUserId.trim(),
        text: wholeText(message, { max: 4096, sizeOf: (text) => text.length }),
        disable_web_page_preview: "true",
      },
      ...(proxy === null ? {} : { proxy }),
    });
    return expectFine(response, ({ ok }) => ok === true, {
      retryAfterMs: ({ parameters }) => Number(fieldsOf(parameters).retry_after) * 1000,
    });
  },
};

function proxyOf(values: Values): string | null {
  const { telegramBotProxyHost: host, telegramBotProxyPort: port, telegramBotProxyAuth: login } = values;
  if (!host || !port) return null;
  const [, scheme = "http://", name = host] = /^(\w+:\/\/)(.*)$/.exec(host.trim()) ?? [];
  const [, user = login ?? "", password = ""] = /^([^:]*):(.*)$/s.exec(login ?? "") ?? [];
  const who = login ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  return `${scheme}${who}${withoutSlash(name)}:${port.trim()}`;
}
