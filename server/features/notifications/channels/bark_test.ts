import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { bark } from "./bark.ts";

const basic = { title: odd.title, body: odd.content, id: "delivery-7", group: "Sundial", level: "active" };

testChannel({
  channel: bark,
  values: { barkPush: "aB/c" },
  results: [{ body: { code: 200, message: "success" } }],
  requests: [{ url: "https://api.day.app/aB%2Fc", json: { ...basic, url: odd.link } }],
  rejections: [
    ...webRejections,
    { body: { code: 400, message: "failed to get device token" }, permanent: true, contains: "device token" },
  ],
});

testChannel({
  channel: bark,
  when: "a self-hosted server, all fields set",
  values: {
    barkPush: "https://bark.example/key/",
    barkIcon: "https://a.example/i.png",
    barkSound: "bell",
    barkGroup: "夜",
    barkLevel: "critical",
    barkUrl: "weixin://",
    barkArchive: "1",
  },
  results: [{ body: { code: 200 } }],
  requests: [{
    url: "https://bark.example/key",
    json: {
      ...basic,
      icon: "https://a.example/i.png",
      sound: "bell",
      group: "夜",
      level: "critical",
      url: "weixin://",
      isArchive: "1",
    },
  }],
});
