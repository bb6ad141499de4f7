import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { discord } from "./discord.ts";

const url = "https://discord.com/api/webhooks/1/abc";

testChannel({
  channel: discord,
  values: { discordWebhook: url },
  results: [{ body: { id: "99" } }],
  requests: [{
    url: `${url}?wait=true`,
    json: {
      embeds: [{
        title: `Backup \\& "nightly" \\<b\\>'x'\\</b\\> 😀 备份`,
        description: `a \\& b = "c" \\<d\\> 'e' 100% + 😀 中文\n` +
          "\\*line\\* \\_two\\_ \\[z\\](w): $content \\#1 \\\\ \\`q\\`",
        url: odd.link,
      }],
      allowed_mentions: { parse: [] },
    },
  }],
  rejections: [
    ...webRejections,
    {
      status: 400,
      body: { message: "Invalid Webhook Token", code: 50027 },
      permanent: true,
      contains: "Token",
    },
    { status: 429, body: { retry_after: 0.65 }, permanent: false, retryAfterMs: 650 },
  ],
});

testChannel({
  channel: discord,
  when: "a thread, a text over the limit",
  values: { discordWebhook: `${url}?thread_id=5` },
  message: { title: "*".repeat(200), content: "*".repeat(4000), link: null },
  results: [{ body: { id: "99" } }],
  requests: [{
    url: `${url}?thread_id=5&wait=true`,
    json: {
      embeds: [{ title: `${"\\*".repeat(127)}…`, description: `${"\\*".repeat(2047)}…` }],
      allowed_mentions: { parse: [] },
    },
  }],
});
