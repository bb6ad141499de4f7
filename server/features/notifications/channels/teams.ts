import type { ChannelType, Message } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { required } from "./fields.ts";
import { bytesOf, shorten } from "./whole_text.ts";

const MAX_BYTES = 27_000;
const TOO_MANY = /^Webhook message delivery failed.*\b429\b/s;

export const teams: ChannelType = {
  type: "teams",
  label: { en: "Microsoft Teams", zh: "Microsoft Teams" },
  help: {
    en: "A workflow that posts when a webhook request is received",
    zh: "使用“收到 Webhook 请求时发布”的工作流",
  },
  fields: [required("teamsWebhook", "secret", "destination", "Workflow URL", "工作流地址")],
  limits: { title: 250, content: 8000 },
  async send(message, { teamsWebhook = "" }, sender) {
    const write = (content: string) => cardOf({ ...message, content });
    const sizeOf = (content: string) => bytesOf(JSON.stringify(write(content)));
    const response = await sender.request({
      url: teamsWebhook.trim(),
      json: write(shorten(message.content, { max: MAX_BYTES, sizeOf })),
    });
    // Older connectors return 200 and report the error in the text.
    return expectFine(response, () => !response.text.startsWith("Webhook message delivery failed"), {
      mayPass: () => TOO_MANY.test(response.text),
      plain: /^Webhook message delivery failed with error: .{0,200}/,
    });
  },
};

function cardOf({ title, content, link }: Message): object {
  // Text runs appear verbatim, while a text block would be parsed as Markdown; a line break inside a run may
  // be lost.
  const lineOf = (text: string, run: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: text || " ", ...run }],
  });
  const lines = content.split("\n").map((line) => ({ ...lineOf(line), spacing: "None" }));
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [lineOf(title, { weight: "Bolder", size: "Medium" }), ...lines],
    ...(link === null ? {} : { actions: [{ type: "Action.OpenUrl", title: "Sundial", url: link }] }),
  };
  const attachment = {
    contentType: "application/vnd.microsoft.card.adaptive",
    contentUrl: null,
    content: card,
  };
  return { type: "message", attachments: [attachment] };
}
