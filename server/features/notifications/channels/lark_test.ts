import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { lark } from "./lark.ts";

const message = { msg_type: "text", content: { text: odd.complete } };

testChannel({
  channel: lark,
  values: { larkKey: "ab-cd" },
  results: [{ body: { StatusCode: 0, StatusMessage: "success" } }],
  requests: [{ url: "https://open.feishu.cn/open-apis/bot/v2/hook/ab-cd", json: message }],
  rejections: [
    ...webRejections,
    { body: { code: 19001, msg: "token invalid" }, permanent: true, contains: "token invalid" },
    { body: { code: 11232, msg: "frequency limited" }, permanent: false, contains: "frequency" },
  ],
});

// Computed with openssl: printf '' | openssl dgst -sha256 -hmac "$(printf '1772600767
// lark-secret')" -binary | base64
const sign = "lCENBdVfJTPpz9DyAx71jRqhCYGvc0aBVprr/f1oyng=";

testChannel({
  channel: lark,
  when: "signed, complete address",
  values: { larkKey: "https://open.larksuite.com/open-apis/bot/v2/hook/x", larkSecret: "lark-secret" },
  results: [{ body: { code: 0 } }],
  requests: [{
    url: "https://open.larksuite.com/open-apis/bot/v2/hook/x",
    json: { timestamp: "1772600767", sign, ...message },
  }],
});

testChannel({
  channel: lark,
  when: "a log that would mention everyone",
  values: { larkKey: "k" },
  message: { title: "T", content: '<at user_id="all">x</at> <atom>', link: null },
  results: [{ body: { code: 0 } }],
  requests: [{
    url: "https://open.feishu.cn/open-apis/bot/v2/hook/k",
    json: { msg_type: "text", content: { text: 'T\n\n<\u200bat user_id="all">x</at> <atom>' } },
  }],
});
