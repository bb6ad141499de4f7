import { Buffer } from "node:buffer";
import type { ChannelType, Values } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { filled, optional, required, withoutSlash } from "./fields.ts";
import { bytesOf, shorten } from "./whole_text.ts";

export const ntfy: ChannelType = {
  type: "ntfy",
  label: { en: "ntfy", zh: "ntfy" },
  fields: [
    required("ntfyUrl", "address", "destination", "Server URL", "服务器地址", {
      default: "https://ntfy.sh",
    }),
    required("ntfyTopic", "text", "content", "Topic", "主题"),
    optional("ntfyPriority", "number", "content", "Priority, 1 to 5", "优先级，1 到 5", { default: "3" }),
    optional("ntfyToken", "secret", "content", "Access token", "访问令牌"),
    optional("ntfyUsername", "text", "content", "Username", "用户名"),
    optional("ntfyPassword", "secret", "content", "Password", "密码"),
    optional("ntfyActions", "secret_lines", "content", "Action buttons", "操作按钮", {
      help: { en: "For example view, Open, https://example.com", zh: "例如 view, 打开, https://example.com" },
    }),
  ],
  limits: { title: 250, content: 4000 },
  async send({ title, content, link }, values, sender) {
    const { ntfyUrl = "", ntfyTopic = "", ntfyPriority, ntfyActions } = values;
    const response = await sender.request({
      url: `${withoutSlash(ntfyUrl)}/${encodeURIComponent(ntfyTopic)}`,
      headers: filled({
        title: encodeHeader(title),
        priority: ntfyPriority,
        click: link,
        actions: ntfyActions && encodeHeader(ntfyActions.trim()),
        authorization: loginOf(values),
      }),
      // The service turns longer messages into an attachment.
      text: shorten(content, { max: 4096, sizeOf: bytesOf }),
    });
    return expectFine(response, () => response.status === 200);
  },
};

// RFC 2047.
function encodeHeader(text: string): string {
  return `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}

function loginOf({ ntfyToken, ntfyUsername, ntfyPassword = "" }: Values): string | null {
  if (ntfyToken) return `Bearer ${ntfyToken}`;
  return ntfyUsername ? `Basic ${Buffer.from(`${ntfyUsername}:${ntfyPassword}`).toString("base64")}` : null;
}
