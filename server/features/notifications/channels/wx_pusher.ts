// Shared by the two wxPusher channels.
import { expectFine } from "./responses.ts";
import type { Message, Sender } from "./channel_type.ts";
import { escapeHtml, htmlLines } from "./markup.ts";
import { shorten } from "./whole_text.ts";

const MAX_SUMMARY = 100;
const HTML = 2;

/** Sends a message as HTML to `recipients`. Throws `DeliveryError`, or network errors, which are retryable. */
export async function sendByWxPusher(
  { title, content, link }: Message,
  { path, recipients, sender }: { path: string; recipients: object; sender: Sender },
): Promise<string> {
  const response = await sender.request({
    method: "POST",
    url: `https://wxpusher.zjiecode.com/api/send/message${path}`,
    json: {
      content: `<h1>${escapeHtml(title)}</h1><p>${htmlLines(content)}</p>`,
      summary: shorten(title, { max: MAX_SUMMARY, sizeOf: (text) => text.length }),
      contentType: HTML,
      ...recipients,
      ...(link === null ? {} : { url: link }),
    },
  });
  return expectFine(response, ({ code }) => code === 1000);
}
