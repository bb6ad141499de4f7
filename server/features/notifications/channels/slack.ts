import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const slack: ChannelType = {
  type: "slack",
  label: { en: "Slack", zh: "Slack" },
  fields: [required("slackWebhook", "secret", "destination", "Webhook URL", "Webhook 地址")],
  limits: { title: 250, content: 20_000 },
  async send(message, { slackWebhook = "" }, sender) {
    const text = wholeText(message, { max: 39_000, sizeOf: (whole) => escapeSlack(whole).length });
    const response = await sender.request({
      url: slackWebhook.trim(),
      // Slack's markup cannot be escaped, so it is turned off.
      json: { text: escapeSlack(text), mrkdwn: false },
    });
    return expectFine(response, () => response.text.trim() === "ok", { plain: /^[a-z]+(_[a-z]+){1,4}$/ });
  },
};

// Exactly these three; unescaped, `<!channel>` notifies everybody.
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
