import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { pushover } from "./pushover.ts";

const url = "https://api.pushover.net/1/messages.json";
const basic = { token: "t", user: "u", title: odd.title, message: odd.content, url: odd.link };

testChannel({
  channel: pushover,
  values: { pushoverToken: "t", pushoverUser: "u" },
  results: [{ body: { status: 1, request: "r" } }],
  requests: [{ url, form: { ...basic, priority: "0" } }],
  rejections: [
    ...webRejections,
    {
      status: 400,
      body: { status: 0, errors: ["token is invalid"] },
      permanent: true,
      contains: "token is invalid",
    },
    { body: { status: 0 }, permanent: true },
  ],
});

testChannel({
  channel: pushover,
  when: "emergency",
  values: {
    pushoverToken: "t",
    pushoverUser: "u",
    pushoverDevice: "phone",
    pushoverPriority: "2",
    pushoverSound: "siren",
  },
  results: [{ body: { status: 1 } }],
  requests: [{
    url,
    form: { ...basic, device: "phone", priority: "2", sound: "siren", retry: "60", expire: "3600" },
  }],
});
