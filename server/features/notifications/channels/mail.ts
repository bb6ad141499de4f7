// What the two ways to send mail share.
import type { Mail, Message } from "./channel_type.ts";
import { splitList } from "./field_values.ts";
import { asHtml } from "./markup.ts";
import { wholeText } from "./whole_text.ts";

/** Writes a message as mail, to recipients with `;` or `,` between. */
export function mailOf(message: Message, to: string): Pick<Mail, "to" | "subject" | "text" | "html" | "key"> {
  return {
    to: splitList(to, /[;,\uff1b\uff0c]/),
    subject: message.title,
    text: wholeText({ ...message, title: "" }),
    html: asHtml(message),
    key: message.key,
  };
}
