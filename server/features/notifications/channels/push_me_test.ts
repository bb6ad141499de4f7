import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { pushMe } from "./push_me.ts";

const json = { push_key: "k", title: odd.title, content: odd.contentAndLink };

testChannel({
  channel: pushMe,
  values: { pushMeKey: "k" },
  results: [{ body: "success" }],
  requests: [{ url: "https://push.i-i.me/", json }],
  rejections: [...webRejections, { body: "push_key无效", permanent: true, contains: "无效" }],
});

testChannel({
  channel: pushMe,
  when: "own server",
  values: { pushMeKey: "k", pushMeUrl: "https://me.example/push" },
  results: [{ body: "success\n" }],
  requests: [{ url: "https://me.example/push", json }],
});
