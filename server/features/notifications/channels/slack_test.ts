import { testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { slack } from "./slack.ts";

const url = "https://hooks.slack.com/services/T/B/x";
const text = `Backup &amp; "nightly" &lt;b&gt;'x'&lt;/b&gt; 😀 备份\n\n` +
  `a &amp; b = "c" &lt;d&gt; 'e' 100% + 😀 中文\n` +
  "*line* _two_ [z](w): $content #1 \\ `q`\n\n" +
  "https://panel.example/crontab/detail?id=7&amp;run=9";

testChannel({
  channel: slack,
  values: { slackWebhook: url },
  results: [{ body: "ok" }],
  requests: [{ url, json: { text, mrkdwn: false } }],
  rejections: [
    ...webRejections,
    { status: 403, body: "invalid_token", permanent: true, contains: "HTTP 403: invalid_token" },
    { body: "<html>moved</html>", permanent: true },
  ],
});

testChannel({
  channel: slack,
  when: "a log that would mention everyone",
  values: { slackWebhook: url },
  message: { title: "T", content: "<!channel> &lt;", link: null },
  results: [{ body: "ok" }],
  requests: [{ url, json: { text: "T\n\n&lt;!channel&gt; &amp;lt;", mrkdwn: false } }],
});
