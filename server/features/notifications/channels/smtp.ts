import type { ChannelType, Mail, Message } from "./channel_type.ts";
import { choice, optional, required } from "./fields.ts";
import { readRecipients } from "./recipients.ts";
import { asHtml } from "./markup.ts";
import { wholeText } from "./whole_text.ts";

export const smtp: ChannelType = {
  type: "smtp",
  label: { en: "SMTP", zh: "SMTP" },
  help: { en: "Send through a mail server of your choice", zh: "通过指定的邮件服务器发送" },
  fields: [
    required("smtpHost", "text", "destination", "Host", "主机"),
    required("smtpPort", "number", "destination", "Port", "端口", { default: "587" }),
    required("smtpSecurity", "select", "destination", "Encryption", "加密方式", {
      default: "starttls",
      options: [choice("starttls", "STARTTLS", "STARTTLS"), choice("tls", "TLS from the start", "SSL/TLS")],
    }),
    optional("smtpUser", "text", "content", "Username", "用户名"),
    optional("smtpPass", "secret", "content", "Password", "密码"),
    required("smtpFrom", "text", "content", "Sender", "发件人", {
      help: { en: "For example Sundial <panel@example.com>", zh: "例如 Sundial <panel@example.com>" },
    }),
    required("smtpTo", "text", "content", "Recipients", "收件人", {
      help: { en: "Separate with semicolons", zh: "多个收件人用英文分号分隔" },
    }),
  ],
  limits: { title: 250, content: 20_000 },
  check({ smtpPort = "" }) {
    const port = Number(smtpPort);
    if (Number.isInteger(port) && port > 0 && port < 65_536) return {};
    return { smtpPort: { en: "A port is a number from 1 to 65535", zh: "端口是 1 到 65535 之间的数字" } };
  },
  async send(message, values, sender) {
    const {
      smtpHost = "",
      smtpPort,
      smtpSecurity,
      smtpUser = "",
      smtpPass = "",
      smtpFrom = "",
      smtpTo = "",
    } = values;
    return await sender.mail({
      ...await mailOf(message, smtpTo),
      host: smtpHost.trim(),
      port: Number(smtpPort),
      secure: smtpSecurity === "tls",
      user: smtpUser.trim(),
      password: smtpPass,
      from: smtpFrom.trim(),
    });
  },
};

// Shared by the two mail channels.

/** Builds a mail from a message. Throws `DeliveryError` for recipients that are none. */
export async function mailOf(
  message: Message,
  to: string,
): Promise<Pick<Mail, "to" | "subject" | "text" | "html" | "key">> {
  return {
    to: await readRecipients(to),
    subject: message.title,
    text: wholeText({ ...message, title: "" }),
    html: asHtml(message),
    key: message.key,
  };
}
