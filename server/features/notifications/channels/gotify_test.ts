import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { gotify } from "./gotify.ts";

testChannel({
  channel: gotify,
  values: { gotifyUrl: "https://push.example/gotify/", gotifyToken: "A&b" },
  results: [{ body: { id: 25 } }],
  requests: [{
    url: "https://push.example/gotify/message",
    headers: { "x-gotify-key": "A&b" },
    json: {
      title: odd.title,
      message: odd.content,
      priority: 1,
      extras: { "client::notification": { click: { url: odd.link } } },
    },
  }],
  rejections: [...webRejections, {
    body: { error: "Unauthorized" },
    permanent: true,
    contains: "Unauthorized",
  }],
});

testChannel({
  channel: gotify,
  when: "no link, another priority",
  values: { gotifyUrl: "https://push.example", gotifyToken: "A", gotifyPriority: "8" },
  message: { link: null },
  results: [{ body: { id: 25 } }],
  requests: [{
    url: "https://push.example/message",
    json: { title: odd.title, message: odd.content, priority: 8 },
  }],
});
