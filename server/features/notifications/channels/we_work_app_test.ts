import assert from "node:assert/strict";
import {
  odd,
  SenderScene,
  specialMessage,
  testChannel,
  webRejections,
} from "../../../../tests/support/sender_scene.ts";
import { weWorkApp } from "./we_work_app.ts";

const login = {
  url: "https://qyapi.weixin.qq.com/cgi-bin/gettoken",
  json: { corpid: "corp", corpsecret: "s&cret" },
};
const url = "https://qyapi.weixin.qq.com/cgi-bin/message/send?access_token=a%2Bb";
const recipients = { touser: "ann|bob", agentid: 1000002, safe: "0" };
const results = [{ body: { errcode: 0, access_token: "a+b" } }, { body: { errcode: 0, msgid: "m" } }];

testChannel({
  channel: weWorkApp,
  when: "text",
  values: { weWorkAppKey: "corp,s&cret,ann|bob,1000002" },
  results,
  requests: [login, { url, json: { ...recipients, msgtype: "text", text: { content: odd.complete } } }],
  rejections: [
    ...webRejections,
    { body: { errcode: 81013, errmsg: "user not found" }, permanent: true, contains: "user not found" },
    { body: { errcode: 45009, errmsg: "freq" }, permanent: false },
  ],
});

testChannel({
  channel: weWorkApp,
  when: "card",
  values: { weWorkAppKey: "corp, s&cret, ann|bob, 1000002, 0" },
  results,
  requests: [login, {
    url,
    json: {
      ...recipients,
      msgtype: "textcard",
      textcard: { title: odd.title, description: odd.html, url: odd.link },
    },
  }],
});

testChannel({
  channel: weWorkApp,
  when: "news",
  values: { weWorkAppKey: "corp,s&cret,ann|bob,1000002,media-1" },
  results,
  requests: [login, {
    url,
    json: {
      ...recipients,
      msgtype: "mpnews",
      mpnews: {
        articles: [{
          title: odd.title,
          thumb_media_id: "media-1",
          author: "Sundial",
          content_source_url: odd.link,
          content: `${odd.html}<br/><br/>${odd.linkHtml}`,
          digest: odd.content,
        }],
      },
    },
  }],
});

Deno.test("weWorkApp: a key has at least four parts", () => {
  assert.ok(weWorkApp.check?.({ weWorkAppKey: "corp,secret,,1" }).weWorkAppKey);
  assert.deepEqual(weWorkApp.check?.({ weWorkAppKey: "corp,secret,@all,1" }), {});
});

Deno.test("weWorkApp: sends nothing without a token", async () => {
  await using scene = await SenderScene.start();
  scene.responses.push({ body: { errcode: 40001, errmsg: "invalid credential" } });
  const values = { weWorkAppKey: "corp,wrong,@all,1", weWorkOrigin: "https://qyapi.weixin.qq.com" };
  await assert.rejects(weWorkApp.send(specialMessage, values, scene.sender()), {
    name: "DeliveryError",
    permanent: true,
    message: /invalid credential/,
  });
  assert.equal(scene.requested.length, 1);
});
