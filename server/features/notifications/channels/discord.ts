import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { escapeMarkdown } from "./markup.ts";
import { shorten } from "./whole_text.ts";

export const discord: ChannelType = {
  type: "discord",
  label: { en: "Discord", zh: "Discord" },
  fields: [required("discordWebhook", "secret", "destination", "Webhook URL", "Webhook 地址")],
  limits: { title: 250, content: 4000 },
  async send({ title, content, link }, { discordWebhook = "" }, sender) {
    const inRoom = (text: string, max: number) =>
      escapeMarkdown(shorten(text, { max, sizeOf: (part) => escapeMarkdown(part).length }));
    const embed = { title: inRoom(title, 256), description: inRoom(content, 4096) };
    const url = discordWebhook.trim();
    const response = await sender.request({
      // Without this, Discord responds before the message is posted.
      url: `${url}${url.includes("?") ? "&" : "?"}wait=true`,
      json: {
        embeds: [{ ...embed, ...(link === null ? {} : { url: link }) }],
        // A log must not mention anybody.
        allowed_mentions: { parse: [] },
      },
    });
    return expectFine(response, () => true, {
      retryAfterMs: ({ retry_after }) => Number(retry_after) * 1000,
    });
  },
};
