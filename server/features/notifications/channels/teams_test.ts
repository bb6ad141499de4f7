import assert from "node:assert/strict";
import {
  odd,
  SenderScene,
  specialMessage,
  testChannel,
  webRejections,
} from "../../../../tests/support/sender_scene.ts";
import { teams } from "./teams.ts";

const url = "https://prod-1.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sig=a%2Fb";
const [first, second] = odd.content.split("\n");
const line = (text?: string) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text }],
  spacing: "None",
});

testChannel({
  channel: teams,
  values: { teamsWebhook: url },
  message: { content: `${odd.content}\n\nend` },
  results: [{ status: 202, body: "" }],
  requests: [{
    url,
    json: {
      type: "message",
      attachments: [{
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          msteams: { width: "Full" },
          body: [
            {
              type: "RichTextBlock",
              inlines: [{ type: "TextRun", text: odd.title, weight: "Bolder", size: "Medium" }],
            },
            line(first),
            line(second),
            line(" "),
            line("end"),
          ],
          actions: [{ type: "Action.OpenUrl", title: "Sundial", url: odd.link }],
        },
      }],
    },
  }],
  rejections: [
    ...webRejections,
    { body: "Webhook message delivery failed with error: HTTP error 400", permanent: true, contains: "400" },
    { body: "Webhook message delivery failed with error: HTTP error 429", permanent: false },
  ],
});

Deno.test("teams: a message of many lines stays below the maximum card size", async () => {
  await using scene = await SenderScene.start();
  await teams.send({ ...specialMessage, content: "\n".repeat(8000) }, { teamsWebhook: url }, scene.sender());
  const { length } = scene.requested[0]?.body ?? "";
  assert.ok(length > 26_000 && length < 28_000, String(length));
});
