import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { weWorkBot } from "./we_work_bot.ts";

testChannel({
  channel: weWorkBot,
  values: { weWorkBotKey: "k&1" },
  results: [{ body: { errcode: 0 } }],
  requests: [{
    url: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k%261",
    json: { msgtype: "text", text: { content: odd.complete } },
  }],
  rejections: [
    ...webRejections,
    { body: { errcode: 93000, errmsg: "invalid webhook url" }, permanent: true, contains: "invalid webhook" },
    { body: { errcode: 45009, errmsg: "api freq out of limit" }, permanent: false, contains: "freq" },
  ],
});

testChannel({
  channel: weWorkBot,
  when: "a text over the limit, another origin",
  values: { weWorkBotKey: "k", weWorkOrigin: "https://relay.example/" },
  message: { title: "T", content: "中".repeat(1000) },
  results: [{ body: { errcode: 0 } }],
  requests: [{
    url: "https://relay.example/cgi-bin/webhook/send?key=k",
    // The limit is 2048 bytes: these are 2047, and one more character would make 2050.
    json: { msgtype: "text", text: { content: `T\n\n${"中".repeat(664)}…\n\n${odd.link}` } },
  }],
});
