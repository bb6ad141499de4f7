import assert from "node:assert/strict";
import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { goCqHttpBot } from "./go_cq_http_bot.ts";

testChannel({
  channel: goCqHttpBot,
  values: {
    goCqHttpBotUrl: "http://bot.example/send_group_msg",
    goCqHttpBotToken: "t",
    goCqHttpBotQq: "group_id=12345",
  },
  results: [{ body: { retcode: 0 } }],
  requests: [{
    url: "http://bot.example/send_group_msg?group_id=12345",
    headers: { authorization: "Bearer t" },
    json: { message: odd.tight, auto_escape: true },
  }],
  rejections: [...webRejections, {
    body: { retcode: 100, wording: "不存在" },
    permanent: true,
    contains: "不存在",
  }],
});

Deno.test("goCqHttpBot: a recipient is user_id= or group_id= and a number", () => {
  assert.deepEqual(goCqHttpBot.check?.({ goCqHttpBotQq: "user_id=1" }), {});
  for (const wrong of ["1", "user_id=", "user_id=1&auto_escape=false", "name=1"]) {
    assert.ok(goCqHttpBot.check?.({ goCqHttpBotQq: wrong }).goCqHttpBotQq, wrong);
  }
});
