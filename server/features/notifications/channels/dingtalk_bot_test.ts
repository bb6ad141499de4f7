import { odd, pinChannel, webRefusals } from "../../../../tests/support/sender_scene.ts";
import { dingtalkBot } from "./dingtalk_bot.ts";

const json = { msgtype: "text", text: { content: odd.complete } };

pinChannel({
  channel: dingtalkBot,
  values: { dingtalkBotToken: "t0k&n" },
  results: [{ body: { errcode: 0, errmsg: "ok" } }],
  asks: [{ url: "https://oapi.dingtalk.com/robot/send?access_token=t0k%26n", json }],
  refusals: [
    ...webRefusals,
    { body: { errcode: 310000, errmsg: "sign not match" }, permanent: true, says: "sign not match" },
    { body: { errcode: 130101, errmsg: "send too fast" }, permanent: false, says: "too fast" },
  ],
});

// Computed with openssl: printf '1772600767000
// SEC0123' | openssl dgst -sha256 -hmac SEC0123 -binary | base64
const sign = "ML9ztzwO/6eNIXIpKN/bicCX6KYUbeBrKap2INmaaSI=";

pinChannel({
  channel: dingtalkBot,
  when: "signed",
  values: { dingtalkBotToken: "t", dingtalkBotSecret: "SEC0123" },
  results: [{ body: { errcode: 0 } }],
  asks: [{
    url: "https://oapi.dingtalk.com/robot/send?access_token=t&timestamp=1772600767000" +
      `&sign=${encodeURIComponent(sign)}`,
    json,
  }],
});
