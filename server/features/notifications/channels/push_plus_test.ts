import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { pushPlus } from "./push_plus.ts";

const url = "https://www.pushplus.plus/send";
const results = [{ body: { code: 200, data: "id" } }];
const basic = { token: "t", title: odd.title, channel: "wechat" };
const html = `${odd.html}<br/><br/>${odd.linkHtml}`;

testChannel({
  channel: pushPlus,
  values: { pushPlusToken: "t" },
  results,
  requests: [{ url, json: { ...basic, template: "html", content: html } }],
  rejections: [
    ...webRejections,
    { body: { code: 903, msg: "无效的用户令牌" }, permanent: true, contains: "无效" },
    { body: { code: 500, msg: "系统异常" }, permanent: false },
  ],
});

testChannel({
  channel: pushPlus,
  when: "everything set",
  values: {
    pushPlusToken: "t",
    pushPlusUser: "group",
    pushPlusTemplate: "markdown",
    pushplusChannel: "webhook",
    pushplusWebhook: "hook",
    pushplusCallbackUrl: "https://a.example/told",
    pushplusTo: "friend",
  },
  results,
  requests: [{
    url,
    json: {
      ...basic,
      channel: "webhook",
      template: "markdown",
      content: odd.markdown,
      topic: "group",
      webhook: "hook",
      callbackUrl: "https://a.example/told",
      to: "friend",
    },
  }],
});

testChannel({
  channel: pushPlus,
  when: "JSON",
  values: { pushPlusToken: "t", pushPlusTemplate: "json" },
  results,
  requests: [{
    url,
    json: {
      ...basic,
      template: "json",
      content: JSON.stringify({ title: odd.title, content: odd.content, link: odd.link }),
    },
  }],
});

for (const template of ["txt", "cloudMonitor", "jenkins", "route", "pay"]) {
  testChannel({
    channel: pushPlus,
    when: template,
    values: { pushPlusToken: "t", pushPlusTemplate: template },
    results,
    requests: [{ url, json: { ...basic, template, content: odd.contentAndLink } }],
  });
}
