import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { wePlusBot } from "./we_plus_bot.ts";

const url = "https://www.weplusbot.com/send";
const basic = { token: "t", title: odd.title };

testChannel({
  channel: wePlusBot,
  values: { wePlusBotToken: "t" },
  results: [{ body: { code: 200 } }],
  requests: [{ url, json: { ...basic, template: "txt", content: odd.contentAndLink, version: "pro" } }],
  rejections: [...webRejections, {
    body: { code: 401, msg: "bad token" },
    permanent: true,
    contains: "bad token",
  }],
});

testChannel({
  channel: wePlusBot,
  when: "long",
  values: { wePlusBotToken: "t", wePlusBotReceiver: "ann", wePlusBotVersion: "personal" },
  message: { content: `<${"é".repeat(800)}\n>`, link: null },
  results: [{ body: { code: 200 } }],
  requests: [{
    url,
    json: {
      ...basic,
      template: "html",
      content: `&lt;${"é".repeat(800)}<br/>&gt;`,
      receiver: "ann",
      version: "personal",
    },
  }],
});
