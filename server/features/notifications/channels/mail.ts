// Shared by the two mail channels.
import type { Mail, Message } from "./channel_type.ts";
import { splitList } from "./field_values.ts";
import { asHtml } from "./markup.ts";
import { wholeText } from "./whole_text.ts";

/** Builds a mail from a message; recipients are separated by `;` or `,`. */
export function mailOf(message: Message, to: string): Pick<Mail, "to" | "subject" | "text" | "html" | "key"> {
  return {
    to: splitList(to, /[;,\uff1b\uff0c]/),
    subject: message.title,
    text: wholeText({ ...message, title: "" }),
    html: asHtml(message),
    key: message.key,
  };
}
