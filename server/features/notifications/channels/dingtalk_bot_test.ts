import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { dingtalkBot } from "./dingtalk_bot.ts";

const json = { msgtype: "text", text: { content: odd.complete } };

testChannel({
  channel: dingtalkBot,
  values: { dingtalkBotToken: "t0k&n" },
  results: [{ body: { errcode: 0, errmsg: "ok" } }],
  requests: [{ url: "https://oapi.dingtalk.com/robot/send?access_token=t0k%26n", json }],
  rejections: [
    ...webRejections,
    { body: { errcode: 310000, errmsg: "sign not match" }, permanent: true, contains: "sign not match" },
    { body: { errcode: 130101, errmsg: "send too fast" }, permanent: false, contains: "too fast" },
  ],
});

// Computed with openssl: printf '1772600767000
// SEC0123' | openssl dgst -sha256 -hmac SEC0123 -binary | base64
const sign = "ML9ztzwO/6eNIXIpKN/bicCX6KYUbeBrKap2INmaaSI=";

testChannel({
  channel: dingtalkBot,
  when: "signed",
  values: { dingtalkBotToken: "t", dingtalkBotSecret: "SEC0123" },
  results: [{ body: { errcode: 0 } }],
  requests: [{
    url: "https://oapi.dingtalk.com/robot/send?access_token=t&timestamp=1772600767000" +
      `&sign=${encodeURIComponent(sign)}`,
    json,
  }],
});
