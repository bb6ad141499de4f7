import assert from "node:assert/strict";
import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { wxPusherBot } from "./wx_pusher_bot.ts";

testChannel({
  channel: wxPusherBot,
  values: { wxPusherBotAppToken: "AT_1", wxPusherBotTopicIds: "12; 34;", wxPusherBotUids: "UID_a" },
  results: [{ body: { code: 1000, success: true } }],
  requests: [{
    url: "https://wxpusher.zjiecode.com/api/send/message",
    json: {
      appToken: "AT_1",
      content: `<h1>${odd.titleHtml}</h1><p>${odd.html}</p>`,
      summary: odd.title,
      contentType: 2,
      topicIds: [12, 34],
      uids: ["UID_a"],
      verifyPayType: 0,
      url: odd.link,
    },
  }],
  rejections: [...webRejections, {
    body: { code: 1001, msg: "appToken wrong" },
    permanent: true,
    contains: "appToken",
  }],
});

Deno.test("wxPusherBot: requires a recipient, with errors in both languages", () => {
  const none = wxPusherBot.check?.({ wxPusherBotTopicIds: " ;", wxPusherBotUids: "" }).wxPusherBotTopicIds;
  assert.equal(none?.en, "wxPusher requires at least one of TopicIds or Uids");
  assert.match(none?.zh ?? "", /至少填写一个/);
  assert.deepEqual(wxPusherBot.check?.({ wxPusherBotUids: "UID_a" }), {});
  assert.ok(wxPusherBot.check?.({ wxPusherBotTopicIds: "12;x" }).wxPusherBotTopicIds);
});
