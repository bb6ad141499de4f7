import { pinChannel, webRefusals } from "../../../../tests/support/sender_scene.ts";
import { slack } from "./slack.ts";

const url = "https://hooks.slack.com/services/T/B/x";
const text = `Backup &amp; "nightly" &lt;b&gt;'x'&lt;/b&gt; 😀 备份\n\n` +
  `a &amp; b = "c" &lt;d&gt; 'e' 100% + 😀 中文\n` +
  "*line* _two_ [z](w): $content #1 \\ `q`\n\n" +
  "https://panel.example/crontab/detail?id=7&amp;run=9";

pinChannel({
  channel: slack,
  values: { slackWebhook: url },
  results: [{ body: "ok" }],
  asks: [{ url, json: { text, mrkdwn: false } }],
  refusals: [
    ...webRefusals,
    { status: 403, body: "invalid_token", permanent: true, says: "HTTP 403: invalid_token" },
    { body: "<html>moved</html>", permanent: true },
  ],
});

pinChannel({
  channel: slack,
  when: "a log that would call everybody",
  values: { slackWebhook: url },
  message: { title: "T", content: "<!channel> &lt;", link: null },
  results: [{ body: "ok" }],
  asks: [{ url, json: { text: "T\n\n&lt;!channel&gt; &amp;lt;", mrkdwn: false } }],
});
